"""From refusals to functions: whether one applies to the choice that stands in the state."""

from __future__ import annotations

from densho.engine.codegen_collections import Env
from densho.engine.codegen_exceptions import ExceptionWriter
from densho.engine.codegen_lines import Lines
from densho.engine.tables import identifier
from densho.ir import nodes as ir


class RefusalWriter(ExceptionWriter):
    """Writes one function for each refusal."""

    def refusal(self, decision: ir.Decision, place: int) -> tuple[str, str]:
        """Whether a refusal applies to the choice that stands in the state for `me`."""
        self.exprs.restart_names()
        entry = decision.refusals[place]
        name = refusal_name(decision.name, place)
        env = Env({"me": "me", "choice": "choice"})
        lines = Lines()
        with lines.block(f"def {name}(S, me):"):
            lines.add(f"choice = S[{self.layout.choice_index[decision.name]}][me]")
            self._refusal_body(decision, entry, env, lines)
        return name, str(lines)

    def _refusal_body(self, decision: ir.Decision, entry: ir.Refusal, env: Env, lines: Lines) -> None:
        target = f"forbid:{entry.decision}.{entry.name}"
        if entry.test == "crowded":
            lines.add(f"return {self.condition(self._crowded(decision, entry), target, env)}")
            return
        if entry.var is None or entry.domain is None:
            base = "True" if entry.when is None else self.exprs.expr(entry.when, env)
            lines.add(f"return {self.condition(base, target, env)}")
            return
        var = self.exprs.fresh(entry.var)
        inner = env.bind(entry.var, var)
        base = "True" if entry.when is None else self.exprs.expr(entry.when, inner)
        with (
            lines.block(f"for {var} in {self.exprs.domain(entry.domain, env, in_order=True)}:"),
            lines.block(f"if {self.condition(base, target, inner)}:"),
        ):
            lines.add("return True")
        lines.add("return False")

    def _crowded(self, decision: ir.Decision, entry: ir.Refusal) -> str:
        shape = self.layout.choice_layout(decision.name)
        group = next(g for g in decision.groups if g.name == entry.group)
        count = f"choice[{shape.count_at(group.name)}]"
        match group.mode:
            case "one" | "at most one":
                return f"({count} > 1)"
            case "sequence":
                return f"({count} > {group.up_to})"
            case "any":
                return (
                    f"({count} > len(said_words(choice, {self.tables.literal(shape.words_of(group.name))})))"
                )


def refusal_name(decision: str, place: int) -> str:
    return f"refuse_{identifier(decision)}_{place}"
