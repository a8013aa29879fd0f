"""Results as JUnit's XML: suites and cases, what went wrong, nothing that XML cannot say."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from densho.messages import ENGLISH
from densho.scenarios.junit import clean, to_junit
from densho.scenarios.tasks import Done, Outcome, Task

FIRST, SECOND = Path("tests/a & b.yaml"), Path("tests/second.yaml")

DONE = (
    Done(
        task=Task(FIRST, 0, 2),
        outcomes=(
            Outcome(name="broken", line=30, broken=True),
            Outcome(name='passes <well> & "soon"', line=3, seconds=0.25),
        ),
    ),
    Done(
        task=Task(FIRST, 1, 2),
        outcomes=(
            Outcome(
                name="fails\x1b[31m",
                line=9,
                seconds=0.5,
                failure="FAILED ]]> \x00 \ud800 текст\n",
                why="step 1: A.x: expected 1, found 2",
            ),
        ),
    ),
    Done(task=Task(SECOND), unrun="its ruleset has mistakes"),
)


@pytest.fixture
def root() -> ET.Element:
    return ET.fromstring(to_junit(DONE, ENGLISH))


def test_a_suite_for_every_file(root: ET.Element) -> None:
    assert root.tag == "testsuites"
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "time")} == {
        "tests": "4",
        "failures": "1",
        "errors": "2",
        "time": "0.750",
    }
    first, second = root.findall("testsuite")
    assert (first.get("name"), second.get("name")) == (str(FIRST), str(SECOND))
    assert [first.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["3", "1", "1", "0"]
    assert [second.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["1", "0", "1", "0"]


def test_a_case_for_every_scenario_in_the_order_of_the_file(root: ET.Element) -> None:
    cases = root.findall("testsuite")[0].findall("testcase")
    assert [(case.get("line"), case.get("time")) for case in cases] == [
        ("3", "0.250"),
        ("9", "0.500"),
        ("30", "0.000"),
    ]
    assert cases[0].get("name") == 'passes <well> & "soon"'
    assert {case.get("classname") for case in cases} == {"tests.a & b"}
    assert list(cases[0]) == []


def test_what_went_wrong(root: ET.Element) -> None:
    first, second = root.findall("testsuite")
    _, failing, broken = first.findall("testcase")
    failure = failing.find("failure")
    assert failure is not None
    assert failure.get("message") == "step 1: A.x: expected 1, found 2"
    assert failure.text == "FAILED ]]> \\x00 \\xd800 текст\n"
    assert failing.get("name") == "fails\\x1b[31m"
    error = broken.find("error")
    assert error is not None
    assert error.get("message") == "it has mistakes"
    error = second.find("testcase/error")
    assert error is not None
    assert error.get("message") == "its ruleset has mistakes"


@pytest.mark.parametrize("text", ["\t\n x", "ё", "\U0001f600", "\ue000"])
def test_what_xml_can_say_stays(text: str) -> None:
    assert clean(text) == text
