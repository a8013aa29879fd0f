"""A story as JSON, for programs: canonical choices, events with their fields, positions and reasons, all as the viewer may see them."""

from __future__ import annotations

import json
from typing import Any

from densho.display.blocks import all_lines
from densho.display.explaining import Reason
from densho.replay.otherwise import Otherwise
from densho.replay.posts import WIDTH
from densho.replay.story import Chapter, Story
from densho.replay.why_not import WhyNot

FORMAT = "1"


def as_json(story: Story, *, why: bool) -> str:
    """One object; `steps` holds the beginning (number 0) and every step."""
    steps = [_chapter(chapter, why) for chapter in story.chapters()]
    return _text({**_head(story), "steps": steps, "outcome": _outcome(story)})


def why_not_json(story: Story, found: WhyNot) -> str:
    """One object about one choice: what refuses it, and the nearest legal ones."""
    return _text({**_head(story), "why_not": _why_not(found)})


def otherwise_json(story: Story, found: Otherwise, *, why: bool) -> str:
    """One object about the other fight; `steps` are those from the changed one on. A changed choice that is refused is told as by `why_not_json`."""
    if found.refused is not None:
        return why_not_json(story, found.refused)
    asked, stops = found.asked, found.asked.stops
    what_if = {
        "step": asked.step,
        "who": asked.who,
        "choice": asked.text,
        "departs": found.departs,
        "stops": None
        if stops is None
        else {"step": stops.step, "text": stops.why, "by": [_reason(one) for one in found.reasons]},
    }
    steps = [_chapter(chapter, why) for chapter in found.chapters()]
    ends = {"outcome": _outcome(found.story), "was": _outcome(story)}
    return _text({**_head(story), "what_if": what_if, "steps": steps, **ends})


def _head(story: Story) -> dict[str, Any]:
    record = story.fight.record
    return {
        "format": FORMAT,
        "ruleset": story.fight.program.rules.id,
        "version": record.version,
        "digest": record.digest,
        "viewer": _viewer(story),
        "options": dict(record.options),
        "fighters": list(story.fight.names),
    }


def _text(data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _why_not(found: WhyNot) -> dict[str, Any]:
    return {
        "step": found.step,
        "who": found.who,
        "choice": found.text,
        "by": [_reason(one) for one in found.reasons],
        "hints": list(found.hints),
        "nearest": [{"choice": one.choice, "differs": one.differs} for one in found.near],
        "all_compared": found.whole,
    }


def _viewer(story: Story) -> str:
    """`all`, `public`, or the fighter's name."""
    seat = story.viewer.seat
    if story.viewer.everything:
        return "all"
    return "public" if seat is None else story.fight.names[seat]


def _chapter(chapter: Chapter, why: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "number": chapter.number,
        "choices": {one.who: one.choice for one in chapter.chosen},
        "events": [
            {"event": event.name, **dict(event.fields)} for event in chapter.events if event.kind == "event"
        ],
        "ended": [dict(event.fields) for event in chapter.events if event.kind == "end"],
        "told": list(chapter.told),
        "position": chapter.scene.position,
        "drawing": list(all_lines(chapter.drawn(WIDTH), WIDTH)),
    }
    if why:
        found["why"] = [_reason(one) for one in chapter.why]
        found["refused"] = [
            {"who": one.who, "choice": one.text, "by": [_reason(reason) for reason in one.reasons]}
            for one in chapter.tried
        ]
    return found


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "step": reason.step,
        "rule": reason.rule,
        "cites": list(reason.cites),
        "text": reason.text,
        "place": reason.place,
    }


def _outcome(story: Story) -> dict[str, Any] | None:
    outcome = story.fight.settled.outcome
    return None if outcome is None else {"winner": outcome.winner, "draw": outcome.draw, "by": outcome.by}
