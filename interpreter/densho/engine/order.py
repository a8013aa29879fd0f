"""Ascending order of values of one type, also where some are nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def ordered(values: Iterable[Any]) -> list[Any]:
    """The values in ascending order; nothing comes first."""
    items = list(values)
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=_key)


def _key(value: Any) -> Any:
    if value is None:
        return (0,)
    if isinstance(value, tuple):
        return (1, tuple(_key(v) for v in value))
    return (1, value)
