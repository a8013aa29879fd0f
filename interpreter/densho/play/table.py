"""The course of a fight at one terminal: who is asked, what is shown to whom, and what is kept.

With several people at one keyboard, what is shown openly is what everybody may see; each is called to the keyboard in turn, and what only
he may see is shown while he sits there, hidden again afterwards. With one person everything is shown as he may see it.
The fight is saved after every choice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from densho.display.blocks import Block
from densho.display.board import draw
from densho.display.explaining import Locate
from densho.display.scene import scene
from densho.display.screen import Screen
from densho.display.seeing import EVERYTHING, PUBLIC, Viewer
from densho.display.tongue import Tongue, harmless
from densho.engine import Naming, within
from densho.engine.words import tokens_of
from densho.fights.fight import Fight, Refusal, hand_in, take_back, undo
from densho.fights.names import PERSON
from densho.fights.record import Record
from densho.play.bot import bot_choice
from densho.play.commands import Command, command_of, help_lines
from densho.play.keyboard import Keyboard, TooLong
from densho.play.offers import Offers
from densho.replay.outline import Items, chapter_outline, reason_text
from densho.replay.reading import show, show_element
from densho.replay.story import Story

Keep = Callable[[Record], None]
"""Saves the fight. Raises `OSError`."""

ENDED, TROUBLE = 0, 1


class _Leave(Exception):
    """Somebody leaves the table, or the script has no more lines."""


class _Undo(Exception):
    """The one at the keyboard wants to take something back; `name` None: the last step."""

    def __init__(self, name: str | None) -> None:
        super().__init__()
        self.name = name


@dataclass
class Table:
    """`keep` is called after every choice; `kept_as` is the file's name, shown to people (None: nothing is kept)."""

    fight: Fight
    tongue: Tongue
    screen: Screen
    keyboard: Keyboard
    locate: Locate
    keep: Keep
    kept_as: str | None
    refused: int = field(default=0, init=False)

    # --- who sits here

    @cached_property
    def persons(self) -> tuple[str, ...]:
        seats = self.fight.record.seats
        return tuple(name for name in self.fight.names if seats.get(name, PERSON) == PERSON)

    @property
    def several(self) -> bool:
        """Whether people must be hidden from each other."""
        return self.keyboard.people and len(self.persons) > 1

    @property
    def onlooker(self) -> Viewer:
        """Whoever looks at what is shown openly."""
        if len(self.persons) > 1:
            return PUBLIC
        return Viewer(self.fight.seat(self.persons[0])) if self.persons else EVERYTHING

    def story(self, viewer: Viewer) -> Story:
        return Story(self.fight, self.tongue, viewer, self.locate)

    # --- the course

    def run(self) -> int:
        """Plays until the fight is over or somebody leaves. Raises `OSError` when the fight cannot be saved, and `RulesetFault`."""
        self.greet()
        self.keep(self.fight.record)
        try:
            while not self.fight.over:
                self.turn(next(iter(self.fight.owed)))
            self.after_the_end()
        except _Leave:
            self.left()
        except KeyboardInterrupt:
            self.screen.line()
            self.left()
            raise
        return TROUBLE if self.refused and not self.keyboard.people else ENDED

    def after_the_end(self) -> None:
        """A script that goes on when the fight is over was meant for another course of it."""
        line = self.keyboard.left_over()
        command = None if line is None else command_of(self.fight, self.tongue, line)
        if line is not None and (command is None or command.name != "quit"):
            self.refused += 1
            self.tell(
                self.tongue.say("The fight is over; what follows is not read: {line}", line=harmless(line)),
                "problem",
            )

    def left(self) -> None:
        self.tell(self.tongue.say("The fight is not over."), "note")
        if self.kept_as is not None:
            self.tell(self.tongue.say("It goes on with: densho play {file}", file=self.kept_as), "note")

    def greet(self) -> None:
        story = self.story(self.onlooker)
        self.tell(story.title, "title")
        house = story.house_rules()
        if house:
            show_element(self.screen, Items("house", self.tongue.say("House rules"), house))
        if self.kept_as is not None:
            self.tell(self.tongue.say("Kept in {file}.", file=self.kept_as), "note")
        if self.keyboard.people:
            self.tell(self.tongue.say("`help` says what can be typed."), "note")
        self.show_last(self.onlooker)
        for name, _ in self.fight.record.pending:
            self.tell(self.tongue.say("{name} has chosen.", name=name), "note")

    def turn(self, name: str) -> None:
        """One who owes a choice makes it."""
        if name not in self.persons:
            with within():
                choice_of_bot = bot_choice(self.fight, name)
            self.hand_in(name, choice_of_bot)
            return
        try:
            if self.several:
                self.called(name)
            else:
                self.hand_in(*self.choose(name))
        except _Undo as wish:
            self.take_back(name, wish.name)

    def called(self, name: str) -> None:
        """Calls one of several people to the keyboard; others look away."""
        say = self.tongue.say
        decision = self.tongue.decision(self.fight.owed[name])
        self.screen.line()
        self.tell(
            say("{name}: {decision}. Enter, when nobody else is looking.", name=name, decision=decision),
            "label",
        )
        line = self.ask(f"{name}? ")
        if line:
            command = command_of(self.fight, self.tongue, line)
            if command is None:
                self.tell(say("Nothing is chosen here: first Enter alone."), "problem")
            else:
                self.obey(command, None)
            return
        with self.keyboard.hidden():
            self.show_last(Viewer(self.fight.seat(name)))
            choice = self.choose(name)
        self.tell(say("{name} has chosen.", name=name), "note")
        self.hand_in(*choice)

    def choose(self, name: str) -> tuple[str, str]:
        """Asks until there is a legal choice: the fighter and the text."""
        prompt = f"{name}, {self.tongue.decision(self.fight.owed[name])}> "
        while True:
            line = self.ask(prompt, Offers(self.fight, self.tongue, name).complete)
            who, text = self.addressed(line, name)
            if not text or self.is_nobodys(line, name):
                continue
            command = command_of(self.fight, self.tongue, text)
            if command is not None:
                self.obey(command, who)
            elif self.is_legal(who, text):
                return who, text

    def ask(self, prompt: str, complete: Callable[[str], list[str]] | None = None) -> str:
        self.screen.flush()
        try:
            line = self.keyboard.ask(prompt, complete)
        except TooLong as error:
            self.refused += 1
            self.tell(self.tongue.said(error.message), "problem")
            raise _Leave from None
        if line is None:
            raise _Leave
        return line.strip()

    def addressed(self, line: str, name: str) -> tuple[str, str]:
        """In a script a line may say whose it is: `A: forward 3`."""
        who, colon, text = line.partition(":")
        if colon and not self.keyboard.people and who.strip() in self.fight.names:
            return who.strip(), text.strip()
        return name, line

    def is_nobodys(self, line: str, name: str) -> bool:
        """Whether a line of a script is addressed to somebody who is not here, which is said."""
        who, colon, _ = line.partition(":")
        who = who.strip()
        if not colon or self.keyboard.people or who in self.fight.names:
            return False
        decision = self.fight.program.decisions[self.fight.owed[name]]
        if self.fight.program.lexicon.words(decision).match(tokens_of(who), 0) is not None:
            return False
        self.refused += 1
        names = ", ".join(self.fight.names)
        self.tell(
            self.tongue.say(
                "There is no fighter `{name}` here, but {names}.", name=harmless(who), names=names
            ),
            "problem",
        )
        return True

    def hand_in(self, name: str, text: str) -> None:
        steps = len(self.fight.record.steps)
        self.fight = hand_in(self.fight, name, text)
        self.keep(self.fight.record)
        if len(self.fight.record.steps) > steps:
            self.show_last(self.onlooker)

    def is_legal(self, name: str, text: str) -> bool:
        """Whether the choice is legal; why not is said."""
        judged = self.fight.judge(name, text)
        if not judged.refusals:
            return True
        self.refused += 1
        try:
            hand_in(self.fight, name, text)
        except Refusal as refusal:
            self.fight = refusal.fight
            self.keep(self.fight.record)
        self.say_refused(name, text)
        return False

    def say_refused(self, name: str, text: str) -> None:
        """Every reason, the one that is named first."""
        story = self.story(Viewer(self.fight.seat(name)))
        refusals = self.fight.judge(name, text).refusals
        if not refusals:
            self.tell(self.tongue.say("This choice is legal."), "note")
            return
        where = "" if self.keyboard.people else f" ({name}: {harmless(text)})"
        reasons = [reason_text(self.tongue, story.explaining.refusal(one)) for one in refusals]
        self.tell(f"{self.tongue.say('Refused')}{where}: {reasons[0]}", "problem")
        hints = self.fight.advice(name, text, Naming(row=self.tongue.row, word=self.tongue.word))
        for hint in hints:
            self.tell(f"  {self.tongue.said(hint)}", "problem")
        for reason in () if hints else reasons[1:]:  # of what cannot be read, nothing else is certain
            self.tell(f"  {self.tongue.say('also')}: {reason}", "problem")

    # --- commands

    def obey(self, command: Command, name: str | None) -> None:
        """Does what was asked. `name`: who is at the keyboard, None where everybody looks."""
        viewer = self.onlooker if name is None else Viewer(self.fight.seat(name))
        match command.name:
            case "help":
                for line in help_lines(self.tongue):
                    self.tell(line)
            case "look":
                self.screen.blocks(self.drawn(viewer))
            case "legal" if name is None:
                self.tell(
                    self.tongue.say("That is said to the one who chooses: first Enter alone."),
                    "problem",
                )
            case "legal" if name is not None:
                for line in self.offered(name, command.rest):
                    self.tell(line)
            case "why" if command.rest and name is not None:
                self.say_refused(name, command.rest)
            case "why":
                for reason in self.story(viewer).chapter(len(self.fight.moments) - 1).why:
                    self.tell(f"  {reason_text(self.tongue, reason)}", "note")
            case "undo":
                raise _Undo(command.rest or None)
            case "quit":
                raise _Leave

    @within()
    def offered(self, name: str, text: str) -> list[str]:
        if name not in self.fight.owed:
            return [self.tongue.say("{name} owes no choice now.", name=name)]
        return Offers(self.fight, self.tongue, name).lines(text)

    # --- taking back

    def take_back(self, name: str, what: str | None) -> None:
        """A choice that is not revealed yet freely, a step if all agree."""
        say = self.tongue.say
        if what is not None:
            if what not in dict(self.fight.record.pending):
                self.tell(say("{name} has no choice that is not revealed yet.", name=what), "problem")
                return
            self.fight = take_back(self.fight, what)
            self.keep(self.fight.record)
            self.tell(say("The choice of {name} is taken back.", name=what), "note")
        elif not self.fight.record.steps:
            self.tell(say("There is no step to take back."), "problem")
        elif self.all_agree(name):
            self.fight = undo(self.fight)
            self.keep(self.fight.record)
            self.tell(
                say("The step is taken back. Its dice will fall again as they did."),
                "note",
            )
            self.show_last(self.onlooker)
        else:
            self.tell(say("The step stays."), "note")

    def all_agree(self, name: str) -> bool:
        """Whether every other person agrees to take back the last step."""
        say = self.tongue.say
        number = len(self.fight.record.steps)
        self.tell(say("{name} wants to take back step {number}.", name=name, number=number), "label")
        yes = {"yes", "y", say("yes").casefold()}
        for other in self.persons:
            if other != name:
                question = say("{name}, do you agree? (yes or no)", name=other)
                who, answer = self.addressed(self.ask(f"{question} "), other)
                if who != other or answer.casefold() not in yes:
                    return False
        return True

    # --- showing

    def show_last(self, viewer: Viewer) -> None:
        """The last step, and where it leaves everybody."""
        chapter = self.story(viewer).chapter(len(self.fight.moments) - 1)
        self.screen.line()
        show(self.screen, chapter_outline(self.tongue, chapter, why=False, most=self.screen.width))
        self.screen.flush()

    @within()
    def drawn(self, viewer: Viewer) -> tuple[Block, ...]:
        moment = self.fight.moments[-1]
        shown = scene(self.fight.program, self.tongue, viewer, self.fight.state, moment.events)
        return draw(shown, self.screen.width)

    def tell(self, text: str, style: str = "plain") -> None:
        self.screen.line(text, style)


def seated(fight: Fight, seats: dict[str, str]) -> Fight:
    """The fight with other people or bots in some seats."""
    record = replace(fight.record, seats={**fight.record.seats, **seats})
    return Fight(fight.program, record, fight.moments)
