"""The core as JSON."""

from __future__ import annotations

import json

from densho.ir import nodes as ir
from densho.ir.data import to_data


def core_json(ruleset: ir.Ruleset) -> str:
    """The core as JSON; `densho.ir.data` has its schema."""
    return json.dumps(to_data(ruleset), ensure_ascii=False, indent=1) + "\n"
