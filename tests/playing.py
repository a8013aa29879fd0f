"""Fights for tests: begun from bundled rulesets, played by bots or by given choices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from densho.cache import Cache
from densho.display.explaining import Locate
from densho.display.seeing import Viewer
from densho.display.tongue import Tongue
from densho.fights.beginning import Wishes, new_fight
from densho.fights.fight import Fight, hand_in
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.play.bot import bot_choice
from densho.replay.story import Story
from densho.targets import bundled_folder

LOADER = Loader(Cache(None))


@cache
def bundled(name: str) -> ir.Ruleset:
    folder = bundled_folder(name)
    assert folder is not None
    ruleset = LOADER.load(folder).ruleset
    assert ruleset is not None
    return ruleset


def fight_of(
    name: str,
    seed: str = "1",
    fighters: Mapping[str, Mapping[str, Any]] | None = None,
    arena: Mapping[str, Any] | None = None,
    **options: str,
) -> Fight:
    """A fight at its first decision."""
    wishes = Wishes(
        ruleset=name, seed=seed, fighters=tuple((fighters or {}).items()), arena=arena or {}, options=options
    )
    return new_fight(bundled(name), wishes)


def played(fight: Fight, steps: int) -> Fight:
    """The fight after so many more steps by bots, or at its end."""
    last = len(fight.record.steps) + steps
    while not fight.over and len(fight.record.steps) < last:
        name = next(iter(fight.owed))
        fight = hand_in(fight, name, bot_choice(fight, name))
    return fight


def chosen(fight: Fight, *choices: Mapping[str, str]) -> Fight:
    """The fight after these choices, step by step."""
    for step in choices:
        for name, text in step.items():
            fight = hand_in(fight, name, text)
    return fight


def nowhere(_span: object) -> str:
    return ""


def story_of(fight: Fight, viewer: Viewer, language: str = "en", locate: Locate = nowhere) -> Story:
    return Story(fight, Tongue(fight.program.ruleset, language), viewer, locate)
