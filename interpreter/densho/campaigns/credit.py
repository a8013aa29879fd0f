"""The credit that the author of an approved proposal gets: which of the campaign's characters is his, and what the ruleset's progression gives it.

A ruleset says `credit: approved` of one of its awards. The award takes the approved row, or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from densho import engine
from densho.campaigns.opening import Problems
from densho.campaigns.places import CHARACTERS, place
from densho.campaigns.records import Proposal
from densho.campaigns.staging import Staged
from densho.campaigns.within import files_of_characters, stays_within
from densho.characters.career import Career, Refused
from densho.characters.file import Character, open_character
from densho.characters.keeping import CannotKeep, changed, history_line
from densho.diagnostics.model import Report
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.messages import Text, say


class NoCredit(DenshoError):
    """The character that was named cannot get the credit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """An award to the character in the file `path` of the campaign, whose new text is `text`. `why_none` instead: why nobody gets one."""

    path: str = ""
    award: str = ""
    text: str = ""
    name: str = ""
    why_none: Text | None = None


def credit(copy: Staged, ruleset: ir.Ruleset, proposal: Proposal, named: str | None, day: str) -> Credit:
    """The credit under the rules of the copy, in which the proposal is. `named`: the character's file in `characters/`, if one was named.

    Raises `NoCredit` when the one that was named cannot get it, `Problems` when its file has mistakes.
    """
    award = _award(ruleset, proposal)
    if award is None:
        if named is not None:
            raise NoCredit(
                say("`{ruleset}` gives no credit for this: --character is for nothing", ruleset=ruleset.id)
            )
        return Credit(why_none=say("the ruleset gives no credit for this"))
    path = _named(copy, named) if named is not None else _of_player(copy, proposal.by)
    if isinstance(path, Text):
        return Credit(why_none=path)
    return _given(copy, path, award, proposal, day, strict=named is not None)


def _award(ruleset: ir.Ruleset, proposal: Proposal) -> str | None:
    """How the award is written for this proposal; None where there is none for its kind."""
    character = ruleset.character
    if character is None or character.credit is None:
        return None
    word = next(one for one in character.awards.words if one.name == character.credit)
    if not word.args:
        return word.name
    return f"{word.name} {proposal.row}" if word.args[0].type == t.TRow(proposal.kind) else None


def _named(copy: Staged, named: str) -> Path:
    relative = named if named.startswith(f"{CHARACTERS}/") else f"{CHARACTERS}/{named}"
    found = place(copy.folder, relative)
    if not found.is_file():
        raise NoCredit(say("there is no character `{file}` in the campaign", file=relative))
    return found


def _of_player(copy: Staged, player: str) -> Path | Text:
    """The one character whose `player:` it is."""
    own = [path for path in files_of_characters(copy.folder) if _player(copy, path) == player]
    if len(own) == 1:
        return own[0]
    if not own:
        return say("no character in {folder}/ says `player: {player}`", folder=CHARACTERS, player=player)
    return say("several characters are those of {player}: name one with --character", player=player)


def _player(copy: Staged, path: Path) -> str:
    if not stays_within(copy.folder, [path], Report()):
        return ""
    character = open_character(path, copy.loader).character
    return "" if character is None else character.player


def _given(copy: Staged, path: Path, award: str, proposal: Proposal, day: str, *, strict: bool) -> Credit:
    character, text = _character(copy, path)
    career = Career(character.ruleset)
    try:
        given = career.give(character.values, award)
        line = history_line(day, given.award, character.values, given.values, proposal.id)
        return Credit(
            path=path.relative_to(copy.folder).as_posix(),
            award=given.award,
            text=changed(character, text, given.values, line),
            name=character.name,
        )
    except Refused as refused:
        rule = refused.refusals[0].says if refused.refusals else award
        return _none(
            strict,
            say("`{award}` is refused to {name} by `{rule}`", award=award, name=character.name, rule=rule),
        )
    except engine.RulesetFault as fault:
        return _none(
            strict,
            say(
                "`{award}` cannot be given to {name}: {why}",
                award=award,
                name=character.name,
                why=fault.message,
            ),
        )
    except CannotKeep as error:
        return _none(strict, error.text)


def _none(strict: bool, why: Text) -> Credit:
    if strict:
        raise NoCredit(why)
    return Credit(why_none=why)


def _character(copy: Staged, path: Path) -> tuple[Character, str]:
    report = Report()
    if not stays_within(copy.folder, [path], report):
        raise Problems(copy.named(report.sorted()))
    opened = open_character(path, copy.loader)
    if opened.character is None or opened.source is None:
        of_rules = (
            opened.loaded.diagnostics if opened.loaded is not None and opened.loaded.ruleset is None else ()
        )
        raise Problems(copy.named((*of_rules, *opened.diagnostics)))
    return opened.character, opened.source.text
