"""Declarations with what is only a matter of naming taken out: definitions of a file's own written out where they are read, bound names by how deep they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from densho.ir import nodes as ir
from densho.ir.walk import nodes, rebuild, size

MOST = 400
"""A definition that comes to more nodes than this stays a name, since definitions of definitions can grow without end."""


class Unfolding:
    """Writes out the definitions that a bundle brings, where they take nothing, are not changed by exceptions, and are about `me` or `foe`."""

    def __init__(self, ruleset: ir.Ruleset, bundle: str) -> None:
        excepted = {one.target for one in ruleset.exceptions}
        self._bodies: dict[str, ir.Expr | None] = {}
        self._own: Mapping[str, ir.Definition] = {
            one.name: one
            for one in ruleset.definitions
            if one.bundle == bundle and not one.params and f"define:{one.name}" not in excepted
        }

    def dissolves(self, item: ir.Item) -> bool:
        """Whether the item is such a definition, so that nothing is left of it but what reads it."""
        return isinstance(item, ir.Definition) and self._body(item.name) is not None

    def __call__(self, item: ir.Item) -> ir.Item:
        """The item with own definitions written out and bound names changed to where they stand."""
        found: ir.Item = rebuild(item, self._change)
        match found:
            case ir.Rule() | ir.Refusal() if found.var is not None:
                return replace(rebuild(found, partial(_renamed, found.var, "$for")), var="$for")  # type: ignore[no-any-return]
            case ir.Definition():
                return _with_parameters(found)
            case _:
                return found

    def _body(self, name: str) -> ir.Expr | None:
        """What a definition comes to; None if it stays a name."""
        if name not in self._bodies:
            self._bodies[name] = None
            if name in self._own:
                body: ir.Expr = rebuild(self._own[name].body, self._change)
                self._bodies[name] = body if size(body) <= MOST else None
        return self._bodies[name]

    def _change(self, node: Any) -> Any:
        match node:
            case ir.Call(name=name, holder=holder, args=()) if _plain(holder):
                body = self._body(name)
                if body is None or holder is None or _is_me(holder):
                    return node if body is None else body
                return rebuild(body, lambda one: holder if _is_me(one) else one)
            case ir.Quantifier(var=var):
                name = f"$each{_depth(node)}"
                where, of = (
                    None if one is None else rebuild(one, partial(_renamed, var, name))
                    for one in (node.where, node.of)
                )
                return replace(node, var=name, where=where, of=of)
            case _:
                return node


def _is_me(node: ir.Node | None) -> bool:
    return isinstance(node, ir.Var) and node.name == "me"


def _plain(holder: ir.Expr | None) -> bool:
    """Whether the holder is one whom no bound name of the definition can be mistaken for."""
    return holder is None or _is_me(holder) or (isinstance(holder, ir.Foe) and _is_me(holder.of))


def _depth(node: ir.Quantifier) -> int:
    """How many quantifiers stand within one another inside of this one."""
    inside: Iterable[ir.Expr | None] = (node.where, node.of)
    names = [
        int(one.var.removeprefix("$each"))
        for part in inside
        if part is not None
        for one in nodes(part)
        if isinstance(one, ir.Quantifier)
    ]
    return max(names, default=-1) + 1


def _renamed(old: str, new: str, node: Any) -> Any:
    return replace(node, name=new) if isinstance(node, ir.Var) and node.name == old else node


def _with_parameters(definition: ir.Definition) -> ir.Definition:
    body, params = definition.body, []
    for number, param in enumerate(definition.params):
        body = rebuild(body, partial(_renamed, param.name, f"$of{number}"))
        params.append(replace(param, name=f"$of{number}"))
    return replace(definition, body=body, params=tuple(params))
