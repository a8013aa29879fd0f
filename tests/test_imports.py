"""Imports point only to earlier stages, so that each stage can be understood without those that come after it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1] / "interpreter"
PACKAGE = ROOT / "densho"

BASE = {"", "source", "errors", "data", "messages", "limits", "writing"}
"""What everyone may import; "" is the package itself (its version)."""

ALLOWED = {
    "": {"api", "engine"},
    "__main__": {"cli"},
    "source": set(),
    "errors": set(),
    "data": set(),
    "messages": set(),
    "writing": set(),
    "limits": set(),
    "languages": set(),
    "extraction": {"cli", "diagnostics", "surface"},
    "diagnostics": set(),
    "surface": {"diagnostics"},
    "ir": set(),
    "resolved": {"diagnostics", "surface", "ir"},
    "checks": {"diagnostics", "surface", "ir", "resolved"},
    "pipeline": {"diagnostics", "surface", "ir", "resolved", "checks", "targets"},
    "engine": {"ir", "diagnostics"},
    "targets": set(),
    "watching": set(),
    "linting": {"diagnostics", "ir", "engine", "targets"},
    "cache": set(),
    "loading": {"diagnostics", "surface", "ir", "pipeline", "cache", "targets"},
    "scenarios": {
        "languages", "diagnostics", "surface", "ir", "engine", "pipeline", "cache", "targets", "loading", "display",
    },
    "analysis": {"ir", "engine", "scenarios"},
    "exploring": {"diagnostics", "surface", "ir", "engine", "targets", "loading", "scenarios", "analysis", "formatting"},
    "display": {"ir", "engine"},
    "fights": {"diagnostics", "surface", "ir", "engine", "targets", "loading", "scenarios"},
    "replay": {"ir", "engine", "display", "fights"},
    "play": {"diagnostics", "ir", "engine", "display", "fights", "replay"},
    "characters": {
        "diagnostics", "surface", "ir", "engine", "cache", "targets", "loading", "scenarios", "display",
    },
    "campaigns": {
        "diagnostics", "surface", "ir", "engine", "cache", "targets", "loading", "scenarios", "fights", "characters", "checking",
        "linting",
    },
    "authoring": {"ir", "engine", "surface", "analysis", "showing", "exploring", "checking", "cache", "targets", "formatting"},
    "dossier": {
        "diagnostics", "surface", "ir", "engine", "loading", "languages", "scenarios", "analysis", "display", "showing", "fights",
        "replay", "campaigns", "linting", "exploring",
    },
    "formatting": {"diagnostics", "surface", "ir", "pipeline", "targets", "loading"},
    "schema": {"ir", "showing"},
    "checking": {
        "diagnostics", "surface", "ir", "resolved", "pipeline", "cache", "targets", "loading", "scenarios", "characters", "linting", "fights",
    },
    "showing": {"diagnostics", "surface", "ir", "engine", "display"},
    "api": {"diagnostics", "ir", "engine", "loading", "targets", "cache"},
}  # fmt: skip
"""By stage (a folder or a module of the package), the stages that it may import beside itself and `BASE`. `cli` may import all."""


def stage(module: str) -> str:
    """The part of the package that a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and module of every import of the package's own, also those inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names if name.name.split(".")[0] == "densho")
            case ast.ImportFrom(module=str(module), names=names, level=0) if module.split(".")[0] == "densho":
                if module == "densho":
                    yield from ((node.lineno, _child(name.name)) for name in names)
                else:
                    yield node.lineno, module
            case _:
                continue


def _child(name: str) -> str:
    """`from densho import x`: the stage x if there is one, else something of the package itself."""
    return f"densho.{name}" if (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").exists() else "densho"


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PACKAGE)) for path in FILES])
def test_imports_point_to_earlier_stages(path: Path) -> None:
    own = stage(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    if own == "cli":
        return
    assert own in ALLOWED, f"{own} is a stage that has no line in this test"
    allowed = ALLOWED[own] | BASE | {own}
    wrong = [f"line {line}: {module}" for line, module in imports(path) if stage(module) not in allowed]
    assert wrong == []


def test_no_relative_imports() -> None:
    """One way to name a module, so that moving a file shows in its imports."""
    relative = [
        str(path)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []
