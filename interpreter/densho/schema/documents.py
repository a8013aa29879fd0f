"""What may stand in a ruleset's own files and in its row files: rows with their columns, and names of what can be excepted, refused, said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from densho.ir import nodes as ir
from densho.ir import types as t
from densho.ir.types import Type
from densho.messages import say
from densho.schema.naming import Naming, Schema, number_or_text, offered, one_or_more


class Documents:
    """Makes the schemas of a ruleset's files, on top of the frame's."""

    def __init__(self, ruleset: ir.Ruleset) -> None:
        self.ruleset = ruleset
        self.naming = Naming(ruleset)

    # --- files ------------------------------------------------------------------------------------

    def main_file(self) -> Schema:
        """A main file (also of a house ruleset), a part, a prelude."""
        bundle = {"$ref": "#/$defs/sections"}
        return {
            "allOf": [bundle],
            "properties": {
                "set": {"properties": {one.name: self.option(one) for one in self.ruleset.options}},
                "options": {"additionalProperties": {"additionalProperties": bundle}},
                "score": offered((slot.name, self.slot(slot)) for slot in self.slots("fighter")),
            },
        }

    def row_file(self) -> Schema:
        """A file of one row, of any kind whose rows come from files."""
        files = [
            {
                **self.naming.about(f"kind.{kind.name}", cites=kind.cites),
                "required": [kind.name],
                "properties": {kind.name: {"type": ["string", "integer"]}, "row": _row_of(kind)},
            }
            for kind in self.ruleset.kinds
            if kind.in_files
        ]
        return {"allOf": [{"$ref": "#/$defs/sections"}], **({"oneOf": files} if files else {})}

    def shared(self) -> dict[str, Schema]:
        """What the schemas of files refer to."""
        return {
            "sections": self.sections(),
            "step": offered((step, self.naming.about(f"step.{step}")) for step in self.steps()),
            **{verb: one_or_more(offered(names)) for verb, names in self.targets().items()},
            **{_row_name(kind): self.row(kind) for kind in self.ruleset.kinds},
        }

    # --- sections -----------------------------------------------------------------------------------

    def sections(self) -> Schema:
        """What a bundle may hold. Reasons are a section of the language's own."""
        kinds = [kind for kind in self.ruleset.kinds if kind.name != "reason" and kind.plural]
        decisions = self.ruleset.decisions
        return {
            "properties": {
                **{kind.plural: self.rows(kind) for kind in kinds},
                "decisions": {"properties": {one.name: self.decision(one) for one in decisions}},
                "forbid": {"properties": {one.name: self.forbidden(one) for one in decisions}},
                "rules": {"properties": {step: self.naming.about(f"step.{step}") for step in self.steps()}},
                "steps": {"additionalProperties": {"properties": self.placed()}},
                "exceptions": {"additionalProperties": {"properties": self.excepted()}},
                "words": {
                    "additionalProperties": {
                        "properties": {key: self.naming.about(key) for key in self.text_keys()}
                    }
                },
            }
        }

    def rows(self, kind: ir.Kind) -> Schema:
        return {
            "type": "object",
            **self.naming.about(f"kind.{kind.name}", cites=kind.cites),
            "additionalProperties": _row_of(kind),
        }

    def row(self, kind: ir.Kind) -> Schema:
        naming = self.naming
        columns = {
            column.name: {
                **naming.about(f"column.{kind.name}.{column.name}", type=column.type),
                **self.column(column.type),
            }
            for column in kind.columns
        }
        return {
            "type": ["object", "null"],
            "properties": {"like": naming.row(kind.name), "names": True, **columns},
            "additionalProperties": False,
        }

    def column(self, type: Type) -> Schema:
        """What may stand for a column: a value, or for what holds several an expression or a drawing as well."""
        match type:
            case t.TOptional(of):
                return {"anyOf": [self.column(of), {"enum": ["nothing", None]}]}
            case t.TSet(of) | t.TList(of) | t.TBag(of):
                return {
                    "anyOf": [
                        {"type": "array", "items": self.column(of)},
                        {"type": ["string", "integer", "null"], "title": _written(type)},
                    ]
                }
            case _:
                return self.naming.plain(type)

    def decision(self, decision: ir.Decision) -> Schema:
        about = self.naming.about
        words = {
            word.name: about(f"{decision.root}.{word.name}", *([".".join(word.row)] if word.row else []))
            for word in decision.words
        }
        groups = [f"in {group.name}" for group in decision.groups]
        return {
            **about(f"decision.{decision.name}", cites=decision.cites),
            "properties": {"words": {"properties": words, "additionalProperties": {"examples": groups}}},
        }

    def forbidden(self, decision: ir.Decision) -> Schema:
        places: list[tuple[str, Schema]] = [(name, {}) for name, _ in decision.places]
        refusals = list(self.refusals(decision))
        says = [(one.says, self.naming.about(f"refusal.{one.says}")) for one in decision.refusals]
        beside = offered([*refusals, *places])
        return {
            **self.naming.about(f"decision.{decision.name}", cites=decision.cites),
            "additionalProperties": {
                "properties": {
                    "at": offered(places),
                    "before": beside,
                    "after": beside,
                    "says": offered(says),
                }
            },
        }

    def placed(self) -> dict[str, Schema]:
        """Where a step is put into the flow, and what may stand directly before it."""
        step = {"$ref": "#/$defs/step"}
        about = self.naming.about
        decisions = offered((one.name, about(f"decision.{one.name}")) for one in self.ruleset.decisions)
        rolls = offered((one.name, about(f"roll.{one.name}")) for one in self.ruleset.rolls)
        return {"before": step, "after": step, "ask": decisions, "roll": rolls}

    def excepted(self) -> dict[str, Schema]:
        """By verb, what can be excepted so."""
        return {verb: {"$ref": f"#/$defs/{verb}".replace(" ", "%20")} for verb in self.targets()}

    def targets(self) -> dict[str, list[tuple[str, Schema]]]:
        """By verb of an exception, the names that may stand after it."""
        definitions, conditions = self.definitions(), self.definitions(conditions=True)
        refusals, rules, exceptions = list(self.refusals()), self.rules(), self.exceptions()
        return {
            "changes": [*definitions, *exceptions],
            "adds to": definitions,
            "lifts": [*refusals, *rules, *exceptions, *conditions],
            "extends": [*refusals, *conditions],
            "replaces": rules,
            "over": exceptions,
        }

    # --- names ----------------------------------------------------------------------------------------

    def option(self, option: ir.Option) -> Schema:
        return {
            **self.naming.about(f"option.{option.name}", cites=option.cites),
            "enum": number_or_text(option.values),
        }

    def slots(self, holder: str) -> Iterator[ir.Slot]:
        return (slot for slot in self.ruleset.slots if slot.holder == holder)

    def slot(self, slot: ir.Slot) -> Schema:
        return self.naming.about(f"slot.{slot.name}", cites=slot.cites)

    def steps(self) -> list[str]:
        """The steps in the order of the flow."""
        return list(dict.fromkeys(_steps(self.ruleset.flow)))

    def definitions(self, *, conditions: bool = False) -> list[tuple[str, Schema]]:
        between = () if self.ruleset.character is None else self.ruleset.character.definitions
        return [
            (one.name, self.naming.about(f"define.{one.name}", cites=one.cites, type=one.type))
            for one in (*self.ruleset.definitions, *between)
            if "." not in one.name and (not conditions or isinstance(one.type, t.TBool))
        ]

    def refusals(self, decision: ir.Decision | None = None) -> Iterator[tuple[str, Schema]]:
        between = () if self.ruleset.character is None else (self.ruleset.character.awards,)
        for owner in [decision] if decision else (*self.ruleset.decisions, *between):
            for one in owner.refusals:
                yield (
                    one.name,
                    self.naming.about(f"refusal.{one.name}", f"refusal.{one.says}", cites=one.cites),
                )

    def rules(self) -> list[tuple[str, Schema]]:
        return list(self.short("rule", self.ruleset.rules))

    def exceptions(self) -> list[tuple[str, Schema]]:
        return list(self.short("exception", self.ruleset.exceptions))

    def short(self, sort: str, items: Sequence[ir.Item]) -> Iterator[tuple[str, Schema]]:
        """Items by the last part of their names where no other is called so."""
        shared = Counter(name.split(".")[-1] for name in {one.name for one in items})
        for one in items:
            last = one.name.split(".")[-1]
            about = self.naming.about(f"{sort}.{one.name}", f"{sort}.{last}", cites=one.cites)
            yield (last if shared[last] == 1 else one.name), about

    def text_keys(self) -> list[str]:
        """Under what texts for people may stand: what has some already, and rows, words, slots, refusals, options and steps."""
        found = set(self.naming.texts)
        found |= {f"{kind.name}.{row.name}" for kind in self.ruleset.kinds for row in kind.rows}
        found |= {f"kind.{kind.name}" for kind in self.ruleset.kinds}
        found |= {f"slot.{slot.name}" for slot in self.ruleset.slots}
        found |= {f"step.{step}" for step in self.steps()}
        for decision in self.ruleset.decisions:
            found.add(f"decision.{decision.name}")
            found |= {f"{decision.root}.{word.name}" for word in decision.words}
            found |= {f"refusal.{refusal.name}" for refusal in decision.refusals}
        for option in self.ruleset.options:
            found |= {f"option.{option.name}", *(f"option.{option.name}.{value}" for value in option.values)}
        return sorted(found)


def _steps(flow: tuple[ir.Flow, ...]) -> Iterator[str]:
    for line in flow:
        if isinstance(line, ir.Do):
            yield line.step
        elif isinstance(line, ir.Block):
            yield from _steps(line.body)


def _written(type: t.TSet | t.TList | t.TBag) -> str:
    """How several values are written in one text."""
    if isinstance(type.of, t.TInt) and not isinstance(type, t.TBag):
        return say("an expression, or a zone such as `[>][x][x]` or `ahead 1..2`")
    return say("an expression, such as `a|b`")


def _row_name(kind: ir.Kind) -> str:
    return f"row of {kind.name}"


def _row_of(kind: ir.Kind) -> Schema:
    return {"$ref": f"#/$defs/{_row_name(kind)}".replace(" ", "%20")}
