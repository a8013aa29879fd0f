"""The library: load a ruleset, start a fight, hand in choices, look at what came of them.

    rules = densho.load("bokken")
    fight = rules.start(A={"techniques": ["hiraki_ashi"]}, seed=1)
    fight.legal("A")
    fight = fight.choose("A", "forward 3; stance jodan").choose("B", "forward 1; stance gedan")
    fight.state["A"].cell
    fight.outcome

Fights are values: `choose` gives a new one and leaves the old one as it was. Slots are given and read as plain data: truth values, whole
numbers, texts (rows by their ids, fighters by their names), lists (of sets, lists and bags), mappings (of records), and None for nothing.

Rules that take longer than they may (DENSHO_SECONDS, see `densho.limits`) are a `RulesetFault`, in a process's main thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from densho import engine
from densho.cache import Cache
from densho.diagnostics.catalogue import severity_of
from densho.diagnostics.model import Diagnostic
from densho.engine import BadValue, Dice, Event, IllegalChoice, NotOwed, Program, SeededDice, UnreadableChoice
from densho.errors import DenshoError
from densho.ir import nodes as ir
from densho.loading import Loader
from densho.messages import listed, say
from densho.source import Source
from densho.targets import bundled_folder, bundled_ids, main_file

__all__ = [
    "BadRuleset",
    "Event",
    "Fight",
    "Holder",
    "Refusal",
    "Rules",
    "TooManyChoices",
    "Verdict",
    "WhatIf",
    "WhyNot",
    "load",
]

ARENA = "arena"
DEFAULT_FIGHTERS = ("A", "B")

Slots = Mapping[str, object]


class BadRuleset(DenshoError):
    """A ruleset has mistakes, or there is none at the path.

    `diagnostics` are its mistakes in the order of their places, `sources` the texts in which they stand, by path. The message holds
    the first of them.
    """

    def __init__(
        self, message: str, diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source]
    ) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        self.sources = sources


class TooManyChoices(DenshoError):
    """A decision has more legal choices than were to be listed; `Fight.complete` and `Fight.refusals` work all the same."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a choice is refused: the refusal's id, the rulebook's paragraphs that it carries, and the part that is wrong, if it is one.

    `hints` say what may have been meant by a text that cannot be read; they belong to the first refusal.
    """

    id: str
    cites: tuple[str, ...]
    detail: str
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a choice is refused (`refusals` in order of precedence; none: it is legal), and the legal choices that differ from it in the fewest parts."""

    refusals: tuple[Refusal, ...]
    nearest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A fight with one choice changed, as far as the choices that were made after it can be made.

    `departs`: the first step after which it stands otherwise than the fight did; None: it never does. `stops`: the step whose choices cannot be made any more;
    None: all were, or it was over before.
    """

    fight: Fight
    departs: int | None
    stops: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a fight ended. `winner` is a fighter or, where the ruleset has them, a team; None in a draw. `by` is the reason's id."""

    winner: str | None
    by: str | None

    @property
    def draw(self) -> bool:
        return self.winner is None


def load(ruleset: str | Path, extra: Sequence[str | Path] = ()) -> Rules:
    """The rules in a folder, or of a bundled ruleset by its id (an existing path wins).

    `extra` are loose files (a technique, a weapon) to be added. Raises `BadRuleset` when there are mistakes, or no ruleset.
    """
    folder = Path(ruleset) if main_file(Path(ruleset)) else bundled_folder(str(ruleset))
    if folder is None:
        known = ", ".join(bundled_ids())
        raise BadRuleset(
            say(
                "`{name}` is neither a ruleset's folder nor the id of a bundled ruleset ({names})",
                name=str(ruleset),
                names=known,
            ),
            (),
            {},
        )
    loader = Loader(Cache(None))
    loaded = loader.load(folder, [Path(path) for path in extra])
    if loaded.ruleset is None:
        errors = [one for one in loaded.diagnostics if severity_of(one.slug) == "error"]
        message = say("`{path}`: {problem}", path=str(ruleset), problem=errors[0].message)
        if len(errors) > 1:
            message = say("{problem} (and {number} more)", problem=message, number=len(errors) - 1)
        raise BadRuleset(message, errors, loader.texts)
    return Rules(loaded.ruleset)


@dataclass(frozen=True)
class Rules:
    """A ruleset without mistakes. `ir` is its core, for those who want to look inside."""

    ir: ir.Ruleset

    def __repr__(self) -> str:
        return f"Rules({self.id!r}, version={self.version!r})"

    @property
    def id(self) -> str:
        return self.ir.id

    @property
    def version(self) -> str:
        return self.ir.version

    @cached_property
    def options(self) -> dict[str, tuple[str, ...]]:
        """The house rules: each option with its values."""
        return {option.name: option.values for option in self.ir.options}

    def start(
        self,
        *,
        fighters: Mapping[str, Slots] | None = None,
        arena: Slots | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | str | None = None,
        dice: Dice | None = None,
        **named: Slots,
    ) -> Fight:
        """A fight at its first decision.

        Fighters are keywords (`A={...}, B={...}`) or, for any other names, a mapping `fighters`; in the order given, and A and B if left out.
        Each comes with the slots that differ from the ruleset's start; `arena` likewise. `options` are house rules by id. Chance comes from
        `seed` (the same seed, the same dice, on every machine; without one a random seed is taken, see `Fight.seed`), or from `dice`,
        which is then shared by all fights that follow from this one.

        Raises `BadValue` for slots, values or options that the ruleset does not have, `RulesetFault` when the rules themselves fail.
        """
        given = {**(fighters or {}), **named} or {name: {} for name in DEFAULT_FIGHTERS}
        program = engine.compile_program(
            self.ir, {name: str(value) for name, value in (options or {}).items()}
        )
        low, high = self.ir.seats
        if not low <= len(given) <= high:
            raise BadValue(
                say(
                    "`{ruleset}` is for {low} to {high} fighters, here are {given}",
                    ruleset=self.id,
                    low=low,
                    high=high,
                    given=len(given),
                )
            )
        setup = engine.Setup(
            fighters=tuple(
                (name, self._slots(program, "fighter", slots, tuple(given))) for name, slots in given.items()
            ),
            arena=self._slots(program, ARENA, arena or {}, tuple(given)),
        )
        sown = secrets.token_hex(16) if seed is None else seed
        chance = dice if dice is not None else SeededDice(sown)
        with engine.within():
            state, events = engine.start(program, setup, chance, trace=True)
        return Fight(
            rules=self,
            names=tuple(given),
            seed=None if dice is not None else sown,
            trace=events,
            _program=program,
            _state=state,
            _dice=chance,
        )

    def _slots(
        self, program: Program, holder: str, slots: Slots, names: tuple[str, ...]
    ) -> dict[str, object]:
        declared = {slot.name: slot for slot in self.ir.slots if slot.holder == holder and not slot.working}
        found = {}
        for name, plain in slots.items():
            if name not in declared:
                raise BadValue(
                    say("`{ruleset}` has no slot `{name}` of the arena", ruleset=self.id, name=name)
                    if holder == ARENA
                    else say("`{ruleset}` has no slot `{name}` of the fighter", ruleset=self.id, name=name)
                )
            found[name] = engine.from_plain(program, declared[name].type, plain, names)
        return found


class Holder(Mapping[str, object]):
    """The slots of a fighter or of the arena: `holder.cell` or `holder["cell"]`."""

    def __init__(self, slots: Mapping[str, object]) -> None:
        self._slots = dict(slots)

    def __getitem__(self, slot: str) -> object:
        return self._slots[slot]

    def __getattr__(self, slot: str) -> object:
        if slot.startswith("_") or slot not in self._slots:
            raise AttributeError(f"there is no slot `{slot}`")
        return self._slots[slot]

    def __iter__(self) -> Iterator[str]:
        return iter(self._slots)

    def __len__(self) -> int:
        return len(self._slots)

    def __repr__(self) -> str:
        return f"Holder({self._slots!r})"


@dataclass(frozen=True)
class Fight:
    """A fight as it stands. `names` are the fighters in seat order. Fights are equal when they stand alike, however they came there.

    `trace` tells what happened since the fight before this one (the one whose `choose` gave this): every rule that fired, with its place and
    what it wrote, the dice, the events, the ends of blocks.
    """

    rules: Rules = field(hash=False)
    names: tuple[str, ...]
    seed: int | str | None
    trace: tuple[Event, ...] = field(repr=False, compare=False)
    _program: Program = field(repr=False)
    _state: engine.State = field(repr=False)
    _dice: Dice = field(repr=False, compare=False)
    _past: tuple[_Step, ...] = field(default=(), repr=False, compare=False)
    """The steps that were played, and the one that is being decided, if somebody has handed in a choice."""

    # --- looking ----------------------------------------------------------------------------------

    @cached_property
    def state(self) -> Mapping[str, Holder]:
        """Everything, hidden or not: by fighter's name and `arena`, the slots; a choice that is handed in stands under `choice`."""
        return {name: Holder(slots) for name, slots in engine.full(self._program, self._state).items()}

    def view(self, fighter: str | None = None) -> dict[str, dict[str, object]]:
        """What the fighter may see, in the form of `state` (None: what a spectator may see)."""
        return engine.view(self._program, self._state, None if fighter is None else self._seat(fighter))

    @property
    def waiting(self) -> dict[str, str]:
        """The decision that each fighter owes now; those who owe none are left out."""
        return {
            self.names[seat]: decision for seat, decision in engine.owed(self._program, self._state).items()
        }

    @property
    def outcome(self) -> Verdict | None:
        """How the fight ended; None while it goes on."""
        verdict = engine.outcome(self._program, self._state)
        return None if verdict is None else Verdict(verdict.winner, verdict.by)

    @property
    def events(self) -> tuple[Event, ...]:
        """What was told to the fighters since the fight before this one."""
        return tuple(event for event in self.trace if event.kind == "event")

    # --- choices ----------------------------------------------------------------------------------

    def legal(self, fighter: str, limit: int = 20_000) -> tuple[str, ...]:
        """Every legal choice of the fighter, in its one spelling, in a fixed order; none when it owes none.

        Raises `TooManyChoices` when there are more than `limit`.
        """
        seat = self._seat(fighter)
        decision = engine.owed(self._program, self._state).get(seat)
        if decision is None:
            return ()
        with engine.within():
            choices = engine.legal(self._program, self._state, seat, limit).choices
        if choices is None:
            raise TooManyChoices(
                say(
                    "`{decision}` has more than {limit} legal choices for {fighter}",
                    decision=decision,
                    limit=limit,
                    fighter=fighter,
                )
            )
        return tuple(engine.print_choice(self._program, decision, choice, self.names) for choice in choices)

    def complete(self, fighter: str, text: str, limit: int = 50) -> tuple[str, ...]:
        """How a choice that is being typed can go on so that it is legal."""
        with engine.within():
            return engine.complete(self._program, self._state, self._seat(fighter), text, limit)

    def refusals(self, fighter: str, text: str) -> tuple[Refusal, ...]:
        """All that refuses the choice, in order of precedence; none when it is legal."""
        seat = self._seat(fighter)
        with engine.within():
            judgement = engine.judge(self._program, self._state, seat, text)
        hints = self._hints(seat, text, judgement)
        return tuple(
            Refusal(one.says, one.cites, one.detail, () if number else hints)
            for number, one in enumerate(judgement.refusals)
        )

    def why_not(self, fighter: str, text: str, most: int = 3) -> WhyNot:
        """Why the fighter may not choose this now, and at most so many legal choices that come nearest to it.

        Raises `NotOwed`.
        """
        seat = self._seat(fighter)
        refusals = self.refusals(fighter, text)
        found = engine.nearest(self._program, self._state, seat, text, most)
        return WhyNot(refusals, tuple(one.text for one in found.choices))

    @property
    def steps(self) -> tuple[Mapping[str, str], ...]:
        """The choices of all steps that were played since `Rules.start`, by fighter."""
        decided = any(choice is not None for choice in self._state.pending)
        return tuple(step.choices for step in (self._past[:-1] if decided else self._past))

    def what_if(self, step: int, fighter: str, text: str) -> WhatIf:
        """What would have become of the fight if the fighter had chosen this in a step (from 1), with all other choices as they were made.

        The dice of each step are those that fell in it, in the order in which they are rolled. Raises `BadValue` if there is no such step or the dice came from elsewhere than
        a seed, `NotOwed`, and `UnreadableChoice` or `IllegalChoice` if the choice itself is refused.
        """
        played = self._past[: len(self.steps)]
        if not 1 <= step <= len(played):
            raise BadValue(
                say(
                    "there is no step {step}: of this fight {number} were played",
                    step=step,
                    number=len(played),
                )
            )
        first = played[step - 1]
        if not isinstance(first.before._dice, SeededDice):
            raise BadValue(say("what would have become of a fight can only be told of one with a seed"))
        first.before.choose(fighter, text)
        now, departs = first.before, None
        for number, one in enumerate(played[step - 1 :], step):
            choices = {**one.choices, fighter: text} if number == step else one.choices
            after = None if now.outcome is not None else _played(now, one, choices)
            if after is None:
                return WhatIf(now, departs, None if now.outcome is not None else number)
            now = after
            then = played[number].before if number < len(played) else self._settled
            if departs is None and now != then:
                departs = number
        return WhatIf(now, departs, None)

    @property
    def _settled(self) -> Fight:
        """The fight before choices that are handed in and not revealed."""
        return self._past[-1].before if len(self._past) > len(self.steps) else self

    def _hints(self, seat: int, text: str, judgement: engine.Judgement) -> tuple[str, ...]:
        decision = engine.owed(self._program, self._state).get(seat)
        if decision is None or judgement.choice is not None:
            return ()
        return engine.advice(self._program, self._state, decision, text)

    def choose(self, fighter: str, text: str) -> Fight:
        """The fight after the fighter has handed in a choice. When all who owe one have, it has gone on to the next decision or the end.

        Raises `NotOwed`, `UnreadableChoice` or `IllegalChoice` (with its `refusals`), and `RulesetFault` when the rules contradict themselves.
        """
        seat = self._seat(fighter)
        with engine.within():
            judgement = engine.judge(self._program, self._state, seat, text)
        if judgement.refusals or judgement.choice is None:
            raise self._refused(fighter, text, judgement)
        dice = SeededDice(*self._dice.state) if isinstance(self._dice, SeededDice) else self._dice
        with engine.within():
            state, events = engine.step(
                self._program, self._state, {seat: judgement.choice}, dice, trace=True, judged=True
            )
        spelt = engine.print_choice(
            self._program, engine.owed(self._program, self._state)[seat], judgement.choice, self.names
        )
        past = self._with_choice(fighter, spelt)
        return Fight(self.rules, self.names, self.seed, events, self._program, state, dice, past)

    def _with_choice(self, fighter: str, text: str) -> tuple[_Step, ...]:
        if any(choice is not None for choice in self._state.pending):
            *played, last = self._past
            return (*played, _Step(last.before, {**last.choices, fighter: text}))
        return (*self._past, _Step(self, {fighter: text}))

    def _refused(self, fighter: str, text: str, judgement: engine.Judgement) -> DenshoError:
        seat = self._seat(fighter)
        if seat not in engine.owed(self._program, self._state):
            return NotOwed(say("{fighter} owes no choice now", fighter=fighter), seat)
        named = ", ".join(dict.fromkeys(one.says for one in judgement.refusals))
        kind = UnreadableChoice if judgement.choice is None else IllegalChoice
        first = judgement.refusals[0].says
        message = say(
            "`{choice}` of {fighter} is refused: {refusals}", choice=text, fighter=fighter, refusals=named
        )
        hints = self._hints(seat, text, judgement)
        if hints:
            message = say("{problem} ({hints})", problem=message, hints=listed(hints))
        return kind(message, seat, first, judgement.refusals)

    def _seat(self, fighter: str) -> int:
        if fighter not in self.names:
            raise BadValue(
                say(
                    "there is no fighter `{name}` here, but {names}",
                    name=fighter,
                    names=", ".join(self.names),
                )
            )
        return self.names.index(fighter)


@dataclass(frozen=True, slots=True)
class _Step:
    """The choices of a step, and the fight before it."""

    before: Fight
    choices: Mapping[str, str]


def _played(fight: Fight, step: _Step, choices: Mapping[str, str]) -> Fight | None:
    """The fight after these choices, with the dice of the step; None if they are not those that are owed, or cannot be made."""
    if fight.waiting != step.before.waiting:
        return None
    fight = replace(fight, _dice=step.before._dice)
    try:
        for fighter, text in choices.items():
            fight = fight.choose(fighter, text)
    except DenshoError:
        return None
    return fight
