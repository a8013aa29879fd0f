"""Reads the case files of `tests/dsl`, and shows syntax nodes in the short form that they are written in."""

from __future__ import annotations

import json
from pathlib import Path

from densho.diagnostics.model import Report
from densho.source import Excerpt
from densho.surface import parser
from densho.surface import syntax as s

FOLDER = Path(__file__).resolve().parents[1] / "dsl"


def lines(name: str) -> list[str]:
    """The lines of a case file that are neither empty nor comments."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def read(start: str, text: str) -> tuple[object, Report]:
    """What the parser makes of a text that stands alone in a file."""
    report = Report()
    return parser.parse(start, Excerpt("case", text, 0), report), report


def accepted() -> list[tuple[str, str]]:
    """Sort and text of `accepted.txt`, a JSON text per line."""
    cases = []
    for line in lines("accepted.txt"):
        start, _, text = line.partition(": ")
        cases.append((start, json.loads(text)))
    return cases


def shown(node: object) -> str:
    """The tree of a node in one line."""
    match node:
        case None:
            return "-"
        case tuple():
            return "; ".join(map(shown, node))
        case s.Int(value=value):
            return str(value)
        case s.Bool(value=value):
            return str(value).lower()
        case s.Name(id=id_) | s.TypeName(id=id_):
            return id_
        case s.Nothing():
            return "nothing"
        case s.Just(item=item):
            return f"(just {shown(item)})"
        case s.ListOf(items=items):
            return f"[{' '.join(map(shown, items))}]"
        case s.Unary(op=op, operand=operand):
            return f"({op} {shown(operand)})"
        case s.Binary(op=op, left=left, right=right):
            return f"({op} {shown(left)} {shown(right)})"
        case s.If():
            return f"(if {shown(node.condition)} {shown(node.then)} {shown(node.otherwise)})"
        case s.Quantifier():
            parts = (node.var, node.domain, node.where, node.of)
            return f"({node.word} {' '.join(map(shown, parts))})"
        case s.Attribute(base=base, name=name):
            return f"{shown(base)}.{name}"
        case s.Call(function=function, args=args):
            return f"({' '.join(['call', shown(function), *map(shown, args)])})"
        case _:
            return _declared(node)


def _declared(node: object) -> str:
    match node:
        case s.IntType(lo=lo, hi=hi):
            return f"{lo}..{'' if hi is None else hi}"
        case s.SetType(of=of):
            return f"(set {shown(of)})"
        case s.BagType(of=of):
            return f"(bag {shown(of)})"
        case s.ListType(of=of, up_to=up_to):
            return f"(list {shown(of)} {'-' if up_to is None else up_to})"
        case s.PartType(decision=decision):
            return f"(part {shown(decision)})"
        case s.OptionalType(of=of):
            return f"(optional {shown(of)})"
        case s.ParamDecl():
            return f"{shown(node.name)} {shown(node.type)}"
        case s.Head():
            params = f"({shown(node.params)})" if node.has_params else ""
            return " ".join([shown(node.name) + params, *map(shown, node.cites)])
        case s.ColumnDecl():
            return shown(node.type) + _if(" = ", node.default)
        case s.SlotDecl():
            clamped = "" if node.clamped is None else " ".join([", clamped", *map(shown, node.clamped)])
            hidden = ", hidden" if node.hidden is True else _if(", hidden ", node.hidden)
            text = shown(node.type) + _if(" = ", node.start) + _if(", each ", node.each)
            return (
                text + _if(", fades ", node.fades) + clamped + hidden + (", working" if node.working else "")
            )
        case s.GroupDecl():
            text = node.mode if node.up_to is None else f"{node.mode} {node.up_to}"
            return f"{text} repeats" if node.repeats_counted else text
        case s.ArgDecl():
            if node.type is None:
                return f"(flag {shown(node.name)})"
            text = f"{'named ' if node.named else ''}{shown(node.name)} {shown(node.type)}"
            text += _if(" = ", node.default) + (" left-out" if node.left_out else "")
            return f"({text}{_if(' from ', node.listing)}{_if(' up-to ', node.up_to)})"
        case s.WordDecl():
            marks = {"or-none": node.or_none, "says-nothing": node.says_nothing, "adds-up": node.adds_up}
            beside = [f"not-beside {_row(node.not_beside)}"] if node.not_beside else []
            told = [word for word, said in marks.items() if said]
            group = "-" if node.group is None else f"in {shown(node.group)}"
            last = ["hidden"] if node.hidden else []
            return " ".join([group, *map(shown, node.args), *beside, *told, *last])
        case s.RelationLine():
            if node.verb is None:
                return f"otherwise {'yes' if node.holds else 'no'}"
            verb = f"{'' if node.holds else 'not '}{shown(node.verb)}"
            return f"{_row(node.left)} {verb} {_row(node.right)}"
        case _:
            return _done(node)


def _done(node: object) -> str:
    match node:
        case s.RefusalDecl():
            if node.test != "condition":
                return node.test + _if(" ", node.group)
            return (
                f"for {shown(node.var)} {shown(node.domain)} {shown(node.when)}"
                if node.var
                else shown(node.when)
            )
        case s.Binder(var=var, domain=domain):
            return f"{shown(var)} {shown(domain)}"
        case s.Put(target=target, op=op, value=value):
            return f"{shown(target)} {op} {shown(value)}"
        case s.Tell():
            fields = f"({', '.join(map(shown, node.fields))})" if node.fields else ""
            own_name = "_" if node.event.id == "me" else ""
            return f"tell {'me ' if node.private else ''}{shown(node.event)}{own_name}{fields}"
        case s.TellField(name=name, value=value):
            return f"{shown(name)} {shown(value)}"
        case s.Verdict():
            return f"{node.kind} {shown(node.block)}{_if(' for ', node.who)}{_if(' by ', node.by)}"
        case s.RuleDecl():
            clauses = ["once"] if node.once else []
            clauses += [f"for {shown(node.var)} {shown(node.domain)}"] if node.var else []
            clauses += [f"when {shown(node.guard)}"] if node.guard else []
            return f"{' '.join(clauses)}{': ' if clauses else ''}{shown(node.effects)}"
        case s.FlowLine():
            by = " by-fighter" if node.by_fighter else ""
            at_most = "" if node.at_most is None else f" at-most {node.at_most}"
            text = f"{node.verb} {shown(node.name)}{by}{_if(' while ', node.while_)}{at_most}"
            return text + _if(" when ", node.when)
        case _:
            raise AssertionError(f"no short form for {node!r}")


def _if(before: str, node: object) -> str:
    return "" if node is None else before + shown(node)


def _row(names: tuple[s.Name, ...]) -> str:
    return "|".join(map(shown, names))
