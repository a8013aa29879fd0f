"""The engine runs the core alone: a game built node by node, without any text."""

from __future__ import annotations

from densho import engine
from densho.engine import ScriptedDice, Setup, Verdict
from densho.ir import nodes as ir
from densho.ir import types as t

BOOL, HAND, FIGHTER, CHOICE = t.TBool(), t.TRow("hand"), t.TFighter(), t.TChoice("show")
POINTS = t.TInt(0, 2)
ME = ir.Var(type=FIGHTER, name="me")
FOE = ir.Foe(type=FIGHTER, of=ME)
REASON = ir.Const(type=t.TRow("reason"), value=0)


def shown(whom: ir.Expr) -> ir.Expr:
    choice = ir.ChoiceGet(type=CHOICE, decision="show", holder=whom)
    return ir.ChoiceArg(type=t.TOptional(HAND), choice=choice, word="hand", arg="of")


def rows(kind: str, plural: str, *names: str) -> ir.Kind:
    made = tuple(ir.Row(name=name, values=()) for name in names)
    return ir.Kind(name=kind, plural=plural, in_files=False, columns=(), rows=made)


WINS = ir.Related(type=BOOL, relation="beats", left=shown(ME), right=shown(FOE))
SCORE = ir.Put(slot="points", holder=ME, op="+=", value=ir.Const(type=POINTS, value=1))
ENOUGH = ir.Compare(
    type=BOOL,
    op=">=",
    left=ir.SlotGet(type=POINTS, slot="points", holder=ME),
    right=ir.Const(type=POINTS, value=2),
)

RULESET = ir.Ruleset(
    id="hands",
    version="1",
    seats=(2, 2),
    present=None,
    score="points",
    kinds=(rows("hand", "hands", "stone", "cloth", "blades"), rows("reason", "reasons", "points")),
    records=(),
    relations=(
        ir.Relation(name="beats", left="hand", right="hand", pairs=((0, 2), (1, 0), (2, 1)), lines=()),
    ),
    slots=(
        ir.Slot(
            name="points",
            holder="fighter",
            type=POINTS,
            start=ir.Const(type=POINTS, value=0),
            each=None,
            fades=None,
            clamp=None,
            hidden=None,
            working=False,
        ),
    ),
    definitions=(ir.Definition(name="wins", params=(), type=BOOL, body=WINS, about_me=True),),
    folds=(),
    decisions=(
        ir.Decision(
            name="show",
            root="show",
            owed=ir.Const(type=BOOL, value=True),
            unreadable="malformed",
            groups=(ir.Group(name="what", mode="one", up_to=1, repeats_counted=False),),
            words=(
                ir.Word(
                    name="hand",
                    group="what",
                    args=(
                        ir.Argument(
                            name="of",
                            type=HAND,
                            default=None,
                            left_out=False,
                            named=False,
                            flag=False,
                            listing=None,
                            up_to=None,
                            bundle=None,
                        ),
                    ),
                    or_none=False,
                    says_nothing=False,
                    not_beside=(),
                    adds_up=False,
                    hidden=False,
                    row=None,
                    bundle=None,
                ),
            ),
            fill=None,
            open=False,
            refusals=(),
            places=(),
        ),
    ),
    rules=(
        ir.Rule(
            name="compare.win",
            step="compare",
            once=False,
            var=None,
            domain=None,
            guard=ir.Call(type=BOOL, name="wins", holder=ME, args=()),
            effects=(SCORE, ir.Tell(event="won", fields=(("who", ME),), private=False)),
        ),
        ir.Rule(
            name="end.enough",
            step="end",
            once=False,
            var=None,
            domain=None,
            guard=ENOUGH,
            effects=(ir.Verdict(kind="win", block="fight", who=ME, by=REASON),),
        ),
    ),
    rolls=(),
    exceptions=(),
    options=(),
    flow=(
        ir.Block(
            name="turn",
            repeat=True,
            while_=None,
            at_most=None,
            when=None,
            body=(
                ir.Ask(decision="show", when=None),
                ir.Do(step="compare", by_fighter=False, when=None),
                ir.Do(step="end", by_fighter=False, when=None),
            ),
        ),
    ),
    invariants=(),
    lints=(),
    display=ir.Display(board=(), arena=None, fighter=None),
    texts=(("en", "hand.stone", ("rock", "a stone")),),
)


def test_a_whole_game() -> None:
    game = engine.compile_program(RULESET)
    state, _ = engine.start(game, Setup((("A", {}), ("B", {}))), ScriptedDice({}))
    assert [engine.print_choice(game, "show", c) for c in engine.legal(game, state, 0).choices or ()] == [
        "hand stone", "hand cloth", "hand blades",
    ]  # fmt: skip
    for first, second, points in [
        ("Hand a STONE", "hand cloth", [0, 1]),
        ("hand cloth", "hand rock", [1, 1]),
    ]:
        choices = {
            seat: engine.judge(game, state, seat, text).choice for seat, text in enumerate((first, second))
        }
        state, events = engine.step(game, state, choices, ScriptedDice({}))  # type: ignore[arg-type]
        assert [engine.full(game, state)[name]["points"] for name in "AB"] == points
    assert [(e.name, e.fields) for e in events if e.kind == "event"] == [("won", (("who", "A"),))]
    choices = {
        seat: engine.judge(game, state, seat, f"hand {h}").choice
        for seat, h in enumerate(("stone", "blades"))
    }
    state, _ = engine.step(game, state, choices, ScriptedDice({}), trace=False)  # type: ignore[arg-type]
    assert engine.outcome(game, state) == Verdict("A", False, "points")
