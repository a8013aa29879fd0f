"""Where the files that are not Python lie: inside an installed package, or beside `interpreter/` in a working copy."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_HERE = Path(__file__).resolve().parent


def data_path(kind: Literal["grammar", "schemas", "rulesets"]) -> Path:
    """The folder of grammars, schemas or bundled rulesets."""
    installed = _HERE / "data" / kind
    return installed if installed.is_dir() else _HERE.parents[1] / kind
