"""What the opponent can do about it, and what it does to who wins: `analysis.answers` and `analysis.win_rates` put into words."""

from __future__ import annotations

from collections.abc import Iterator

from densho.analysis.answers import Answers
from densho.analysis.answers import Line as Unanswered
from densho.analysis.win_rates import Arm, WinRates
from densho.display.blocks import Grid
from densho.dossier.document import Code, Finding, Section, Weight, section
from densho.dossier.examined import Examined
from densho.exploring.writing import list_text
from densho.messages import Text
from densho.showing.page import Element, Heading, Line, Table

NOTABLE = 0.05
GRAVE = 0.15
"""How much more often who has it wins, by the nearer end of the interval; what is told if that excludes 0 is, by its middle, as much as `GRAVE`."""
RARE = 0.02
BEST = 3


def answered(examined: Examined, found: Answers) -> Section:
    """For each way to use it the best answers, and lines without one."""
    say = examined.say
    parts: list[Element | Code] = []
    if found.passive:
        parts.append(
            Line(
                say(
                    "No choice names it: it works by being there. So no answers to it were looked for; what it does shows in who wins."
                )
            )
        )
    else:
        parts.append(Line(_looked_at(examined, found), 1, "note"))
    if found.ways:
        parts.append(Table(Grid(_head(examined), tuple(_ways(examined, found)), wraps=True)))
    if found.fault is not None:
        text = say(
            "With {number} answers the rules failed: {fault}",
            number=found.broken,
            fault=examined.said(found.fault),
        )
        parts.append(Line(text, style="problem"))
    for line in found.lines:
        parts += _line(examined, line)
    return section(say("What answers it"), parts, _answer_findings(examined, found))


def _head(examined: Examined) -> tuple[str, ...]:
    say = examined.say
    return (say("use"), say("looked at"), say("answered"), say("lose at once"), say("best answers"))


def _looked_at(examined: Examined, found: Answers) -> str:
    text = examined.say(
        "{positions} positions of {fights} fights looked at, in {legal} of them it could be used; seed {seed}, {seconds} s",
        positions=found.positions,
        fights=found.fights,
        legal=found.legal_in,
        seed=found.seed,
        seconds=f"{found.seconds:.0f}",
    )
    if found.complete:
        return text
    return examined.say("{text}; the time ended before everything was looked at", text=text)


def _ways(examined: Examined, found: Answers) -> Iterator[tuple[str, ...]]:
    tongue = examined.guide.tongue
    for way in found.ways:
        best = "; ".join(f"{tongue.choice(one.decision, one.text)} ({one.times}×)" for one in way.best[:BEST])
        yield (
            tongue.choice(way.decision, way.example),
            str(way.times),
            str(way.answered),
            f"{round(100 * way.lost)} %",
            best or "–",
        )


def _line(examined: Examined, line: Unanswered) -> Iterator[Element | Code]:
    say, tongue = examined.say, examined.guide.tongue
    choice = tongue.choice(line.decision, line.choice)
    yield Heading(say("No answer: {choice}", choice=choice))
    tried = (
        say("all {number} answers of {name} were tried", number=line.answers, name=line.opponent)
        if line.exhaustive
        else say("{number} answers of {name} were tried, not all", number=line.answers, name=line.opponent)
    )
    chance = say("; dice fell as they were tried") if line.chance else ""
    yield Line(f"{tried}; {say('turns looked ahead: {number}', number=line.horizon)}{chance}", 1, "note")
    for fate in line.fates:
        by = tongue.reason(fate.by) if fate.by else "–"
        shown = "; ".join(tongue.choice(line.decision, one) for one in fate.answers)
        later = say("after {turns} further turns", turns=fate.turns) if fate.turns else say("at once")
        yield Line(
            say(
                "{count} answers lose {later} ({reason}), such as: {answers}",
                count=fate.count,
                later=later,
                reason=by,
                answers=shown,
            )
        )
        if fate.then:
            then = "; ".join(tongue.choice(decision, text) for decision, text in fate.then)
            yield Line(say("then: {choices}", choices=then), 2)
    yield Code(list_text(line.scenario))


def _answer_findings(examined: Examined, found: Answers) -> Iterator[Finding]:
    say, tongue = examined.say, examined.guide.tongue
    if found.fault is not None:
        yield _failing(examined, found.fault)
    for line in found.lines:
        choice = tongue.choice(line.decision, line.choice)
        if line.exhaustive and not line.chance:
            yield Finding(
                "grave",
                say("nothing answers {choice}: there is a position where every answer loses", choice=choice),
            )
        else:
            yield Finding("notable", say("no answer to {choice} was found in some position", choice=choice))
    if found.never_legal:
        yield Finding("grave", say("in no position that was reached could it be used"))
    elif not (found.positions or found.passive or found.complete):
        yield Finding("notable", say("the time was too short to look at a single position"))
    elif found.ways and not found.lines and found.complete:
        yield Finding("well", say("in every position that was looked at something answers it"))


# --- who wins ----------------------------------------------------------------------------------------


def wins(examined: Examined, found: WinRates, *, passive: bool) -> Section:
    """Rates with it and without, by sort of player. `passive`: no choice uses it, so that it is never used."""
    say = examined.say
    title = say("What it does to who wins")
    if not found.arms:
        return section(
            title, [Line(say("There was nothing to compare: no start admits it to two fighters."))]
        )
    head = (
        say("players"),
        say("fights"),
        say("used in"),
        say("wins with it"),
        say("without"),
        say("effect"),
        say("95 %"),
    )
    rows = tuple(_arm(examined, arm, passive=passive) for arm in found.arms)
    parts: list[Element] = [Table(Grid(head, rows)), Line(_how(examined, found), 1, "note")]
    for arm in found.arms:
        if arm.fault is not None:
            text = say(
                "In {number} rounds of players {players} the rules failed: {fault}",
                number=arm.broken,
                players=_players(examined, arm),
                fault=examined.said(arm.fault),
            )
            parts.append(Line(text, style="problem"))
    return section(title, parts, _rate_findings(examined, found, passive=passive))


def _failing(examined: Examined, fault: Text) -> Finding:
    return Finding(
        "grave", examined.say("the rules fail in play with it: {fault}", fault=examined.said(fault))
    )


def _players(examined: Examined, arm: Arm) -> str:
    return examined.say("at random") if arm.bot == "random" else examined.say("looking one turn ahead")


def _arm(examined: Examined, arm: Arm, *, passive: bool) -> tuple[str, ...]:
    return (
        _players(examined, arm),
        str(arm.with_.fights),
        "–" if passive else str(arm.used),
        f"{_percent(arm.with_.share)} ({_percent(arm.with_.low)}–{_percent(arm.with_.high)})",
        f"{_percent(arm.without.share)} ({_percent(arm.without.low)}–{_percent(arm.without.high)})",
        _signed(arm.effect),
        f"{_signed(arm.low)} … {_signed(arm.high)}",
    )


def _how(examined: Examined, found: WinRates) -> str:
    text = examined.say(
        "Fights to the first verdict, both seats exchanged, with the same dice; a draw counts half. Seed {seed}, {seconds} s.",
        seed=found.seed,
        seconds=f"{found.seconds:.0f}",
    )
    if found.complete:
        return text
    return examined.say("{text} The time ended before all fights were played.", text=text)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _signed(share: float) -> str:
    return f"{100 * share:+.0f} %"


def _rate_findings(examined: Examined, found: WinRates, *, passive: bool) -> Iterator[Finding]:
    say = examined.say
    faults = [arm.fault for arm in found.arms if arm.fault is not None]
    if faults:
        yield _failing(examined, faults[0])
    if not (found.complete or any(arm.fights or arm.broken for arm in found.arms)):
        yield Finding("notable", say("the time was too short for a single fight"))
    for arm in found.arms:
        players = _players(examined, arm)
        between = f"{_signed(arm.effect)} ({_signed(arm.low)} … {_signed(arm.high)})"
        much = arm.significant and abs(arm.effect) > GRAVE
        if arm.low > NOTABLE or (much and arm.low > 0):
            weight: Weight = "grave" if arm.low > GRAVE and arm.bot == "look-ahead" else "notable"
            yield Finding(weight, say("who has it wins more often, by players {players}: {effect}", players=players, effect=between))  # fmt: skip
        elif arm.high < -NOTABLE or much:
            yield Finding("notable", say("who has it wins less often, by players {players}: {effect}", players=players, effect=between))  # fmt: skip
        elif arm.bot == "look-ahead" and arm.high < GRAVE and arm.low > -GRAVE:
            yield Finding("well", say("it changes little in who wins: {effect}", effect=between))
        elif arm.bot == "look-ahead" and arm.fights and not arm.significant:
            text = say("too few fights were played to say who wins more often: {effect}", effect=between)
            yield Finding("notable", text)
        if arm.bot == "look-ahead" and not passive and arm.fights and arm.used < RARE * arm.with_.fights:
            yield Finding("notable", say("players who look ahead hardly ever use it"))
