"""Why a choice is not possible in a step of a fight, and which legal one comes nearest to it.

Refusals read what their owner may see, so why a fighter's choice is refused is for himself, and for whoever may see everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from densho import engine
from densho.display.explaining import Reason
from densho.display.seeing import Viewer
from densho.engine import State
from densho.fights.fight import Fight
from densho.fights.what_if import NotThere
from densho.ir import types as t
from densho.messages import say, say_n
from densho.replay.outline import Element, Heading, Items, Title, Verdict, reason_text
from densho.replay.story import Story

NEAREST = 3


def may_ask(viewer: Viewer, seat: int) -> bool:
    """Whether a viewer may ask about the choices of a seat."""
    return viewer.everything or viewer.seat == seat


def last_owed(fight: Fight, who: str) -> int | None:
    """The last step in which a fighter owed a choice, also the one that is not played yet; None if there was none."""
    seat = fight.seat(who)
    steps = range(len(fight.moments), 0, -1)
    return next((step for step in steps if seat in engine.owed(fight.program, _asked(fight, step))), None)


def _asked(fight: Fight, step: int) -> State:
    """The state in which the choices of a step are owed. Raises `NotThere`."""
    if not 1 <= step <= len(fight.moments):
        raise NotThere(
            say(
                "there is no step {step}: of this fight {number} were played",
                step=step,
                number=len(fight.record.steps),
            )
        )
    return fight.moments[step - 1].state


@dataclass(frozen=True, slots=True)
class NearChoice:
    """A legal choice, in words of the language and canonically, and in how many parts it differs from what was asked."""

    text: str
    choice: str
    differs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot:
    """`reasons`: what refuses it, in order of precedence; none: nothing does. `hints` say what may have been meant by a text that cannot be read.

    `whole`: every legal choice was compared to find the nearest.
    """

    step: int
    who: str
    text: str
    decision: str | None
    reasons: tuple[Reason, ...]
    hints: tuple[str, ...] = ()
    near: tuple[NearChoice, ...] = ()
    whole: bool = True


def why_not(story: Story, step: int, who: str, text: str) -> WhyNot:
    """Why a fighter's choice is not possible in a step, and what comes nearest to it that is. Raises `NotThere`."""
    fight, state = story.fight, _asked(story.fight, step)
    seat = fight.seat(who)
    with engine.within():
        judged = engine.judge(fight.program, state, seat, text)
        decision = engine.owed(fight.program, state).get(seat)
        reasons = tuple(story.explaining.refusal(one) for one in judged.refusals)
        if decision is None:
            return WhyNot(step=step, who=who, text=text, decision=None, reasons=reasons)
        named = story.tongue.decision(decision)
        if judged.legal:
            return WhyNot(step=step, who=who, text=text, decision=named, reasons=())
        hints = engine.advice(
            fight.program, state, decision, text, engine.Naming(row=story.tongue.row, word=story.tongue.word)
        )
        found = engine.nearest(fight.program, state, seat, text, NEAREST)
    near = tuple(
        NearChoice(story.tongue.choice(decision, one.text), one.text, one.differs) for one in found.choices
    )
    return WhyNot(
        step=step,
        who=who,
        text=text,
        decision=named,
        reasons=reasons,
        hints=tuple(map(story.tongue.said, hints)),
        near=near,
        whole=found.whole,
    )


def why_not_outline(story: Story, found: WhyNot) -> Iterator[Element]:
    """The refusals with their rules and places, and the nearest legal choices."""
    tongue = story.tongue
    asked = f"{tongue.value(t.TLabel(), found.who)}: {tongue.value(t.TLabel(), found.text)}"
    yield Title(story.title)
    if found.decision is None:
        yield Heading(tongue.say("Step {number}", number=found.step))
    else:
        yield Heading(tongue.say("Step {number}: {decision}", number=found.step, decision=found.decision))
    yield Items("chosen", tongue.say("Asked for"), (asked,))
    if not found.reasons:
        yield Verdict(tongue.say("nothing refuses it"))
        return
    reasons = tuple(reason_text(tongue, reason) for reason in found.reasons)
    yield Items("refused", tongue.say("Refused"), (*reasons, *found.hints))
    if found.near:
        label = tongue.say("Legal, and nearest to it") if found.whole else tongue.say("Legal, and near to it")
        yield Items("near", label, tuple(_near(story, one) for one in found.near))


def _near(story: Story, near: NearChoice) -> str:
    parts = story.tongue.said(say_n("{n} part differs", "{n} parts differ", near.differs))
    return f"{near.text} ({parts})"
