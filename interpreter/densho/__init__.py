"""Densho: duelling games written as data, and one generic interpreter that checks, tests, explains and plays them.

    import densho

    rules = densho.load("bokken")
    fight = rules.start(seed=1)
    fight = fight.choose("A", "forward 3").choose("B", "stay")

The names below are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from densho.api import BadRuleset as BadRuleset
    from densho.api import Event as Event
    from densho.api import Fight as Fight
    from densho.api import Holder as Holder
    from densho.api import Refusal as Refusal
    from densho.api import Rules as Rules
    from densho.api import TooManyChoices as TooManyChoices
    from densho.api import Verdict as Verdict
    from densho.api import WhatIf as WhatIf
    from densho.api import WhyNot as WhyNot
    from densho.api import load as load
    from densho.engine.errors import BadValue as BadValue
    from densho.engine.errors import IllegalChoice as IllegalChoice
    from densho.engine.errors import NotOwed as NotOwed
    from densho.engine.errors import OutOfDice as OutOfDice
    from densho.engine.errors import RulesetFault as RulesetFault
    from densho.engine.errors import UnreadableChoice as UnreadableChoice
    from densho.errors import DenshoError as DenshoError

__version__ = "0.1.0"

_HOMES = {
    "densho.api": (
        "BadRuleset",
        "Event",
        "Fight",
        "Holder",
        "Refusal",
        "Rules",
        "TooManyChoices",
        "Verdict",
        "WhatIf",
        "WhyNot",
        "load",
    ),
    "densho.engine.errors": (
        "BadValue",
        "IllegalChoice",
        "NotOwed",
        "OutOfDice",
        "RulesetFault",
        "UnreadableChoice",
    ),
    "densho.errors": ("DenshoError",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME)]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
