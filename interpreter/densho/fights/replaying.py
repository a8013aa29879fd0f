"""A record played again from its start: whether every choice is legal, and whether the dice are those that had to fall."""

from __future__ import annotations

import time
from typing import NoReturn

from densho.diagnostics.model import Label, Report
from densho.engine import BadValue, Program, RulesetFault
from densho.fights.fight import Fight, Refusal, begin, hand_in
from densho.fights.read import Read
from densho.fights.record import Choices, Rolled
from densho.messages import Text, listed, say
from densho.source import Span

MOST_SECONDS = 60


class _GivenUp(Exception):
    pass


def replay(program: Program, read: Read, report: Report) -> Fight | None:
    """The fight of the record; None after a report of the first thing that does not follow."""
    try:
        return _Replay(program, read, report).run()
    except _GivenUp:
        return None


class _Replay:
    def __init__(self, program: Program, read: Read, report: Report) -> None:
        self.program = program
        self.read = read
        self.report = report
        self.deadline = time.monotonic() + MOST_SECONDS

    def run(self) -> Fight:
        fight = self.begun()
        record = self.read.record
        for number, step in enumerate(record.steps):
            fight = self.step(fight, number, step.choices)
            self.same_dice(fight.record.steps[-1].dice, step.dice, number + 1)
        for name, text in record.pending:
            fight = self.hand_in(fight, name, text, self.read.pending[name])
        if len(fight.record.steps) > len(record.steps):
            self.bad(
                self.read.pending[record.pending[-1][0]],
                say("with this all choices of a step are in: it belongs to `steps`"),
            )
        return fight.with_notes(record)

    def begun(self) -> Fight:
        try:
            fight = begin(self.program, self.read.record)
        except BadValue as error:
            self.bad(self.read.setup, say("this fight cannot begin: {why}", why=error.args[0]))
        except RulesetFault as error:
            self.fault(self.read.setup, error)
        self.same_dice(fight.record.opening, self.read.record.opening, 0)
        return fight

    def step(self, fight: Fight, number: int, choices: Choices) -> Fight:
        span = self.read.steps[number]
        if time.monotonic() > self.deadline:
            message = say("this fight takes longer than {most} seconds to play again", most=MOST_SECONDS)
            self.report.add("too-big", span, message)
            raise _GivenUp
        if fight.over:
            self.bad(span, say("the fight was over before this step"))
        for name, text in choices:
            fight = self.hand_in(fight, name, text, self.read.choices[number][name])
        if len(fight.record.steps) == number:
            self.bad(span, say("{names} owe a choice in this step", names=listed(fight.owed)))
        return fight

    def hand_in(self, fight: Fight, name: str, text: str, span: Span) -> Fight:
        if name not in fight.owed:
            self.bad(span, say("{name} owes no choice here", name=name))
        try:
            return hand_in(fight, name, text)
        except Refusal as refusal:
            says = refusal.judgement.refusals[0].says
            self.bad(span, say("this choice of {name} is refused by `{rule}`", name=name, rule=says))
        except RulesetFault as error:
            self.fault(span, error)

    def same_dice(self, fell: Rolled, written: Rolled, number: int) -> None:
        """What is written must be what had to fall."""
        if dict(fell) == dict(written):
            return
        places = self.read.dice[number]
        holder = next(
            name
            for name in {**dict(written), **dict(fell)}
            if dict(fell).get(name) != dict(written).get(name)
        )
        span = places.get(holder, self.read.steps[number - 1] if number else self.read.setup)
        message = say("these are not the dice of {holder} that fell from this seed", holder=holder)
        shown = ", ".join(map(str, dict(fell).get(holder, ()))) or say("none")
        self.bad(span, message, say("they are: {dice}", dice=shown))

    def bad(self, span: Span, message: Text, help: Text | None = None) -> NoReturn:
        self.report.add("bad-fight", span, message, help=help or ())
        raise _GivenUp

    def fault(self, span: Span, error: RulesetFault) -> NoReturn:
        labels = [Label(span=one, text=say("here")) for one in error.spans if one.path]
        self.report.add("ruleset-fault", span, error.message, help=list(error.help), labels=labels)
        raise _GivenUp
