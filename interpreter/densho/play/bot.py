"""Whoever plays an empty seat: it takes any legal choice, by chance, and sees no more than its seat may see."""

from __future__ import annotations

import random

from densho import engine
from densho.fights.fight import Fight


def bot_choice(fight: Fight, name: str) -> str:
    """A legal choice. The same position of the same fight gives the same one, unless steps were taken back meanwhile.

    Raises `RulesetFault` if there is none.
    """
    record = fight.record
    moment = f"{record.seed}\nbot\n{len(record.steps)}\n{name}\n{len(record.taken_back)}"
    choice = engine.sample(fight.program, fight.state, fight.seat(name), random.Random(moment))
    return engine.print_choice(fight.program, fight.owed[name], choice, fight.names)
