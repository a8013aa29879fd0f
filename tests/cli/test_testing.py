"""`densho test`: what it prints and writes, and with which status it leaves."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from densho.cli.main import run

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
TOY = TESTS / "good" / "toy"
FAILS = TESTS / "scenarios" / "fails"
WRONG = TESTS / "scenarios" / "wrong"
TOYS = (TOY / "tests" / "all_keys.yaml").read_text(encoding="utf-8").count("\n  - name:")
"""How many scenarios the toy has."""

Ran = tuple[int, str, str]

MANY = 300
"""So many copies of a file take longer than it takes to interrupt the run."""


@pytest.fixture
def test(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs `densho test`. Returns status, output and error output."""

    def call(*args: object) -> Ran:
        status = run(["test", *(str(arg) for arg in args)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the toy ruleset, in the current folder."""
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path)
    return Path("toy")


def last(out: str) -> str:
    return out.splitlines()[-1]


def names(out: str) -> list[str]:
    return re.findall(r"^FAILED \S+ (.*)$", out, re.M)


def scenario(toy: Path, steps: str, name: str = "otherwise") -> Path:
    """A file with one scenario."""
    path = toy / "tests" / "more.yaml"
    path.write_text(f"ruleset: toy\nscenarios:\n  - name: {name}\n    steps:\n{steps}", encoding="utf-8")
    return path


OTHERWISE = """\
      - choose: {A: pay 1}
        roll: {A: [4], B: [4], arena: [red]}
        expect: {A: {coins: 3}}  # five
"""


# --- what is shown ----------------------------------------------------------------------------------


def test_failures(test: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FAILS)
    status, out, _ = test("choices.yaml")
    assert status == 1
    assert "FAILED choices.yaml:9 legal choices that are otherwise\n  step 1 (choices.yaml:6)\n" in out
    assert "  the position" in out
    assert "  what happened in the step:\n" in out
    assert last(out) == "0 passed, 5 failed"
    status, out, _ = test("--short", "choices.yaml", "-k", "NOTHING")
    assert status == 1
    assert "what happened" not in out
    assert "the position" not in out
    assert last(out) == "0 passed, 1 failed"


def test_a_failure_shows_expected_and_found_the_position_and_the_rules(
    test: Callable[..., Ran], toy: Path
) -> None:
    scenario(toy, OTHERWISE + "      - choose: {A: pass}\n")
    status, out, _ = test("toy/tests/more.yaml")
    assert status == 1
    lines = [line.rstrip() for line in out.splitlines()]
    table = lines.index("    A.coins   3          5")
    position = next(at for at, line in enumerate(lines) if line == "  the position:")
    happened = lines.index("  what happened in the step:")
    assert table < position < happened
    assert any(line.split() == ["coins", "5", "5"] for line in lines[position:happened])
    assert any(line.endswith("toy/toy.yaml:91") for line in lines[happened:])


def test_the_position_after_a_step(test: Callable[..., Ran], toy: Path) -> None:
    steps = (
        OTHERWISE.replace("{A: pay 1}", "{A: pay 1, B: pass}")
        .replace("[4]", "[4, 4]")
        .replace("[red]", "[red, red]")
    )
    scenario(toy, steps)
    _, out, _ = test("toy/tests/more.yaml")
    assert "  the position after the step:\n" in out
    assert re.search(r"^ +coins +4 +5$", out, re.M)


def test_slowest(test: Callable[..., Ran], toy: Path) -> None:
    status, out, _ = test("toy", "--slowest", 2)
    assert status == 0
    *lines, end = out.splitlines()
    assert end == f"{TOYS} passed, 0 failed"
    assert len(lines) == 2
    seconds = [float(line.split()[0]) for line in lines]
    assert seconds == sorted(seconds, reverse=True)
    assert all(re.fullmatch(r" +\d+\.\d{3} s  toy/tests/all_keys\.yaml:\d+  .+", line) for line in lines)


def test_names_move_no_cursor_and_begin_no_line(test: Callable[..., Ran], toy: Path) -> None:
    scenario(toy, OTHERWISE, r'"\e[31m\u202e\n9 passed"')
    _, out, _ = test("toy", "--short", "--slowest", 99)
    assert names(out) == ["␛[31m<U+202E>␊9 passed"]
    assert out.count("␛[31m<U+202E>␊9 passed") == 2


@pytest.mark.parametrize("words", [("--coverage-min", "nan"), ("--fuzz", "--budget", "inf")])
def test_numbers_that_are_none(test: Callable[..., Ran], toy: Path, words: tuple[str, ...]) -> None:
    status, out, err = test("toy", *words)
    assert (status, out) == (2, "")
    assert "is not a finite number" in err


# --- which are run ----------------------------------------------------------------------------------


def test_selection(test: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FAILS)
    _, out, _ = test(".", "--short", "-k", "choice", "-k", "not choices.yaml")
    assert names(out) == []
    _, out, _ = test(".", "--short", "-k", "drawn or handed in twice")
    assert names(out) == [
        "a choice that is refused by another rule, or handed in twice",
        "drawn what is not there",
    ]


def test_nothing_is_selected(test: Callable[..., Ran], toy: Path) -> None:
    status, out, err = test("toy", "-k", "no such name")
    assert (status, out) == (1, "0 passed, 0 failed\n")
    assert err == "no scenario's file or name holds `no such name`\n"


def test_no_scenarios(test: Callable[..., Ran], toy: Path) -> None:
    shutil.rmtree(toy / "tests")
    status, out, err = test("toy")
    assert (status, out) == (2, "")
    assert "there are no scenarios in `toy`" in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_fail_fast(test: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, jobs: str) -> None:
    monkeypatch.chdir(FAILS)
    status, out, _ = test(".", "--short", "-x", "-j", jobs)
    assert status == 1
    assert names(out) == ["legal choices that are otherwise"]
    assert last(out) == "0 passed, 1 failed"


def test_several_processes_show_the_same(test: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FAILS)
    alone = test(".", "-j", "1")
    assert test(".", "-j", "3") == alone
    assert alone[0] == 1


# --- what cannot be run ----------------------------------------------------------------------------


def test_scenarios_with_mistakes_fail(test: Callable[..., Ran]) -> None:
    status, out, _ = test(WRONG / "fighters.yaml")
    assert status == 1
    assert "error[bad-fighters]" in out
    assert last(out) == "1 passed, 2 failed"


def test_a_file_without_its_ruleset(test: Callable[..., Ran]) -> None:
    status, out, _ = test(WRONG / "missing.yaml")
    assert status == 1
    assert "there is no ruleset `tyo`" in out
    assert "NOT RUN " in out
    assert last(out) == "0 passed, 0 failed, 1 file could not be run"


def test_a_ruleset_with_mistakes(test: Callable[..., Ran], toy: Path) -> None:
    text = (toy / "toy.yaml").read_text(encoding="utf-8")
    (toy / "toy.yaml").write_text(text.replace("do judge", "do juge"), encoding="utf-8")
    shutil.copy(toy / "tests" / "all_keys.yaml", toy / "tests" / "more.yaml")
    status, out, _ = test("toy", "-k", "halves")
    assert status == 1
    assert out.count("error[") == 1
    assert out.count("its ruleset has mistakes") == 2
    assert last(out) == "0 passed, 0 failed, 2 files could not be run"


# --- coverage -----------------------------------------------------------------------------------------


def test_coverage(test: Callable[..., Ran]) -> None:
    status, out, _ = test("--coverage", TOY, "-k", "halves")
    assert status == 0
    assert re.search(r"^toy: \d+ of 40 exercised \(\d\d(\.\d)? %\)$", out, re.M)
    assert "  never: refusal of bid no_boast [T6]\n" in out
    assert "  never: option dice: 2 [T5]\n" in out
    assert "never: rule pay.paid" not in out
    assert "never: exception thrift.half_price" not in out
    assert last(out) == "1 passed, 0 failed"


def test_coverage_lines(test: Callable[..., Ran], toy: Path) -> None:
    status, out, _ = test("--coverage-lines", "toy")
    assert status == 0
    assert "toy/toy.yaml\n" in out
    assert "      0     53        everything: in amount\n" in out
    assert "      5     54        pay: in amount, n of 0..20 from 1..coins\n" in out
    assert "toy/skills/thrift.yaml\n" in out


@pytest.mark.parametrize(("least", "status"), [("97.5", 0), ("97.6", 1)])
def test_coverage_min(test: Callable[..., Ran], toy: Path, least: str, status: int) -> None:
    found, out, _ = test("--coverage-min", least, "toy")
    assert found == status
    assert ("toy: 97.5 % exercised, less than 97.6 %\n" in out) == bool(status)
    assert last(out) == f"{TOYS} passed, 0 failed"


def test_coverage_for_programs(test: Callable[..., Ran], toy: Path) -> None:
    status, out, _ = test("toy", "-j2", "--coverage-json", "found.json", "--coverage-lcov", "found.info")
    assert (status, out) == (0, f"{TOYS} passed, 0 failed\n")
    assert json.loads(Path("found.json").read_text(encoding="utf-8"))["rulesets"][0]["exercised"] == 39
    assert Path("found.info").read_text(encoding="utf-8").startswith("TN:toy\nSF:toy/toy.yaml\n")


@pytest.mark.parametrize("option", ["--junit", "--coverage-json", "--coverage-lcov"])
def test_a_folder_that_is_not_there_is_told_first(test: Callable[..., Ran], toy: Path, option: str) -> None:
    status, out, err = test("toy", option, "nowhere/found")
    assert (status, out) == (2, "")
    assert "there is no folder `nowhere`" in err


def test_junit(test: Callable[..., Ran], toy: Path) -> None:
    scenario(toy, OTHERWISE)
    status, _, _ = test("toy", "--junit", "found.xml")
    assert status == 1
    root = ET.parse("found.xml").getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == (str(TOYS + 1), "1", "0")
    (failure,) = root.iter("failure")
    assert failure.get("message") == "step 1: A.coins: expected 3, found 5"


def test_a_report_into_the_output(toy: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "densho", "test", "toy", "--junit", "/dev/stdout"],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    xml, end = found.stdout.split("</testsuites>\n")
    assert ET.fromstring(f"{xml}</testsuites>".encode()).get("tests") == str(TOYS)
    assert end == f"{TOYS} passed, 0 failed\n"


# --- update -------------------------------------------------------------------------------------------


def test_update(test: Callable[..., Ran], toy: Path) -> None:
    path = scenario(toy, OTHERWISE)
    status, out, _ = test("toy/tests/more.yaml", "--update")
    assert status == 0
    assert "\n-        expect: {A: {coins: 3}}  # five\n+        expect: {A: {coins: 5}}  # five\n" in out
    assert last(out) == "1 passed, 0 failed"
    assert "coins: 5}}  # five" in path.read_text(encoding="utf-8")
    assert test("toy/tests/more.yaml", "--update") == (0, "1 passed, 0 failed\n", "")


def test_update_leaves_what_no_value_says(test: Callable[..., Ran], toy: Path) -> None:
    path = scenario(toy, OTHERWISE + "      - choose: {B: pay 9}\n")
    before = path.read_text(encoding="utf-8")
    status, out, _ = test("toy/tests/more.yaml", "--update", "--short")
    assert status == 1
    assert "`otherwise` fails in another way than by a value; change it by hand" in out
    assert path.read_text(encoding="utf-8") == before


# --- processes, terminals ------------------------------------------------------------------------------


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "CI")}
    return {
        **kept,
        "PYTHONPATH": str(ROOT / "interpreter"),
        "DENSHO_CACHE": "off",
        "DENSHO_LANG": "en",
        **more,
    }


def test_no_processes_are_thought_of_for_few_scenarios() -> None:
    code = (
        "import sys; from densho.cli.main import run; run(['test', 'tests/good/toy']); "
        "print(sorted({'concurrent.futures.process', 'rich', 'xml.etree.ElementTree'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert found.stdout.splitlines() == [f"{TOYS} passed, 0 failed", "[]"]


@pytest.fixture
def many(toy: Path) -> Path:
    """A ruleset with files that take a while."""
    for number in range(MANY):
        shutil.copy(toy / "tests" / "all_keys.yaml", toy / "tests" / f"more_{number}.yaml")
    return toy


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_all_processes(many: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "densho", "test", "toy", "-j2", "--junit", "found.xml"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    while running.poll() is None and children.exists() and len(children.read_text().split()) < 2:
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert (out, err.strip()) == (b"", b"")
    assert not Path("found.xml").exists()
    assert _is_gone(running.pid)


def _is_gone(group: int) -> bool:
    """Whether all processes of a group end, sooner or later."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_long_run_shows_how_far_it_is_at_a_terminal(toy: Path, jobs: str) -> None:
    shutil.copy(toy / "tests" / "all_keys.yaml", toy / "tests" / "more.yaml")
    code = "from densho.cli import progress, main; progress.AFTER = 0; main.main()"
    running = pexpect.spawn(
        sys.executable,
        ["-c", code, "test", "toy", f"-j{jobs}"],
        env=environment(TERM="xterm"),
        encoding="utf-8",
        timeout=60,
    )
    running.expect(f"scenarios.*100%.*{2 * TOYS} passed, 0 failed")
    running.expect(pexpect.EOF)
    running.close()
    assert running.exitstatus == 0


# --- the page about it --------------------------------------------------------------------------------


def test_the_manual_names_every_option_and_no_other(
    test: Callable[..., Ran], capsys: pytest.CaptureFixture[str]
) -> None:
    """It speaks of `draft-test` too."""
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    _, out, _ = test("--help")
    run(["draft-test", "--help"])
    out += capsys.readouterr().out
    options = set(re.findall(r"(--[a-z-]+)", out)) - {"--help", "--lang"}
    named = set(re.findall(r"(?<!-)(--[a-z][a-z-]+)", page))
    assert named <= options
    assert {"--coverage", "--coverage-lines", "--coverage-min", "--update", "--junit", "--jobs"} <= named
