"""Words that are typed at a prompt and are no choices. A ruleset's own word wins over one of these; with `/` before it a command is always one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from densho.display.tongue import Tongue
from densho.engine.words import tokens_of
from densho.fights.fight import Fight

Name = Literal["help", "look", "legal", "why", "undo", "quit"]


@dataclass(frozen=True, slots=True)
class Command:
    """`rest` is what stands behind the command."""

    name: Name
    rest: str


def command_of(fight: Fight, tongue: Tongue, text: str) -> Command | None:
    """The command that a line is, or None: then it is a choice."""
    word, _, rest = text.strip().partition(" ")
    forced = word.startswith("/")
    name = _names(tongue).get(word.lstrip("/").casefold())
    if word == "?":
        name = "help"
    if name is None or (not forced and word != "?" and _is_said(fight, text)):
        return None
    return Command(name, rest.strip())


def _names(tongue: Tongue) -> dict[str, Name]:
    """The commands by their English names and those of the language."""
    say = tongue.say
    english: dict[str, Name] = {
        "help": "help",
        "look": "look",
        "legal": "legal",
        "why": "why",
        "undo": "undo",
        "quit": "quit",
        "exit": "quit",
    }
    own: dict[str, Name] = {
        say("help"): "help",
        say("look"): "look",
        say("legal"): "legal",
        say("why"): "why",
        say("undo"): "undo",
        say("quit"): "quit",
    }
    return {**{name.casefold(): meaning for name, meaning in own.items()}, **english}


def _is_said(fight: Fight, text: str) -> bool:
    """Whether the decision that is owed has a word that is written like this."""
    name = fight.decision
    if name is None:
        return False
    decision = fight.program.decisions[name]
    return fight.program.lexicon.words(decision).match(tokens_of(text), 0) is not None


def help_lines(tongue: Tongue) -> list[str]:
    """What can be typed."""
    say = tongue.say
    rows = [
        (say("a choice"), say("such as those that `legal` lists; parts are joined by `;`; Tab completes")),
        (say("legal"), say("what you may choose now; `legal TEXT`: how a text can go on")),
        (say("why"), say("which rules decided what happened last; `why CHOICE`: why a choice is refused")),
        (say("look"), say("the position, drawn again")),
        (
            say("undo"),
            say("takes back the last step, if all agree; `undo NAME`: a choice that is not revealed yet"),
        ),
        (say("quit"), say("leaves; the fight is kept, and goes on with `densho play FILE`")),
    ]
    wide = max(len(name) for name, _ in rows)
    return [
        *(f"  {name.ljust(wide)}  {what}" for name, what in rows),
        say(
            "Where the game has a word of its own that is written like a command, put `/` before the command."
        ),
    ]
