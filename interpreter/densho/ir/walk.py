"""Going through the expressions of the core: children, all nodes, and rebuilding from below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from densho.ir import nodes as ir

_CHILD_FIELDS: dict[type, tuple[str, ...]] = {}


def _child_fields(cls: type[ir.Node]) -> tuple[str, ...]:
    if cls not in _CHILD_FIELDS:
        _CHILD_FIELDS[cls] = tuple(f.name for f in fields(cls) if f.name not in ("span", "type"))
    return _CHILD_FIELDS[cls]


def children(node: ir.Node) -> Iterator[ir.Node]:
    """The nodes directly below."""
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, ir.Node):
            yield value
        elif isinstance(value, tuple):
            yield from _nested(value)


def _nested(items: tuple[Any, ...]) -> Iterator[ir.Node]:
    for item in items:
        if isinstance(item, ir.Node):
            yield item
        elif isinstance(item, tuple):
            yield from _nested(item)


def nodes(root: ir.Node) -> Iterator[ir.Node]:
    """The node and everything below it, parents first."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(list(children(node))))


def size(root: ir.Node) -> int:
    """How many nodes there are."""
    return sum(1 for _ in nodes(root))


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """The node with `change` applied to everything below it and then to itself; untouched parts are shared."""
    fresh: dict[str, Any] = {}
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        after = _rebuild_value(value, change)
        if after is not value:
            fresh[name] = after
    return change(replace(node, **fresh) if fresh else node)


def _rebuild_value(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, ir.Node):
        return rebuild(value, change)
    if isinstance(value, tuple):
        items = [_rebuild_value(item, change) for item in value]
        if any(a is not b for a, b in zip(items, value, strict=True)):
            return tuple(items)
    return value
