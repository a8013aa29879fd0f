"""How sure a share or a difference of shares is, in closed form: the same numbers give the same interval everywhere."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z = 1.959964
"""Of the normal distribution: 95 % lie within so many standard deviations."""


def wilson(score: float, number: int) -> tuple[float, float]:
    """Wilson's interval of a share, 95 %; halves count as halves. 0 … 1 of nothing."""
    if number == 0:
        return 0.0, 1.0
    share = score / number
    spread = Z * math.sqrt(share * (1 - share) / number + Z * Z / (4 * number * number))
    centre = share + Z * Z / (2 * number)
    scale = 1 + Z * Z / number
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def paired(differences: Sequence[float]) -> tuple[float, float, float]:
    """The mean of paired differences (each -1 … 1), and its 95 % interval.

    The interval is Wald's after two more pairs: half a pair for each way in which the two could agree or differ (Agresti and Min, 2005). So a few pairs that all
    say the same do not feign certainty; of nothing it is -1 … 1.
    """
    number = len(differences)
    if number == 0:
        return 0.0, -1.0, 1.0
    total = sum(differences)
    centre = total / (number + 2)
    square = (sum(one * one for one in differences) + 1) / (number + 2)
    spread = Z * math.sqrt(max(0.0, square - centre * centre) / (number + 2))
    return total / number, max(-1.0, centre - spread), min(1.0, centre + spread)
