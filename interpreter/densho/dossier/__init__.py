"""The dossier of a proposal: what it says, what it changes, what it meets, what would have come out otherwise, and what it does to who wins.

Comes in: a question of a campaign (`campaigns.asking`). Goes out: a `document`, which is shown on a terminal, as Markdown or as a page.
"""

from __future__ import annotations

from densho.dossier.making import Made, make

__all__ = ["Made", "make"]
