"""The results of a run as JUnit's XML, which services for continuous integration read: a suite for every file, a case for every scenario."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from densho.messages import Translate, said, say
from densho.scenarios.tasks import Done, Outcome

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot say, not even escaped."""
BROKEN: Final = say("it has mistakes")


def to_junit(done: Iterable[Done], translate: Translate) -> bytes:
    """The document, in UTF-8. A file that could not be run is a case with an error, and so is a scenario with mistakes."""
    by_file: dict[Path, list[Done]] = {}
    for one in done:
        by_file.setdefault(one.task.path, []).append(one)
    suites = [_suite(path, parts, translate) for path, parts in by_file.items()]
    root = ET.Element("testsuites", name="densho test")
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in suites)))
    root.set("time", _seconds(sum(float(suite.get("time", "0")) for suite in suites)))
    root.extend(suites)
    ET.indent(root)
    text: str = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _suite(path: Path, parts: Sequence[Done], translate: Translate) -> ET.Element:
    outcomes = [outcome for one in parts for outcome in one.outcomes]
    unrun = [one.unrun for one in parts if one.unrun is not None]
    broken = sum(outcome.broken for outcome in outcomes) + len(unrun)
    suite = ET.Element("testsuite", name=clean(str(path)), file=clean(str(path)))
    suite.set("tests", str(len(outcomes) + len(unrun)))
    suite.set("failures", str(sum(outcome.failure is not None for outcome in outcomes)))
    suite.set("errors", str(broken))
    suite.set("skipped", "0")
    suite.set("time", _seconds(sum(outcome.seconds for outcome in outcomes)))
    for why in unrun:
        case = _case(suite, path, path.name, 1, 0.0)
        ET.SubElement(case, "error", message=clean(said(why, translate)), type="file")
    for outcome in sorted(outcomes, key=lambda one: one.line):
        _told(_case(suite, path, outcome.name, outcome.line, outcome.seconds), outcome, translate)
    return suite


def _case(suite: ET.Element, path: Path, name: str, line: int, seconds: float) -> ET.Element:
    return ET.SubElement(
        suite,
        "testcase",
        name=clean(said(name)),
        classname=clean(".".join(path.with_suffix("").parts).lstrip("./")),
        file=clean(str(path)),
        line=str(line),
        time=_seconds(seconds),
    )


def _told(case: ET.Element, outcome: Outcome, translate: Translate) -> None:
    if outcome.broken:
        ET.SubElement(case, "error", message=said(BROKEN, translate), type="scenario")
    elif outcome.failure is not None:
        failure = ET.SubElement(case, "failure", message=clean(outcome.why), type="expectation")
        failure.text = clean(outcome.failure)


def clean(text: str) -> str:
    """The text with characters that XML cannot hold shown by their numbers."""
    return _FORBIDDEN.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}"
