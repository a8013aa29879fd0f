"""A new ruleset: the smallest whole duel, to be changed, with its first scenarios; or a house ruleset that extends another.

What is in them is text (`starters/`), with `${...}` where a name is put in.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

STARTERS = Path(__file__).parent / "starters"


def ruleset_files(name: str) -> dict[str, str]:
    """The files of a whole ruleset, by their paths in its folder."""
    title = name.replace("_", " ").capitalize()
    return {
        f"{name}.yaml": _starter("ruleset", name=name, title=title),
        "tests/first.yaml": _starter("scenarios", name=name),
    }


def house_files(name: str, base: str, options: Mapping[str, str]) -> dict[str, str]:
    """The file of a ruleset that extends another, with defaults of options."""
    chosen = "".join(f"  {option}: {value}\n" for option, value in options.items())
    defaults = f"\nset:                             # house rules that are the default here\n{chosen}"
    return {f"{name}.yaml": _starter("house", name=name, base=base, defaults=defaults if chosen else "")}


def _starter(called: str, **values: str) -> str:
    text = (STARTERS / f"{called}.yaml.txt").read_text(encoding="utf-8")
    return Template(text).substitute(values)
