"""Writes a fight's file, whole or not at all; a new one may be read by its owner alone, since it holds secrets."""

from __future__ import annotations

from pathlib import Path

from densho.fights.record import Record
from densho.fights.text import to_text
from densho.writing import OWNER_ALONE, write_whole


def save(path: Path, record: Record) -> None:
    """Writes the record. Raises `OSError`; the file is then as it was before."""
    write_whole(path, to_text(record).encode("utf-8"), mode=OWNER_ALONE)
