"""What both should do where each chooses without knowing the other's choice: mixtures that solve a matrix of payoffs.

Regret matching plus with linear weights: in turn the two play in proportion to what they regret not having played, and the rounds are averaged,
later ones counting more. In plain Python it is quick on matrices as small as a turn's, needs no chance and no solver of linear programs (a heavy
dependency for so little), and unlike fictitious play it does not run in circles around mixtures.

Payoffs are found by playing, which costs more than solving. So the matrix grows from one corner (a double oracle): the small matrix is solved, each side adds its best answer
out of all its choices to what the other would play, until neither gains by that. What nobody would answer with is never played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul

ROUNDS = 60
GROWTHS = 12
ENOUGH = 0.01
"""A better answer that gains no more than this is none."""
RARE = 0.005
"""Choices that are played less often than this count as not played."""

Matrix = Sequence[Sequence[float]]
Payoff = Callable[[int, int], float]


@dataclass(frozen=True, slots=True)
class Solution:
    """`row` and `column`: how often each choice should be played; `value`: what the row's player then gets on average."""

    row: tuple[float, ...]
    column: tuple[float, ...]
    value: float


def solve(payoffs: Matrix, rounds: int = ROUNDS) -> Solution:
    """Mixtures of a zero-sum game; `payoffs[i][j]` goes to the row's player. At least one row and one column."""
    columns = tuple(zip(*payoffs, strict=True))
    if len(payoffs) == 1 or len(columns) == 1:
        return _alone(payoffs, columns)
    regrets = [0.0] * len(payoffs), [0.0] * len(columns)
    sums = [0.0] * len(payoffs), [0.0] * len(columns)
    row, column = _in_proportion(regrets[0]), _in_proportion(regrets[1])
    for number in range(1, rounds + 1):
        gains = [_dot(line, column) for line in payoffs]
        value = _dot(gains, row)
        for place, paid_on in enumerate(gains):
            regrets[0][place] = max(0.0, regrets[0][place] + paid_on - value)
        row = _in_proportion(regrets[0])
        losses = [_dot(line, row) for line in columns]
        value = _dot(losses, column)
        for place, loss in enumerate(losses):
            regrets[1][place] = max(0.0, regrets[1][place] + value - loss)
        column = _in_proportion(regrets[1])
        for total, played in zip(sums, (row, column), strict=True):
            for place, share in enumerate(played):
                total[place] += number * share
    row, column = _in_proportion(sums[0]), _in_proportion(sums[1])
    return Solution(tuple(row), tuple(column), _dot([_dot(line, column) for line in payoffs], row))


def grow(rows: int, columns: int, payoff: Payoff) -> Solution:
    """Mixtures over so many rows and columns, whose payoffs are asked for only as far as they matter."""
    own, other = [0], [0]
    paid = cache(payoff)
    small = solve([[paid(0, 0)]])
    for _ in range(GROWTHS):
        against, played = _played(other, small.column), _played(own, small.row)
        gains = [_average([(paid(row, column), share) for column, share in against]) for row in range(rows)]
        losses = [
            _average([(paid(row, column), share) for row, share in played]) for column in range(columns)
        ]
        best_row, best_column = gains.index(max(gains)), losses.index(min(losses))
        if gains[best_row] - small.value > ENOUGH and best_row not in own:
            own.append(best_row)
        if small.value - losses[best_column] > ENOUGH and best_column not in other:
            other.append(best_column)
        if len(own) == len(small.row) and len(other) == len(small.column):
            break
        small = solve([[paid(row, column) for column in other] for row in own])
    return Solution(_spread(own, small.row, rows), _spread(other, small.column, columns), small.value)


def _played(choices: Sequence[int], shares: Sequence[float]) -> list[tuple[int, float]]:
    return [(choice, share) for choice, share in zip(choices, shares, strict=True) if share > RARE]


def _average(weighted: Sequence[tuple[float, float]]) -> float:
    return sum(value * share for value, share in weighted) / sum(share for _, share in weighted)


def _spread(choices: Sequence[int], shares: Sequence[float], number: int) -> tuple[float, ...]:
    given = dict(zip(choices, shares, strict=True))
    return tuple(given.get(place, 0.0) for place in range(number))


def _alone(payoffs: Matrix, columns: Matrix) -> Solution:
    """One of the two has no choice: the other takes the best; of several alike, each as often."""
    rows = [min(line) for line in payoffs]
    worst = [max(line) for line in columns]
    value = payoffs[rows.index(max(rows))][worst.index(min(worst))]
    return Solution(_best([*rows]), _best([-one for one in worst]), value)


def _best(values: Sequence[float]) -> tuple[float, ...]:
    best = [value >= max(values) - 1e-9 for value in values]
    return tuple(one / sum(best) for one in best)


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return float(sum(map(mul, one, other)))


def _in_proportion(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    if total <= 0:
        return [1 / len(weights)] * len(weights)
    return [weight / total for weight in weights]
