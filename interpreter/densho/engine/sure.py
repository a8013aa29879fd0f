"""Which expressions surely give numbers within bounds, so that nothing has to be looked at while a fight runs.

The static type of an expression does not say it: what a definition declares (`is:`) is not what it gives, an argument of an absent word is 0, and so is
a column of nothing. Slots are another matter, since nothing else gets into them. Whatever is not known here is tested when it is written.
"""

from __future__ import annotations

from densho.ir import nodes as ir
from densho.ir import types as t


def bounded_elements(type_: t.Type) -> t.TInt | None:
    """The bounds of a collection's elements, if they are numbers that have some."""
    match type_:
        case t.TSet(of=t.TInt() as of) | t.TList(of=t.TInt() as of) | t.TBag(of=t.TInt() as of):
            return of
        case _:
            return None


class Sureness:
    """Looks through the definitions and exceptions of one program."""

    def __init__(self, rules: ir.Ruleset) -> None:
        self.definitions = {one.name: one for one in rules.definitions}
        self.exceptions: dict[str, list[ir.Exception_]] = {}
        for one in rules.exceptions:
            self.exceptions.setdefault(one.target, []).append(one)
        self.known: dict[tuple[str, t.TInt], bool] = {}

    def within(self, e: ir.Expr, bounds: t.TInt) -> bool:
        """Whether a number, or all elements of a collection of numbers, lie within the bounds, whatever happens."""
        match e:
            case ir.Const():
                return constant_within(e, bounds)
            case ir.SlotGet(holder=holder):
                return _declared(e.type, bounds, perhaps_zero=holder is not None)
            case ir.ColumnGet() | ir.ChoiceArg() | ir.PartGet():
                return _declared(e.type, bounds, perhaps_zero=True)
            case ir.Call(name=name):
                return self._definition(name, bounds)
            case ir.Join(op=op, left=left, right=right):
                return self.within(left, bounds) and (op == "without" or self.within(right, bounds))
            case ir.If(then=then, otherwise=otherwise):
                return self.within(then, bounds) and self.within(otherwise, bounds)
            case ir.Gather(items=items):
                return all(self.within(item, bounds) for item in items)
            case ir.Range(low=low, high=high):
                return self.within(low, bounds) and self.within(high, bounds)
            case ir.Quantifier(word="those" | "list", domain=domain, of=of):
                return self.within(domain if of is None else of, bounds)
            case ir.Function(name="faces" | "bag" | "rest", args=(whole, *_)):
                return self.within(whole, bounds)
            case _:
                return False

    def _definition(self, name: str, bounds: t.TInt) -> bool:
        key = (name, bounds)
        if key not in self.known:
            body = self.definitions[name].body
            self.known[key] = self.within(body, bounds) and self._excepted(f"define:{name}", bounds)
        return self.known[key]

    def _excepted(self, target: str, bounds: t.TInt) -> bool:
        """What exceptions to a target make of its value."""
        for one in self.exceptions.get(target, ()):
            if one.value is None:
                continue
            adding = one.verb == "adds" and isinstance(one.value.type, t.TInt)
            if adding or not self.within(one.value, bounds):
                return False
            if not self._excepted(f"exception:{one.name}", bounds):
                return False
        return True


def constant_within(e: ir.Const, bounds: t.TInt) -> bool:
    """Whether a constant, or all that it holds, lies within the bounds."""
    items = e.value if isinstance(e.value, (frozenset, tuple)) else (e.value,)
    return all(isinstance(item, int) and _inside(item, item, bounds) for item in items)


def _declared(type_: t.Type, bounds: t.TInt, *, perhaps_zero: bool) -> bool:
    """Of what nothing but values of its type can be in, and perhaps 0 where there is nothing."""
    of = bounded_elements(type_)
    if of is not None:
        return _inside(of.lo, of.hi, bounds)
    if not isinstance(type_, t.TInt):
        return False
    return _inside(type_.lo, type_.hi, bounds) and (not perhaps_zero or _inside(0, 0, bounds))


def _inside(low: int | None, high: int | None, bounds: t.TInt) -> bool:
    above = bounds.lo is None or (low is not None and low >= bounds.lo)
    below = bounds.hi is None or (high is not None and high <= bounds.hi)
    return above and below
