"""Fights are made short, always in the same way, and within their budget."""

from __future__ import annotations

from explored import ruleset

from densho.exploring.fight import Fight, Step
from densho.exploring.replaying import replay
from densho.exploring.shrinking import cost, shrink

LONG = Fight(
    options=(("points_to_win", "2"),),
    fighters=(
        ("A", (("techniques", ["kakegoe", "hiraki_ashi"]), ("cell", 3))),
        ("B", (("stance", "jodan"),)),
    ),
    arena=(("cells", 10),),
    steps=(
        Step(choices=(("A", "forward 2; stance jodan"), ("B", "stay"))),
        Step(choices=(("A", "stance gedan"), ("B", "stance gedan"))),
        Step(choices=(("A", "strike"), ("B", "turn"))),
        Step(choices=(("A", "stay"), ("B", "forward 1"))),
    ),
)
RULES = ruleset("bokken")


def strikes(fight: Fight) -> Fight | None:
    """Whether somebody strikes, in whatever step."""
    played = replay(RULES, fight, trace=True)
    return played.fight if played is not None and "rule:actions.strike" in played.fired else None


def test_only_what_is_needed_is_left() -> None:
    long = strikes(LONG)
    assert long is not None
    short = shrink(RULES, long, strikes)
    assert short.options == ()
    assert short.arena == ()
    assert len(short.steps) == 1
    assert cost(short) < cost(long)
    assert shrink(RULES, long, strikes) == short


def test_a_reachable_fight_keeps_its_position() -> None:
    """Stances cannot be chosen, so the fight must come to one by itself."""
    long = strikes(LONG)
    assert long is not None
    short = shrink(RULES, long, strikes, free=frozenset({"techniques"}))
    given = {name for _, slots in short.fighters for name, _ in slots}
    assert "techniques" not in given
    assert strikes(short) == short


def test_the_budget_holds() -> None:
    tried = 0

    def shows(fight: Fight) -> Fight | None:
        nonlocal tried
        tried += 1
        return strikes(fight)

    long = strikes(LONG)
    assert long is not None
    shrink(RULES, long, shows, trials=7)
    assert tried == 7


def test_dice_become_as_low_as_they_can() -> None:
    rules = ruleset("pojedynek")
    fight = Fight(
        fighters=(("A", ()), ("B", ())),
        steps=(Step(choices=(("A", "dice 2"), ("B", "dice 3")), rolls=(("A", (6, 5)), ("B", (6, 6, 4)))),),
    )

    def wins(changed: Fight) -> Fight | None:
        played = replay(rules, changed, trace=True)
        if played is None or len(played.states) < 2:
            return None
        told = [event.get("who") for event in played.events[1] if event.name == "round"]
        return played.fight if told == ["B"] else None

    begun = wins(fight)
    assert begun is not None
    short = shrink(rules, begun, wins)
    rolled = dict(short.steps[0].rolls)
    assert rolled["A"] == (1,) * len(rolled["A"])
    assert sum(map(int, map(str, rolled["B"]))) == sum(map(int, map(str, rolled["A"]))) + 1
