"""What `densho approve`, `return` and `reject` have in common: a word on a proposal, by whom and why."""

from __future__ import annotations

from pathlib import Path

from densho.cache import open_cache
from densho.campaigns.records import Verdict
from densho.cli.campaigns import found, telling, told
from densho.loading import Loader
from densho.messages import say, say_n


def decide(id: str, verdict: Verdict, by: str, why: str, campaign: Path, character: str | None = None) -> int:
    """Records it and says what came of it. The exit status."""
    from densho.campaigns.deciding import Decided, Word  # noqa: PLC0415 - it imports the engine
    from densho.campaigns.deciding import decide as decided_of  # noqa: PLC0415

    loader = Loader(open_cache())
    with telling(loader):
        word = Word(verdict=verdict, by=by, why=why, character=character)
        decided: Decided = decided_of(found(campaign), id, word, loader)
    number = decided.decision.number
    match verdict:
        case "approve":
            told(say("`{id}` is approved (decision {number}) and in force.", id=id, number=number))
            told(
                say_n(
                    "{n} scenario of the rules passed.", "{n} scenarios of the rules passed.", decided.passed
                )
            )
            if decided.more:
                told(
                    say(
                        "The rules had been changed by hand as well, without a decision; that is in force with it."
                    )
                )
            credit = decided.credit
            if credit is not None and credit.why_none is None:
                told(
                    say(
                        "{name} gets `{award}`: {file}",
                        name=credit.name,
                        award=credit.award,
                        file=credit.path,
                    )
                )
            elif credit is not None and credit.why_none is not None:
                told(say("Nobody gets credit: {why}.", why=credit.why_none))
        case "return":
            told(say("`{id}` is returned to its author (decision {number}).", id=id, number=number))
        case "reject":
            told(say("`{id}` is rejected (decision {number}).", id=id, number=number))
        case "amend":
            raise AssertionError(verdict)
    return 0
