"""Writes the schema of the core: `python -m densho.ir schemas/ir.schema.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from densho.ir.data import schema

Path(sys.argv[1]).write_text(json.dumps(schema(), indent=1) + "\n", encoding="utf-8")
