"""The recorded fights of a campaign, played again with the proposal in force, and granted to everybody."""

from __future__ import annotations

import time
from collections.abc import Iterator

from densho.display.blocks import Grid
from densho.dossier.document import Finding, Section, section
from densho.dossier.examined import Examined
from densho.fights.differing import Difference, compare, granted
from densho.replay.departing import departed, ended
from densho.showing.page import Element, Heading, Line, Table


def recorded_fights(examined: Examined, seconds: float) -> Section:
    """Which depart, at which step, and which end otherwise. When the seconds are over, the rest is left out."""
    question = examined.question
    title = examined.say("Recorded fights with it")
    if not question.fights:
        return section(title, [Line(examined.say("There are none yet."))])
    in_force: list[tuple[str, Difference]] = []
    having: list[tuple[str, Difference]] = []
    end, number = time.monotonic() + seconds, 0
    for kept in question.fights:
        if time.monotonic() > end:
            break
        number += 1
        found = compare(kept.fight, question.after.ruleset)
        if not found.same:
            in_force.append((kept.path.name, found))
        fighters = granted(kept.fight, question.after.ruleset, question.kind, question.row)
        given = compare(kept.fight, question.after.ruleset, fighters=fighters)
        if not given.same and given != found:
            having.append((kept.path.name, given))
    parts: list[Element] = [Line(examined.say("{number} fights played again", number=number))]
    left = len(question.fights) - number
    if left:
        text = examined.say("The time ended before {number} others were played.", number=left)
        parts.append(Line(text, style="problem"))
    for heading, differing in (
        (examined.say("Otherwise because it is in force"), in_force),
        (examined.say("Otherwise when everybody has it"), having),
    ):
        if differing:
            parts += [Heading(heading), Table(_grid(examined, differing))]
    if not in_force and not having:
        parts.append(Line(examined.say("None of them comes out otherwise.")))
    return section(title, parts, _findings(examined, in_force, having))


def _grid(examined: Examined, differing: list[tuple[str, Difference]]) -> Grid:
    say = examined.say
    head = (say("fight"), say("ended"), say("ends"), say("step"), say("otherwise"))
    return Grid(head, tuple(_row(examined, *one) for one in differing), wraps=True)


def _row(examined: Examined, name: str, found: Difference) -> tuple[str, ...]:
    departs = found.departs
    assert departs is not None
    what = [departed(found, departs, examined.tongue_of)]
    if found.stops is not None and found.stops != departs:
        what.append(departed(found, found.stops, examined.tongue_of))
    ends = ended(found.after, found.new, examined.tongue_of)
    if found.stops is not None:
        ends = examined.say("cannot go on")
    return (
        name,
        ended(found.before, found.old, examined.tongue_of),
        ends,
        str(departs.step),
        "; ".join(what),
    )


def _findings(
    examined: Examined,
    in_force: list[tuple[str, Difference]],
    having: list[tuple[str, Difference]],
) -> Iterator[Finding]:
    if in_force:
        yield Finding(
            "grave",
            examined.say(
                "{number} recorded fights come out otherwise though nobody had it", number=len(in_force)
            ),
        )
    other = sum(found.other_end for _, found in having)
    if other:
        yield Finding(
            "notable",
            examined.say("{number} recorded fights end otherwise when everybody has it", number=other),
        )
