"""What names an expression may use at its place, beside what the ruleset declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from densho.ir.types import Type


class Stuck(Exception):
    """An expression has no meaning; why has been reported already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """`me`: whether there is one. `decision`: the decision being judged (`choice`, its `let` names).

    `vars` are bound names with their types (parameters, `for` and quantifier variables, `part`, `base`); `registers` those of the
    fold whose update this is.
    """

    me: bool = True
    decision: str | None = None
    vars: Mapping[str, Type] = field(default_factory=dict)
    registers: Mapping[str, Type] = field(default_factory=dict)

    def bind(self, name: str, kind: Type) -> Scope:
        return replace(self, vars={**self.vars, name: kind})
