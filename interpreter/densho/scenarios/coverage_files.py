"""Coverage for programs: as JSON, and as an LCOV tracefile, which editors and services draw beside the text.

In LCOV a piece of a ruleset is a function, and where several begin in one line, each is a branch of it too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from densho.messages import said
from densho.scenarios.coverage import Coverage, sorts
from densho.scenarios.coverage_lines import Line, Listing, listings
from densho.source import Source


def to_json(coverages: Iterable[Coverage], sources: Mapping[str, Source]) -> str:
    """`{"rulesets": […]}`: of each its numbers, and every piece with file, line and in how many scenarios it was exercised."""
    data = {"rulesets": [_ruleset(one, sources) for one in coverages]}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _ruleset(coverage: Coverage, sources: Mapping[str, Source]) -> dict[str, Any]:
    every = len(coverage.units)
    return {
        "ruleset": coverage.ruleset,
        "folder": str(coverage.folder),
        "loose": [str(path) for path in coverage.loose],
        "exercised": every - len(coverage.idle()),
        "of": every,
        "percent": int(coverage.percent * 100) / 100,
        "sorts": {sort: {"exercised": done, "of": many} for sort, (done, many) in sorts(coverage).items()},
        "relations": {
            name: {
                "named": {"asked": len(pairs.asked_named), "of": pairs.named},
                "otherwise": {"asked": len(pairs.asked_left), "of": pairs.left},
            }
            for name, pairs in coverage.pairs.items()
        },
        "items": [
            {
                "sort": unit.sort,
                "name": unit.name,
                "text": said(unit.told),
                "file": unit.span.path,
                "line": _line(unit.span.path, unit.span.start, sources),
                "cites": list(unit.cites),
                "scenarios": coverage.counts[unit.key],
            }
            for unit in coverage.ordered()
        ],
    }


def _line(path: str, offset: int, sources: Mapping[str, Source]) -> int | None:
    source = sources.get(path)
    return None if source is None else source.line_column(offset)[0]


def to_lcov(coverages: Iterable[Coverage], sources: Mapping[str, Source]) -> str:
    """A record for every file, as `geninfo` describes the format."""
    return "".join(
        f"{line}\n"
        for coverage in coverages
        for listing in listings(coverage, sources)
        for line in _record(listing, coverage)
    )


def _record(listing: Listing, coverage: Coverage) -> Iterator[str]:
    yield f"TN:{coverage.ruleset}"
    yield f"SF:{listing.path}"
    pieces = [(line, unit) for line in listing.lines for unit in line.begins]
    yield from (f"FN:{line.number},{said(unit.told)}" for line, unit in pieces)
    yield from (f"FNDA:{coverage.counts[unit.key]},{said(unit.told)}" for _, unit in pieces)
    yield f"FNF:{len(pieces)}"
    yield f"FNH:{sum(bool(coverage.counts[unit.key]) for _, unit in pieces)}"
    branches = [
        branch for line in listing.lines if len(line.begins) > 1 for branch in _branches(line, coverage)
    ]
    yield from (f"BRDA:{number},0,{place},{taken}" for number, place, taken in branches)
    yield f"BRF:{len(branches)}"
    yield f"BRH:{sum(taken not in ('-', '0') for _, _, taken in branches)}"
    counted = [line for line in listing.lines if line.count is not None]
    yield from (f"DA:{line.number},{line.count}" for line in counted)
    yield f"LF:{len(counted)}"
    yield f"LH:{sum(bool(line.count) for line in counted)}"
    yield "end_of_record"


def _branches(line: Line, coverage: Coverage) -> Iterator[tuple[int, int, str]]:
    """Line, number and how often; `-` where nothing of the line ever took part."""
    for place, unit in enumerate(line.begins):
        yield line.number, place, str(coverage.counts[unit.key]) if line.count else "-"
