"""Numbers on the command line. Click takes `nan` for a number within any bounds, and `inf` for one above a lower bound."""

from __future__ import annotations

import math
from typing import Any

import click

from densho.messages import say


class Finite(click.FloatRange):
    """A number within bounds that is one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(say("`{value}` is not a finite number.", value=value), param, ctx)
        return found
