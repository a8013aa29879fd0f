"""Begins fights in a campaign: its rules as they are now are copied by content, and the fight is begun under the copy."""

from __future__ import annotations

from pathlib import Path

from densho.campaigns.changes import carry_out, change
from densho.campaigns.opening import changing, rules_of
from densho.campaigns.pins import pinned_rules
from densho.campaigns.places import FIGHTS
from densho.loading import Loader


def pinned(root: Path, loader: Loader) -> tuple[Path, Path]:
    """The folder of the pinned rules, and that in which fights are kept. Raises `Problems`, `Busy`, `CannotChange`."""
    with changing(root):
        rules = rules_of(root, loader)
        folder = pinned_rules(root, rules.state)
        if not folder.is_dir():
            carry_out(root, change(root, "pin the rules", rules.copy))
        fights = root / FIGHTS
        fights.mkdir(exist_ok=True)
    return folder, fights
