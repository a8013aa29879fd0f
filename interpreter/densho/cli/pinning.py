"""Fights in campaigns, for `densho play`: under a copy of the campaign's rules that stays, in the campaign's own folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from densho.campaigns.places import PINNED, RULES
from densho.cli.campaigns import Told, telling
from densho.loading import Loader
from densho.messages import say
from densho.targets import CAMPAIGN, campaign_around


@dataclass(frozen=True, slots=True)
class Pinned:
    """`rules`: the folder of the copy; `fight`: how a fight's file is called, with its folder, up to a number."""

    rules: Path
    fight: str


def is_campaign(path: Path) -> bool:
    """Whether a folder is a campaign's."""
    return (path / CAMPAIGN).is_file()


def pin_rules(path: Path, loader: Loader) -> Pinned | None:
    """Copies the rules as they are now, unless that was done before; None when they have mistakes, which are shown."""
    from densho.campaigns.beginning import pinned  # noqa: PLC0415 - it imports the core

    try:
        with telling(loader):
            rules, fights = pinned(path, loader)
    except Told:
        return None
    return Pinned(rules=rules, fight=str(fights / path.resolve().name))


def refuse_loose(target: Path, extra: Sequence[Path]) -> None:
    """A fight under pinned rules can have no file beside them, which anybody might change. Raises `UsageError`."""
    root = campaign_around(target)
    if extra and root is not None and PINNED in target.parts:
        raise click.UsageError(
            say(
                "A campaign is fought under its own rules, without `{file}`. To try a file: densho play {folder} --with FILE",
                file=extra[0],
                folder=root / RULES,
            )
        )
