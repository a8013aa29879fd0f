"""A new fight: what the players asked for, made into the record of a fight that has just begun."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from densho.engine import BadValue, compile_program
from densho.fights.dice import GENERATOR
from densho.fights.fight import Fight, begin
from densho.fights.names import PERSON, name_fault, names_fault
from densho.fights.record import Record
from densho.ir import nodes as ir
from densho.ir.data import digest
from densho.messages import listed, say

DEFAULT_NAMES = ("A", "B", "C", "D", "E", "F", "G", "H")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """`ruleset` and `extra` as the file will name them; `fighters` in the order of seats, with the slots that they are given."""

    ruleset: str
    extra: tuple[str, ...] = ()
    fighters: Sequence[tuple[str, Mapping[str, Any]]] = ()
    arena: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    bots: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None


def new_fight(rules: ir.Ruleset, wishes: Wishes) -> Fight:
    """Begins the fight. Raises `BadValue` for what the ruleset does not allow, `RulesetFault` when the rules fail at once."""
    fighters = tuple(wishes.fighters) or tuple((name, {}) for name in DEFAULT_NAMES[: rules.seats[0]])
    names = tuple(name for name, _ in fighters)
    fault = next((found for name in names if (found := name_fault(name))), None) or names_fault(
        names, rules.seats
    )
    if fault is not None:
        raise BadValue(fault)
    for name in wishes.bots:
        if name not in names:
            raise BadValue(
                say("there is no fighter `{name}` here, but {names}", name=name, names=listed(names))
            )
    program = compile_program(rules, wishes.options)
    record = Record(
        ruleset=wishes.ruleset,
        extra=wishes.extra,
        version=rules.version,
        digest=digest(rules),
        seed=secrets.token_hex(16) if wishes.seed is None else wishes.seed,
        generator=GENERATOR,
        options=program.options,
        seats={name: wishes.bots.get(name, PERSON) for name in names},
        fighters=fighters,
        arena=wishes.arena,
    )
    return begin(program, record)


def named_from(folder: Path, target: str | Path, bundled: bool) -> str:
    """How a fight's file in this folder names a ruleset or loose file: an id as it is, a path relative to the folder."""
    if bundled:
        return str(target)
    found = Path(os.path.relpath(Path(target).resolve(), folder.resolve())).as_posix()
    return found if found.startswith(".") or "/" in found else f"./{found}"
