"""How much may be searched, and how much was."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic


@dataclass(slots=True)
class Effort:
    """`seconds` and `most` (fights) are the limits; None: none."""

    seconds: float | None = None
    most: int | None = None
    fights: int = 0
    steps: int = 0
    began: float = field(default_factory=monotonic)

    @property
    def spent(self) -> float:
        """Seconds since it began."""
        return monotonic() - self.began

    @property
    def share(self) -> float:
        """How much of the whole has been used, 0 to 1."""
        used = 0.0 if self.seconds is None else self.spent / max(self.seconds, 0.001)
        return max(used, 0.0 if self.most is None else self.fights / max(self.most, 1))

    @property
    def over(self) -> bool:
        return self.share >= 1
