"""What another reading of the rules would have done to the fights that were fought, and putting it on record.

A change is an option's other default, another text of an approved file, or whatever was changed in `rules/` by hand. The recorded fights are played
again under the changed rules with their own choices and dice, each compared with what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.adopting import place_of_row
from densho.campaigns.changes import carry_out, change
from densho.campaigns.names import is_portable
from densho.campaigns.opening import Campaign, InForce, Problems, changing, reading_campaign, rules_of
from densho.campaigns.pins import chain, pinned_rules
from densho.campaigns.places import APPROVED, RULES, TESTS, place, relative
from densho.campaigns.recorded import fights_of
from densho.campaigns.records import Clock, Decision, digest_of, now, stamp
from densho.campaigns.setting import with_options
from densho.campaigns.staging import staged
from densho.campaigns.trying import rules_in, run, tests_in
from densho.campaigns.written import decision_text
from densho.diagnostics.model import Diagnostic, Report
from densho.errors import DenshoError
from densho.fights.differing import Difference, compare
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.messages import Text, say
from densho.source import Span
from densho.surface.build import row_header
from densho.surface.reader import read_document, read_source


class NothingChanged(DenshoError):
    """The rules would be as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """What is to be otherwise. Neither options nor a file: whatever differs in `rules/` from what was decided last."""

    options: Mapping[str, str]
    file: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a change does to a recorded fight. `over`: whether it had come to its end; `difference` None: what is wrong is in the diagnostics."""

    path: Path
    over: bool
    difference: Difference | None
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """`changes`: what is otherwise, a line each. `decision` None: nothing was put on record."""

    changes: tuple[Text, ...]
    effects: tuple[Effect, ...]
    passed: int
    decision: Decision | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """Files with their new texts, how people call them, and what they change."""

    writes: Mapping[str, str]
    names: Mapping[str, str]
    changes: tuple[Text, ...]


def amend(
    root: Path,
    wanted: Amendment,
    loader: Loader,
    *,
    word: tuple[str, str] | None = None,
    clock: Clock = now,
) -> Amended:
    """Says what a change would do; `word`, by whom and why, puts it in force as well.

    Raises `Problems` when the changed rules have mistakes or fail their scenarios, `NothingChanged`, `Busy`, `CannotChange`; nothing is changed then.
    """
    with changing(root) if word is not None else reading_campaign(root) as campaign:
        asked = _wanted(campaign, wanted, loader)
        before = _in_force(campaign, loader)
        with staged(root, asked.writes, asked.names) as copy:
            try:
                after = rules_in(copy)
                if after.state == campaign.in_force and _files(root, asked.writes) == campaign.decided_files:
                    raise NothingChanged(say("the rules are these already"))
                results = run(copy, tests_in(copy.folder))
            finally:
                loader.texts.known.update(copy.sources())
        effects = tuple(_effects(campaign, before, after, loader))
        decision = None
        if word is not None:
            decision = _decide(campaign, asked, after, word, stamp(clock))
        passed = sum(len(one.results) for one in results)
        return Amended(changes=asked.changes, effects=effects, passed=passed, decision=decision)


def _in_force(campaign: Campaign, loader: Loader) -> ir.Ruleset:
    """The rules as they were decided last, out of their pinned copy; those in `rules/` where that is gone."""
    folder = pinned_rules(campaign.root, campaign.in_force)
    kept = loader.load(folder).ruleset if folder.is_dir() else None
    return kept if kept is not None else rules_of(campaign.root, loader).ruleset


# --- what is to be otherwise --------------------------------------------------------------------------


def _wanted(campaign: Campaign, wanted: Amendment, loader: Loader) -> _Wanted:
    if wanted.file is not None:
        return _file(campaign, wanted.file, loader)
    if wanted.options:
        return _options(campaign, wanted.options)
    return _Wanted(writes={}, names={}, changes=(say("what was changed in rules/ by hand"),))


def _file(campaign: Campaign, path: Path, loader: Loader) -> _Wanted:
    """Another text of an approved file, which has its id; or that file itself, changed where it lies."""
    report = Report()
    source = read_source(path, report)
    document = None if source is None else read_document(source, report)
    header = None if document is None else row_header(document.root)
    if source is not None:
        loader.texts.known[source.path] = source
    row = "" if header is None else header[1].text.split(" ")[0]
    if source is not None and document is not None:
        approved = is_portable(f"{row}.yaml") and place(campaign.root, place_of_row(row)).is_file()
        if not approved:
            message = say("this changes nothing that is approved")
            known = ", ".join(one.stem for one in sorted((campaign.rules / APPROVED).glob("*.yaml")))
            help_ = say("approved are: {names}", names=known or say("none"))
            report.add("bad-proposal", Span(source.path, 0, 0), message, help=help_)
    if report or source is None:
        raise Problems(report.sorted())
    where = place_of_row(row)
    return _Wanted(
        writes={where: source.text}, names={where: source.path}, changes=(say("another `{row}`", row=row),)
    )


def _options(campaign: Campaign, options: Mapping[str, str]) -> _Wanted:
    """The house ruleset with other defaults."""
    main = next(chain(campaign.rules)).main
    text = main.read_bytes().decode("utf-8-sig")
    changed = with_options(text, options)
    if changed is None:
        report = Report()
        message = say("this file cannot be changed without harm: write the options under `set:` by hand")
        help_ = say("then `densho amend --by NAME --why TEXT` puts it on record")
        report.add("bad-proposal", Span(str(main), 0, 0), message, help=help_)
        raise Problems(report.sorted())
    lines = tuple(say("`{option}` is {value}", option=name, value=value) for name, value in options.items())
    return _Wanted(writes={relative(campaign.root, main): changed}, names={}, changes=lines)


# --- what it does -------------------------------------------------------------------------------------


def _effects(campaign: Campaign, before: ir.Ruleset, after: InForce, loader: Loader) -> Iterator[Effect]:
    for one in fights_of(campaign.root, loader):
        if one.kept is None:
            yield Effect(path=one.path, over=False, difference=None, diagnostics=one.diagnostics)
            continue
        fight = one.kept.fight
        options = _moved(before, after.ruleset, fight.record.options)
        difference = compare(fight, after.ruleset, options=options)
        yield Effect(path=one.path, over=fight.over, difference=difference)


def _moved(before: ir.Ruleset, after: ir.Ruleset, recorded: Mapping[str, str]) -> dict[str, str]:
    """The options whose default has changed, of those that a fight had left at the old one."""
    old = {option.name: option.default for option in before.options}
    return {
        option.name: option.default
        for option in after.options
        if option.name in old
        and old[option.name] != option.default
        and recorded.get(option.name) == old[option.name]
    }


def _decide(campaign: Campaign, asked: _Wanted, after: InForce, word: tuple[str, str], when: str) -> Decision:
    by, why = word
    root = campaign.root
    decision = Decision(
        number=len(campaign.decisions) + 1,
        verdict="amend",
        by=by,
        why=why,
        when=when,
        rules=campaign.in_force,
        after=after.state,
        files=_files(root, asked.writes),
        changes=tuple(map(str, asked.changes)),
    )
    writes = {**after.copy, **asked.writes, decision.path: decision_text(decision)}
    carry_out(root, change(root, "amend", writes))
    return decision


def _files(root: Path, writes: Mapping[str, str]) -> dict[str, str]:
    """The digests of all that is approved, and its scenarios, as they will be: an amendment accepts them as they are."""
    homes = (root / RULES / APPROVED, root / RULES / TESTS / APPROVED)
    there = {relative(root, path): path for home in homes for path in sorted(home.rglob("*.yaml"))}
    found = {path: digest_of(file.read_bytes()) for path, file in there.items()}
    written = {path: text for path, text in writes.items() if path.startswith(f"{RULES}/{APPROVED}/")}
    return {**found, **{path: digest_of(text.encode("utf-8")) for path, text in written.items()}}
