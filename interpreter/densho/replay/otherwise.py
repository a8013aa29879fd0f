"""What would have become of another choice in a step of a fight: the fight with that choice changed, told from there on.

A fighter may ask about his own choices, and learns nothing that he does not know (see `fights.what_if`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from densho.display.explaining import Reason
from densho.fights.what_if import WhatIf, what_if
from densho.ir import types as t
from densho.messages import say_n
from densho.replay.outline import Element, Heading, Items, Title, chapter_outline, reason_text
from densho.replay.story import Chapter, Story
from densho.replay.why_not import WhyNot, may_ask, why_not, why_not_outline


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """A fight with one choice changed, as `story`, from the changed step on. `departs`: the first step in which the viewer sees something else.

    `refused`: why the changed choice itself is, if it is. `reasons`: why the choice is refused at which it stops, if the viewer may know.
    """

    asked: WhatIf
    story: Story
    departs: int | None
    reasons: tuple[Reason, ...]
    refused: WhyNot | None

    def chapters(self) -> Iterator[Chapter]:
        """From the changed step on."""
        for number in range(self.asked.step, len(self.story.fight.moments)):
            yield self.story.chapter(number)


def otherwise(story: Story, step: int, who: str, text: str) -> Otherwise:
    """What would have become of another choice in a step that was played. Raises `NotThere`."""
    asked = what_if(story.fight, step, who, text, None if story.viewer.everything else story.viewer.seat)
    other = Story(asked.fight, story.tongue, story.viewer, story.locate)
    refused = None if asked.refused is None else why_not(story, step, who, text)
    reasons: tuple[Reason, ...] = ()
    stops = asked.stops
    if (
        stops is not None
        and stops.who is not None
        and stops.judgement is not None
        and may_ask(story.viewer, story.fight.seat(stops.who))
    ):
        reasons = tuple(story.explaining.refusal(one) for one in stops.judgement.refusals)
    return Otherwise(
        asked=asked,
        story=other,
        departs=_departs(story, other, step),
        reasons=reasons,
        refused=refused,
    )


def _departs(story: Story, other: Story, step: int) -> int | None:
    """The first step after which the viewer sees another position, or in which something else happened."""
    for number in range(step, len(other.fight.moments)):
        was, now = story.chapter(number), other.chapter(number)
        if was.scene.position != now.scene.position or was.told != now.told or was.verdict != now.verdict:
            return number
    return None


def otherwise_outline(story: Story, found: Otherwise, *, why: bool, most: int) -> Iterator[Element]:
    """What is changed, where that leads elsewhere, how it ends, and the steps from there on."""
    tongue = story.tongue
    if found.refused is not None:
        yield from why_not_outline(story, found.refused)
        return
    yield Title(story.title)
    who = tongue.value(t.TLabel(), found.asked.who)
    yield Heading(
        tongue.say("If {name} had chosen otherwise in step {step}", name=who, step=found.asked.step)
    )
    yield Items("told", tongue.say("What is different"), tuple(_differences(story, found)))
    if found.reasons:
        yield Items("refused", tongue.say("Refused"), (_refused(found),))
    for chapter in found.chapters():
        yield from chapter_outline(tongue, chapter, why=why, most=most)


def _refused(found: Otherwise) -> str:
    """The recorded choice at which it stops, and why."""
    tongue, stops = found.story.tongue, found.asked.stops
    assert stops is not None
    who, text = (tongue.value(t.TLabel(), one) for one in (stops.who, stops.text))
    return f"{who}: {text} – {'; '.join(reason_text(tongue, reason) for reason in found.reasons)}"


def _differences(story: Story, found: Otherwise) -> Iterator[str]:
    tongue, asked = story.tongue, found.asked
    if asked.same:
        yield tongue.say("this is what was chosen")
    elif found.departs is not None:
        yield tongue.say("it departs in step {step}", step=found.departs)
    elif asked.stops is None:
        yield tongue.say("nothing that can be seen comes of it")
    stops = asked.stops
    if stops is not None:
        yield tongue.say("it stops before step {step}: {why}", step=stops.step, why=tongue.said(stops.why))
    yield tongue.say("so it ends: {end}", end=_end(found.story))
    yield tongue.say("so it ended: {end}", end=_end(story))
    if not story.viewer.everything:
        yield tongue.say("what is hidden from the one who asks is left out")


def _end(story: Story) -> str:
    verdict = story.chapter(len(story.fight.moments) - 1).verdict
    if verdict is not None:
        return verdict
    number = len(story.fight.record.steps)
    return story.tongue.said(say_n("undecided after {n} step", "undecided after {n} steps", number))
