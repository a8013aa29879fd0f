"""Rows that nothing leads to, and rows that a fighter never gets out of again.

For a kind whose rows fighters go through (a slot of theirs has one, and rules write it) it is reckoned, starting from the slot's start, which rows
the rules can put there: every other row can come from a setup only. Choices lead to a row unless a refusal certainly forbids it. Such a row is a dead
end when a fighter in it may still choose, no rule leads out of it, and all other rows lead to one another.

For a kind that is no slot's type, a row has to be named somewhere, unless choices, `each KIND`, or expressions go through all of its rows.
Kinds whose rows come from files, and preludes, may hold more than a ruleset uses; rows that rows from files hold may be led to by files that are not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from densho.checks.possible import ANYTHING, NEVER, Possible, admits
from densho.checks.possible import either as joined
from densho.checks.reckon import Contradiction, Facts, Reckoner, Said
from densho.diagnostics.model import Report
from densho.diagnostics.suggestions import did_you_mean
from densho.ir import nodes as n
from densho.ir import types as t
from densho.ir.walk import nodes
from densho.messages import either, say
from densho.resolved.resolve import Resolved
from densho.surface.model import File

ME = n.Var(type=t.TFighter(), name="me")
Reached = dict[str, Possible]
"""By slot, the rows that it can hold."""
_ROUNDS = 40
"""Each round adds a row to some slot, or is the last."""


def unreachable_rows(resolved: Resolved, files: Sequence[File], report: Report) -> None:
    """Reports rows that nothing leads to or out of."""
    _Rows(resolved, {file.path for file in files if file.kind == "prelude"}, report).run()


class _Rows:
    def __init__(self, resolved: Resolved, preludes: set[str], report: Report) -> None:
        self.preludes = preludes
        self.ruleset = resolved.ruleset
        self.el = resolved.elaborator
        self.symbols = resolved.symbols
        self.report = report
        self.writes = list(_writes(self.ruleset))
        self.kinds = {kind.name: kind for kind in self.ruleset.kinds}
        self.slots = {slot.name: slot for slot in self.ruleset.slots if slot.holder == "fighter"}

    def run(self) -> None:
        written = {put.slot for _condition, put in self.writes if put.holder is not None}
        drawn = {roll.slot for roll in self.ruleset.rolls}
        walked: dict[str, list[n.Slot]] = {}
        for kind in self.ruleset.kinds:
            if self.looked_at(kind):
                of_kind = [slot for slot in self.slots.values() if _row_kind(slot.type) == kind.name]
                if of_kind and all(slot.name in written - drawn for slot in of_kind):
                    walked[kind.name] = of_kind
                elif not of_kind:
                    self.unnamed(kind)
        if walked:
            reckoner, reached = self.reckoned([slot for slots in walked.values() for slot in slots])
            for name, slots in walked.items():
                if not self.led_to_by_files(self.kinds[name]):
                    self.unreached(self.kinds[name], slots, reached)
                for slot in slots:
                    self.dead_ends(self.kinds[name], slot, reached[slot.name], reckoner)

    def looked_at(self, kind: n.Kind) -> bool:
        return not kind.in_files and kind.name != "reason" and kind.span.path not in self.preludes

    def led_to_by_files(self, kind: n.Kind) -> bool:
        """Whether rows that come from files hold such rows: then files that are not here may lead to them."""
        return any(
            _row_kind(column.type) == kind.name or _row_kind(element) == kind.name
            for other in self.ruleset.kinds
            if other.in_files
            for column in other.columns
            for element in [getattr(column.type, "of", column.type)]
        )

    # --- what can be reached --------------------------------------------------------------------------

    def reckoned(self, slots: Sequence[n.Slot]) -> tuple[Reckoner, Reached]:
        """A reckoner that knows which rows these slots can hold, and which they are."""
        reckoner = Reckoner(self.ruleset, closed=True)
        arguments = dict(self.arguments(reckoner, {_row_kind(slot.type) for slot in slots}))
        every = {slot.name: reckoner.everything(slot.type) for slot in slots}
        reached: Reached = dict.fromkeys(every, NEVER)
        for _ in range(_ROUNDS):
            reckoner.learn(reached, arguments)
            found = dict(reached)
            for slot in slots:
                found[slot.name] = joined(found[slot.name], reckoner.of(slot.start, {}))
            for condition, put in self.writes:
                if put.slot in found and put.holder is not None and found[put.slot] != every[put.slot]:
                    found[put.slot] = joined(found[put.slot], _written(reckoner, condition, put, {}))
            if found == reached:
                return reckoner, found
            reached = found
        return reckoner, dict.fromkeys(reached, ANYTHING)

    def arguments(self, reckoner: Reckoner, kinds: set[str | None]) -> Iterator[tuple[Said, Possible]]:
        """For arguments that are rows of these kinds: those that some choice may legally have."""
        for decision in self.ruleset.decisions:
            if decision.name != decision.root:
                continue
            alike = [one for one in self.ruleset.decisions if one.root == decision.name]
            for word in decision.words:
                for arg in word.args:
                    if _row_kind(arg.type) in kinds:
                        legal = [self.legal(reckoner, one, word, arg) for one in alike]
                        yield (decision.name, word.name, arg.name), frozenset().union(*legal)

    def legal(
        self, reckoner: Reckoner, decision: n.Decision, word: n.Word, arg: n.Argument
    ) -> frozenset[object]:
        choice = n.ChoiceGet(type=t.TChoice(decision.root), decision=decision.name, holder=ME)
        has = n.ChoiceHas(type=t.TBool(), choice=choice, word=word.name)
        every = reckoner.everything(arg.type)
        assert isinstance(every, frozenset)
        refusals = [
            one for one in decision.refusals if self.certain(one) and _reads(one, word.name, arg.name)
        ]
        found = set(every)
        kind = arg.type if isinstance(arg.type, t.TOptional) else t.TOptional(arg.type)
        said = n.ChoiceArg(type=kind, choice=choice, word=word.name, arg=arg.name)
        for row in every:
            known: Facts = {has: frozenset({True}), said: frozenset({row})}
            if any(_surely(reckoner, one, known) for one in refusals):
                found.discard(row)
        return frozenset(found)

    def certain(self, refusal: n.Refusal) -> bool:
        """Whether the refusal is in force whatever the options, and nothing can lift it."""
        key = f"forbid:{refusal.decision}.{refusal.name}"
        return (
            refusal.test == "condition"
            and refusal.var is None
            and not refusal.gates
            and not refusal.lets_off
            and not any(one.target == key for one in self.ruleset.exceptions)
        )

    def unreached(self, kind: n.Kind, slots: Sequence[n.Slot], reached: Reached) -> None:
        for place, row in enumerate(kind.rows):
            if not any(admits(reached[slot.name], place) for slot in slots):
                names = either(f"`{slot.name}`" for slot in slots)
                self.report.add(
                    "unreachable-row",
                    row.span,
                    say("no start, choice or rule leads to the {kind} `{row}`", kind=kind.name, row=row.name),
                    help=say(
                        "let a rule or a choice write it to {slots}; else only a setup can", slots=names
                    ),
                )

    # --- what cannot be left --------------------------------------------------------------------------

    def dead_ends(self, kind: n.Kind, slot: n.Slot, reached: Possible, reckoner: Reckoner) -> None:
        if not isinstance(reached, frozenset) or len(reached) < 3 or slot.each or slot.fades:
            return
        for place in sorted(place for place in reached if isinstance(place, int) and place >= 0):
            others = reached - {place}
            if self.leads_out(slot, place, reckoner) or not self.may_choose(slot, place, reckoner):
                continue
            steps = {one: self.following(slot, one, reckoner) for one in others}
            if all(others <= _onward(one, steps, place) for one in others):
                row = kind.rows[place]
                self.report.add(
                    "unreachable-row",
                    row.span,
                    say("nothing leads out of the {kind} `{row}` again", kind=kind.name, row=row.name),
                    help=say(
                        "all other rows lead to one another, and a fighter in this one goes on choosing"
                    ),
                )

    def leads_out(self, slot: n.Slot, place: int, reckoner: Reckoner) -> bool:
        return any(found != frozenset({place}) for found in self.next_rows(slot, place, reckoner))

    def following(self, slot: n.Slot, place: object, reckoner: Reckoner) -> frozenset[object]:
        """The rows that the slot may hold one step after this one."""
        found: Possible = NEVER
        for one in self.next_rows(slot, place, reckoner):
            found = joined(found, one)
        return found if isinstance(found, frozenset) else NEVER

    def next_rows(self, slot: n.Slot, place: object, reckoner: Reckoner) -> Iterator[Possible]:
        """By effect that writes the slot and can do so in this row: what it may write."""
        for condition, put in self.writes:
            if put.slot == slot.name and put.holder is not None:
                here = n.SlotGet(type=slot.type, slot=slot.name, holder=put.holder)
                found = _written(reckoner, condition, put, {here: frozenset({place})})
                if found != NEVER:
                    yield found

    def may_choose(self, slot: n.Slot, place: object, reckoner: Reckoner) -> bool:
        here = n.SlotGet(type=slot.type, slot=slot.name, holder=ME)
        facts: Facts = {here: frozenset({place})}
        try:
            if self.ruleset.present is not None:
                facts = reckoner.assume(self.ruleset.present, True, facts)
        except Contradiction:
            return False
        for decision in self.ruleset.decisions:
            try:
                reckoner.assume(decision.owed, True, facts)
            except Contradiction:
                continue
            return True
        return False

    # --- rows that nobody names -----------------------------------------------------------------------

    def unnamed(self, kind: n.Kind) -> None:
        if kind.name in gone_through(self.ruleset) or not kind.columns:
            return
        named = {row for of, row in self.el.used_rows if of == kind.name}
        for row in kind.rows:
            if row.name not in named:
                known = [one.name for one in kind.rows if one is not row]
                message = say("nothing names the {kind} `{row}`", kind=kind.name, row=row.name)
                hint = say("a row of this kind is met only where a column or an expression names it")
                near = [text for text in did_you_mean(row.name, known) if self.el.used_rows]
                self.report.add("unreachable-row", row.span, message, help=(*near, hint))


Condition = tuple[n.Expr, ...]


def _writes(ruleset: n.Ruleset) -> Iterator[tuple[Condition, n.Put]]:
    """What rules, and exceptions that replace what rules do, write, and under which conditions."""
    rules = {f"rule:{rule.name}": rule for rule in ruleset.rules}
    for rule in ruleset.rules:
        for effect in rule.effects:
            if isinstance(effect, n.Put):
                yield ((rule.guard,) if rule.guard is not None else ()), effect
    for one in ruleset.exceptions:
        guards = [one.guard, rules[one.target].guard if one.target in rules else None]
        for effect in one.effects:
            if isinstance(effect, n.Put):
                yield tuple(guard for guard in guards if guard is not None), effect


def _written(reckoner: Reckoner, condition: Condition, put: n.Put, facts: Facts) -> Possible:
    """What the effect may write while the facts hold."""
    if put.op != ":=":
        return ANYTHING
    try:
        for one in condition:
            facts = reckoner.assume(one, True, facts)
    except Contradiction:
        return NEVER
    return reckoner.of(put.value, facts)


def _surely(reckoner: Reckoner, refusal: n.Refusal, facts: Facts) -> bool:
    if refusal.when is None:
        return False
    try:
        reckoner.assume(refusal.when, False, facts)
    except Contradiction:
        return True
    return False


def _reads(refusal: n.Refusal, word: str, arg: str) -> bool:
    """Whether the refusal itself reads the argument."""
    return refusal.when is not None and any(
        isinstance(node, n.ChoiceArg) and (node.word, node.arg) == (word, arg) for node in nodes(refusal.when)
    )


def _onward(start: object, steps: Mapping[object, frozenset[object]], without: object) -> set[object]:
    """All that can be reached without going through one place."""
    found = {start}
    todo = [start]
    while todo:
        for step in steps.get(todo.pop(), frozenset()):
            if step not in found and step != without:
                found.add(step)
                todo.append(step)
    return found


def _row_kind(kind: t.Type) -> str | None:
    """The kind of a slot or argument that holds one row."""
    match kind:
        case t.TRow(kind=name) | t.TOptional(of=t.TRow(kind=name)) if name != "reason":
            return name
        case _:
            return None


def gone_through(ruleset: n.Ruleset) -> set[str]:
    """Kinds whose rows come about without being named: by choices, setups, draws, relations, or all at once."""
    found: set[str] = set()
    for decision in ruleset.decisions:
        for word in decision.words:
            found |= {kind for arg in word.args for kind in _kinds_in(arg.type)}
            found |= {word.row[0]} if word.row is not None else set()
    for slot in ruleset.slots:
        if not slot.working:
            found |= set(_kinds_in(slot.type))
    for record in ruleset.records:
        found |= {kind for _name, of in record.fields for kind in _kinds_in(of)}
    return found


def _kinds_in(kind: t.Type) -> Iterator[str]:
    match kind:
        case t.TRow(kind=name):
            yield name
        case t.TSet(of=of) | t.TList(of=of) | t.TBag(of=of) | t.TOptional(of=of):
            yield from _kinds_in(of)
