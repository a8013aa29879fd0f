"""A story laid out for reading: headings, lists, drawings. Every text format is made of this."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from densho.display.blocks import Block
from densho.display.explaining import Reason
from densho.display.tongue import Tongue
from densho.ir import types as t
from densho.replay.story import Chapter, Story


@dataclass(frozen=True, slots=True)
class Title:
    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `label` stands before it, `about` says what it is: what was chosen, told, refused, or why."""

    about: str
    label: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    text: str


Element = Title | Heading | Items | Pictures | Verdict


def outline(story: Story, *, why: bool, most: int) -> Iterator[Element]:
    """The whole story. `why` adds the reasons, `most` is the width of drawings."""
    yield Title(story.title)
    house = story.house_rules()
    if house:
        yield Items("house", story.tongue.say("House rules"), house)
    for chapter in story.chapters():
        yield from chapter_outline(story.tongue, chapter, why=why, most=most)


def chapter_outline(tongue: Tongue, chapter: Chapter, *, why: bool, most: int) -> Iterator[Element]:
    """One step: what was chosen, what came of it, why, and where that leaves everybody."""
    yield Heading(heading(tongue, chapter))
    if chapter.tried and why:
        yield Items("refused", tongue.say("Refused"), tuple(_tried(tongue, chapter)))
    if chapter.chosen:
        chosen = (f"{tongue.value(t.TLabel(), one.who)}: {one.text}" for one in chapter.chosen)
        yield Items("chosen", tongue.say("Choices"), tuple(chosen))
    if chapter.told:
        yield Items("told", tongue.say("What happened"), chapter.told)
    if why and chapter.why:
        yield Items("why", tongue.say("Why"), tuple(_reasons(tongue, chapter.why)))
    blocks = chapter.drawn(most)
    if blocks:
        yield Pictures(blocks)
    if chapter.verdict is not None:
        yield Verdict(chapter.verdict)


def heading(tongue: Tongue, chapter: Chapter) -> str:
    if chapter.number == 0:
        return tongue.say("Start")
    if chapter.decision is None:
        return tongue.say("Step {number}", number=chapter.number)
    return tongue.say("Step {number}: {decision}", number=chapter.number, decision=chapter.decision)


def reason_text(tongue: Tongue, reason: Reason) -> str:
    """What was decided, the rule's name, its paragraphs, and where it stands."""
    about = [reason.rule, *reason.cites]
    if reason.step is not None:
        about.insert(0, tongue.text(f"step.{reason.step}", reason.step))
    place = f" · {reason.place}" if reason.place else ""
    return f"{reason.text}  [{', '.join(about)}{place}]"


def _reasons(tongue: Tongue, reasons: tuple[Reason, ...]) -> Iterator[str]:
    for reason in reasons:
        yield reason_text(tongue, reason)


def _tried(tongue: Tongue, chapter: Chapter) -> Iterator[str]:
    for one in chapter.tried:
        why = "; ".join(reason_text(tongue, reason) for reason in one.reasons)
        yield f"{tongue.value(t.TLabel(), one.who)}: {tongue.value(t.TLabel(), one.text)} – {why}"
