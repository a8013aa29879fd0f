"""Who fights: names as they are given, and characters that are brought along, `NAME=FILE`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from densho.cli.fights import show_problems
from densho.cli.output import CannotOpenError
from densho.messages import say

if TYPE_CHECKING:
    from densho.characters.file import Character
    from densho.ir import nodes as ir
    from densho.loading import Loader


@dataclass(frozen=True, slots=True)
class Seated:
    """The names in the order of seats, and the characters among them."""

    names: tuple[str, ...]
    characters: Mapping[str, Character]

    def extra(self, given: Sequence[Path]) -> tuple[Path, ...]:
        """The loose files that are asked for, and those that the characters need, each once."""
        found = {path.resolve(): path for path in given}
        for character in self.characters.values():
            for path in character.extra:
                found.setdefault(path.resolve(), path)
        return tuple(found.values())

    def slots(self, name: str, rules: ir.Ruleset) -> dict[str, Any]:
        """What the character of that name brings into a fight under these rules. Raises `UsageError`."""
        if name not in self.characters:
            return {}
        character = self.characters[name]
        known = {slot.name for slot in rules.slots if slot.holder == "fighter" and not slot.working}
        for slot in character.slots:
            if slot not in known:
                raise click.UsageError(
                    say(
                        "`{file}` is a character for another game: `{ruleset}` has no slot `{slot}`",
                        file=character.path,
                        ruleset=rules.id,
                        slot=slot,
                    )
                )
        return character.slots


def seated(fighters: Sequence[str], loader: Loader) -> Seated | None:
    """The fighters; None when a character has mistakes, which are shown. Raises `CannotOpenError`."""
    names, characters, broken = [], {}, False
    for one in fighters:
        name, sign, file = one.partition("=")
        names.append(name)
        if not sign:
            continue
        from densho.characters.file import open_character  # noqa: PLC0415 - most fights are without

        if not Path(file).is_file():
            raise CannotOpenError(say("`{path}` is no file", path=file))
        opened = open_character(Path(file), loader)
        if opened.character is None:
            broken = True
            of_ruleset = opened.loaded.diagnostics if opened.loaded is not None else ()
            show_problems((*of_ruleset, *opened.diagnostics), loader)
        else:
            characters[name] = opened.character
    return None if broken else Seated(tuple(names), characters)
