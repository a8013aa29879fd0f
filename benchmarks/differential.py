"""The interpreter against the hand-written game: the same fights, decision by decision, until they differ.

`python benchmarks/differential.py RULESET [--fights N] [--seed S] [--first I]` plays random fights with random options, equipment and
characteristics. Choices are sampled from the interpreter; beside each, texts that may be illegal or nonsense are judged by both. After
every decision the fields, what is owed, the outcome and each fighter's view are compared, and where they are few the legal choices.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from densho import engine
from densho.diagnostics.model import Report
from densho.pipeline import load_ruleset

NAMES = ("A", "B")
WILD = 3
DECISIONS = 40
TRIES = 6
CANDIDATES = 2000


class SeatDice:
    """Dice of each seat's own, so that it does not matter who rolls first.

    In some fights both throw the same, or loaded dice: ties and rare positions come up more often.
    """

    def __init__(self, seed: str, loaded: Callable[[random.Random], Sequence[int]]) -> None:
        rng = random.Random(seed)
        twins = rng.random() < 0.3
        self.faces = loaded(rng) if rng.random() < 0.5 else range(1, 7)
        self.rngs = [random.Random(f"{seed}/{0 if twins else seat}") for seat in (0, 1)]
        self.fallen = [0, 0]

    def __call__(self, seat: int) -> int:
        return self.roll(seat, 1, 6)

    def roll(self, seat: int | None, low: int, high: int) -> int:
        assert seat is not None
        assert (low, high) == (1, 6)
        self.fallen[seat] += 1
        return self.rngs[seat].choice(self.faces)

    def draw(self, seat: int | None, members: Sequence[Any]) -> int:
        raise AssertionError((seat, members))


class DifferError(Exception):
    """The two games differ."""


class Fight:
    """One fight, played by both."""

    def __init__(self, ruleset: Any, adapter: Any, seed: str, told: Counter[str]) -> None:
        self.adapter, self.told = adapter, told
        self.rng = random.Random(seed)
        self.options = {
            name: self.rng.choice(values) if self.rng.random() < 0.6 else values[0]
            for name, values in adapter.OPTIONS.items()
        }
        self.begun = adapter.random_start(self.rng)
        self.history: list[str] = []
        self.program = engine.compile_program(ruleset, self.options)
        self.ours, self.theirs = SeatDice(seed, adapter.loaded), SeatDice(seed, adapter.loaded)
        self.state, _ = engine.start(self.program, self.setup(), self.ours, trace=False)
        self.hand = adapter.begin(self.options, self.begun, self.theirs)

    def setup(self) -> engine.Setup:
        slots = {(slot.holder, slot.name): slot.type for slot in self.program.layout.slot_at.values()}

        def values(holder: str, given: Mapping[str, Any]) -> dict[str, Any]:
            return {
                name: engine.from_plain(self.program, slots[holder, name], plain, NAMES)
                for name, plain in given.items()
            }

        fighters = tuple((name, values("fighter", self.begun[name])) for name in NAMES)
        return engine.Setup(fighters=fighters, arena=values("arena", self.begun["arena"]))

    def play(self) -> None:
        self.compare()
        for _ in range(DECISIONS):
            owed = engine.owed(self.program, self.state)
            if not owed:
                winner, by = self.adapter.outcome(self.hand)
                self.told[f"ended by {by}" + ("" if winner else " (draw)")] += 1
                return
            chosen = {seat: self.choose(seat, decision) for seat, decision in owed.items()}
            texts = {seat: engine.print_choice(self.program, owed[seat], c) for seat, c in chosen.items()}
            self.history.append(" | ".join(f"{NAMES[seat]}: {text}" for seat, text in texts.items()))
            self.advance(chosen)
            read = {seat: self.adapter.judge(self.hand, seat, text)[0] for seat, text in texts.items()}
            self.hand = self.adapter.step(self.hand, read, self.theirs)
            self.compare()

    def advance(self, chosen: Mapping[int, engine.Choice]) -> None:
        trace = self.rng.random() < 0.1
        state = self.state
        if self.rng.random() < 0.2:
            for seat, choice in sorted(chosen.items(), reverse=True):
                state, _ = engine.step(self.program, state, {seat: choice}, self.ours, trace=trace)
        else:
            state, _ = engine.step(self.program, state, chosen, self.ours, trace=trace, judged=True)
        self.state = state

    # --- what is compared

    def differ(self, what: str, ours: Any, theirs: Any) -> None:
        raise DifferError(f"{what}\n  interpreter: {ours}\n  by hand:     {theirs}")

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            self.differ(what, ours, theirs)

    def compare(self) -> None:
        full = engine.full(self.program, self.state)
        for name, fields in self.adapter.shown(self.hand).items():
            for field, value in fields.items():
                self.same(f"{name}.{field}", full[name].get(field, "absent"), value)
        self.same("owed", dict(engine.owed(self.program, self.state)), self.adapter.owed(self.hand))
        verdict = self.state.outcome
        self.same("outcome", verdict and (verdict.winner, verdict.by), self.adapter.outcome(self.hand))
        self.same("dice fallen", self.ours.fallen, self.theirs.fallen)
        self.same("invariants", engine.invariants_broken(self.program, self.state), ())
        self.views(full)

    def views(self, full: Mapping[str, Mapping[str, Any]]) -> None:
        shown = self.adapter.shown(self.hand)
        for viewer in (0, 1, None):
            view = engine.view(self.program, self.state, viewer)
            for owner, name in enumerate(NAMES):
                hidden = self.adapter.hidden(self.hand, owner) if owner != viewer else set()
                seen = set(view[name]) & set(shown[name])
                self.same(f"what {viewer} sees of {name}", seen, set(shown[name]) - hidden)
                for field in seen:
                    self.same(f"view of {name}.{field}", view[name][field], full[name][field])

    def choose(self, seat: int, decision: str) -> engine.Choice:
        """A legal choice; on the way texts of all sorts are judged."""
        self.told[f"choices of {decision}"] += 1
        other = 1 - seat
        if other not in engine.owed(self.program, self.state):
            found = engine.judge(self.program, self.state, other, "pass").refusals
            self.same("who owes nothing", [one.says for one in found], ["not_owed"])
        legal = [text for text in (self.wild(seat) for _ in range(WILD)) if text is not None]
        if self.rng.random() < 0.3:
            self.listed(seat, decision)
        if legal and self.rng.random() < 0.6:
            choice = engine.judge(self.program, self.state, seat, legal[-1]).choice
            assert choice is not None
            return choice
        return self.sampled(seat, decision)

    def sampled(self, seat: int, decision: str) -> engine.Choice:
        for _ in range(self.rng.choice((1, TRIES))):
            choice = engine.sample(self.program, self.state, seat, self.rng)
            text = engine.print_choice(self.program, decision, choice)
            if self.adapter.lively(self.hand, seat, text):
                break
        again = engine.judge(self.program, self.state, seat, text)
        self.same(f"sampled `{text}` read again", (again.choice, again.refusals), (choice, ()))
        _choice, refused = self.adapter.judge(self.hand, seat, text)
        self.same(f"sampled `{text}` of {NAMES[seat]}", None, refused)
        return choice

    def wild(self, seat: int) -> str | None:
        """A text of any sort, judged by both; None if it is refused."""
        text = self.adapter.wild(self.hand, seat, self.rng)
        mine, refused = self.adapter.judge(self.hand, seat, text)
        found = engine.judge(self.program, self.state, seat, text)
        said = found.refusals[0].says if found.refusals else None
        self.same(f"judgement of {NAMES[seat]}'s `{text}`", said, refused)
        self.told[f"refused by {refused}" if refused else "wild but legal"] += 1
        if refused is not None:
            return None
        decision = engine.owed(self.program, self.state)[seat]
        spelt = engine.print_choice(self.program, decision, found.choice)
        self.same(f"`{text}` means", self.adapter.judge(self.hand, seat, spelt), (mine, None))
        return text

    def listed(self, seat: int, decision: str) -> None:
        """Lists of legal choices, where they are short."""
        mine = self.adapter.every(self.hand, seat, CANDIDATES)
        if mine is None:
            return
        found = engine.legal(self.program, self.state, seat, CANDIDATES).choices
        if found is None:
            self.told["lists too long for the interpreter"] += 1
            return
        texts = [engine.print_choice(self.program, decision, choice) for choice in found]
        ours = [self.adapter.judge(self.hand, seat, text)[0] for text in texts]
        self.same("legal choices, each once", len(ours), len(set(ours)))
        self.same(f"legal {decision} of {NAMES[seat]}", sorted(set(ours) - mine), sorted(mine - set(ours)))
        self.told["lists compared"] += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", choices=("muay_thai", "pojedynek"))
    parser.add_argument("--fights", type=int, default=300)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--first", type=int, default=0, help="the number of the first fight")
    parser.add_argument("--most", type=int, default=10, help="stop after so many differences")
    args = parser.parse_args()
    adapter = importlib.import_module(f"adapter_{args.ruleset}")
    loaded = load_ruleset(args.ruleset, (), Report())
    assert loaded is not None, f"no ruleset {args.ruleset}"
    told: Counter[str] = Counter()
    differences = 0
    for number in range(args.first, args.first + args.fights):
        fight = Fight(loaded.ruleset, adapter, f"{args.seed}:{number}", told)
        try:
            fight.play()
        except (DifferError, engine.RulesetFault) as error:
            differences += 1
            changed = {k: v for k, v in fight.options.items() if v != adapter.OPTIONS[k][0]}
            print(f"fight {number}: {changed} {fight.begun}")
            print(
                "".join(f"  {line}\n" for line in fight.history) + f"{type(error).__name__}: {error}\n",
                flush=True,
            )
            if differences == args.most:
                break
    print(f"{number + 1 - args.first} fights, {differences} differences")
    print("".join(f"  {name}: {count}\n" for name, count in sorted(told.items())), end="")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
