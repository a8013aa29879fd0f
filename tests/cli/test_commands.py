"""The commands: what they print and with which status they leave."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from densho.cache import Cache
from densho.cli.main import COMMANDS, run
from densho.diagnostics.catalogue import entries
from densho.diagnostics.model import Report
from densho.loading import Loader
from densho.schema import ruleset_schema
from densho.surface.documents import plain
from densho.surface.reader import read_document, read_source
from densho.targets import bundled_folder, bundled_ids

TESTS = Path(__file__).resolve().parents[1]
TOY = TESTS / "good" / "toy"
FAILS = TESTS / "scenarios" / "fails"

Ran = tuple[int, str, str]


@pytest.fixture
def densho(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs the command line. Returns status, output and error output."""

    def call(*args: object) -> Ran:
        status = run([str(arg) for arg in args])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the toy ruleset, in the current folder."""
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "toy"


# --- as a whole -----------------------------------------------------------------------------------


def test_version_and_help(densho: Callable[..., Ran]) -> None:
    status, out, _ = densho("--version")
    assert (status, out) == (0, "densho 0.1.0\n")
    status, out, _ = densho("--help")
    assert status == 0
    for name, purpose in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(purpose)}$", out, re.M)
    assert "Exit status" in out


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help(densho: Callable[..., Ran], name: str) -> None:
    status, out, _ = densho(name, "--help")
    assert status == 0
    assert out.startswith(f"Usage: densho {name} ")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["chek"], "Did you mean 'check'?"),
        (["check"], "Missing argument"),
        (["check", "nowhere"], "`nowhere` is neither a path nor the id of a bundled ruleset"),
        (["test", "nowhere"], "`nowhere` is neither"),
        (["show", "nowhere"], "`nowhere` is neither"),
        (["check", "--format", "xml", "bokken"], "xml"),
        (["explain", "D999"], "There is no diagnostic 'D999'"),
        (["explain", "unknown-nam"], "Did you mean 'unknown-name'?"),
        (["show", "rock_paper_scissors", "sgin"], "Did you mean 'sign'?"),
        (["schema", str(FAILS)], "is not a ruleset's folder"),
        (["check", "--secrecy", "--format", "json", "bokken"], "as text only"),
    ],
)
def test_wrong_usage(densho: Callable[..., Ran], args: list[str], says: str) -> None:
    status, out, err = densho(*args)
    assert (status, out) == (2, "")
    assert says in err


def test_mistakes_of_our_own_are_one_line(
    densho: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("densho.diagnostics.catalogue.entries", broken)
    monkeypatch.setattr("densho.cli.explain.entries", broken)
    monkeypatch.delenv("DENSHO_DEBUG", raising=False)
    status, out, err = densho("explain")
    assert (status, out) == (3, "")
    assert re.fullmatch(r"densho: internal error: RuntimeError: two lines \(.*\)\n", err)
    monkeypatch.setenv("DENSHO_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run(["explain"])


# --- check ----------------------------------------------------------------------------------------


def test_check_without_problems(densho: Callable[..., Ran], toy: Path) -> None:
    assert densho("check", "toy") == (0, "3 files: no problems\n", "")
    assert densho("check", "toy/toy.yaml") == (0, "3 files: no problems\n", "")
    assert densho("check", "toy/skills/thrift.yaml", "toy") == (0, "3 files: no problems\n", "")


def test_check_shows_all_mistakes_of_all_files(densho: Callable[..., Ran], toy: Path) -> None:
    text = (toy / "skills" / "thrift.yaml").read_text(encoding="utf-8")
    (toy / "skills" / "thrift.yaml").write_text(text.replace("then used", "then usde"), encoding="utf-8")
    other = toy / "tests" / "more.yaml"
    other.write_text("ruleset: toy\nscenarios: [{name: x, stpes: []}]\n", encoding="utf-8")
    status, out, _ = densho("check", "toy")
    assert status == 1
    assert "error[unknown-name]: " in out
    assert "toy/skills/thrift.yaml:10:" in out
    assert "did you mean `used`?" in out
    assert "toy/tests/more.yaml:2:" in out
    assert "did you mean `steps`?" in out
    assert re.fullmatch(r"\d errors", out.splitlines()[-1])


def test_warnings_alone_are_problems_too(densho: Callable[..., Ran], toy: Path) -> None:
    (toy / "tests" / "more.yaml").write_text(
        "ruleset: toy\nscenarios: [{name: x, cites: [T99], steps: [{choose: {A: pass}}]}]\n", encoding="utf-8"
    )
    status, out, _ = densho("check", "toy")
    assert status == 1
    assert out.endswith("\n1 warning\n")


def test_formats_for_programs(densho: Callable[..., Ran], toy: Path) -> None:
    (toy / "tests" / "more.yaml").write_text("ruleset: tyo\nscenarios: []\n", encoding="utf-8")
    status, out, _ = densho("check", "--format", "json", "toy")
    (found,) = json.loads(out)
    assert status == 1
    assert (found["file"], found["line"], found["column"], found["slug"]) == (
        "toy/tests/more.yaml",
        1,
        10,
        "missing-file",
    )
    status, out, _ = densho("check", "--format", "sarif", "toy")
    assert (status, json.loads(out)["version"]) == (1, "2.1.0")
    status, out, _ = densho("check", "--format", "github", "toy")
    assert status == 1
    assert out.startswith("::error file=toy/tests/more.yaml,line=1,")
    assert densho("check", "--format", "json", "toy/toy.yaml")[0] == 1
    (toy / "tests" / "more.yaml").unlink()
    assert densho("check", "--format", "json", "toy") == (0, "[]\n", "")
    assert densho("check", "--format", "github", "toy") == (0, "", "")


def test_a_single_row_file_is_checked_with_its_ruleset(densho: Callable[..., Ran], toy: Path) -> None:
    loose = toy.parent / "thrift_too.yaml"
    good = "skill: spite\nfor: ./toy\ndensho: 1\nexceptions: {dear: {adds to: price, when: spite in skills, by: 1}}\n"
    loose.write_text(good, encoding="utf-8")
    assert densho("check", loose)[0] == 0
    loose.write_text(good.replace("by: 1", "by: coin"), encoding="utf-8")
    status, out, _ = densho("check", loose)
    assert status == 1
    assert "did you mean `coins`?" in out
    loose.write_text(good.replace("./toy", "./tyo"), encoding="utf-8")
    status, out, _ = densho("check", loose)
    assert status == 1
    assert "there is no ruleset `./tyo`" in out


@pytest.mark.parametrize(
    "text",
    ["", "\n", "just a text\n", "- a\n- b\n", "a: b\n", "ruleset: [\n", "scenarios: 3\n", "prelude: p\n"],
)
def test_files_that_are_nothing(densho: Callable[..., Ran], tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(text, encoding="utf-8")
    status, out, err = densho("check", path)
    assert (status, err) == (1, "")
    assert "odd.yaml" in out


def test_check_finds_leaks(densho: Callable[..., Ran], toy: Path) -> None:
    status, out, _ = densho("check", "--secrecy", "toy")
    assert status == 0
    assert "no leaks" in out


# --- test -----------------------------------------------------------------------------------------


def test_scenarios_pass(densho: Callable[..., Ran], toy: Path) -> None:
    for named in ("toy", "toy/tests", "toy/tests/all_keys.yaml", "."):
        status, out, _ = densho("test", named)
        assert status == 0
        assert re.fullmatch(r"\d\d passed, 0 failed", out.splitlines()[-1])


# --- show, schema, explain ------------------------------------------------------------------------


def test_show(densho: Callable[..., Ran], toy: Path) -> None:
    status, out, _ = densho("show", "toy")
    assert status == 0
    for line in (
        "toy, version 1.0; fighters: 2",
        "token (`tokens:`)",
        "  dice [T5]",
        "                 * 1",
        "  coins [T3]   0..20 = 5                            all",
        "decision bid [T8]",
        "    pay N         n of 0..20 from 1..coins",
        "  thrift.half_price [T6]  changes `price`",
        "    block bout",
    ):
        assert line in out.splitlines()
    assert "  token  worth\n  red    3\n  green  2\n  blue   1\n" in densho("show", "toy", "token")[1]
    assert "    3  no_boast [T6]    bid has boast and thrift in skills" in densho("show", "toy", "bid")[1]
    assert "        paid [T3]\n          when stake > 0\n" in densho("show", "toy", "--steps")[1]
    assert densho("show", "toy", "красный", "--lang", "ru")[1].startswith("red – красный\n")


def test_show_a_loose_file(densho: Callable[..., Ran], toy: Path) -> None:
    (toy.parent / "luck.yaml").write_text(
        "skill: luck\nfor: toy\ndensho: 1\nexceptions: {well T8: {adds to: strength, when: luck in skills, by: 1}}\n"
    )
    status, out, _ = densho("show", "toy", "--with", "luck.yaml", "luck")
    assert status == 0
    assert "    adds to `strength` of the base when luck in skills: 1\n" in out
    status, _, err = densho("show", "toy", "--with", "look.yaml", "luck")
    assert (status, "there is no such file" in err) == (1, True)


def test_show_what_happens_when_two_meet(densho: Callable[..., Ran], toy: Path) -> None:
    status, out, _ = densho("show", "toy", "--matrix", "bid", "--set", "A.coins=2", "--option", "dice=2")
    assert status == 0
    assert "  pay 2       +/          +/     =      /+     /+     /+     +/" in out.splitlines()
    assert "pay 3       " not in out
    status, _, err = densho("show", "toy", "--matrix", "bid", "--set", "A.conis=2")
    assert (status, "did you mean `coins`?" in err) == (1, True)


def test_show_keeps_its_wishes_apart(densho: Callable[..., Ran], toy: Path) -> None:
    for args, message in (
        (["bid", "--steps"], "exclude each other"),
        (["--set", "A.coins=2"], "are for --matrix"),
        (["--matrix", "bidd"], "Did you mean 'bid'?"),
        (["--matrix", "arrange"], "`arrange` is not what both owe at the start"),
    ):
        status, out, err = densho("show", "toy", *args)
        assert (status, out) == (2, "")
        assert message in err


def test_show_core_of_every_bundled_ruleset(densho: Callable[..., Ran]) -> None:
    for name in bundled_ids():
        status, out, _ = densho("show", name, "--ir")
        assert status == 0
        assert json.loads(out)["id"] == name
        assert densho("show", name)[0] == 0


def test_show_of_a_ruleset_with_mistakes(densho: Callable[..., Ran], toy: Path) -> None:
    text = (toy / "toy.yaml").read_text(encoding="utf-8")
    (toy / "toy.yaml").write_text(text.replace("do judge", "do juge"), encoding="utf-8")
    status, out, err = densho("show", "toy")
    assert (status, out) == (1, "")
    assert "toy/toy.yaml:" in err


@pytest.mark.parametrize("name", bundled_ids())
def test_schema_admits_the_rulesets_own_documents(name: str) -> None:
    folder = bundled_folder(name)
    assert folder is not None
    core = Loader(Cache(None)).load(folder).ruleset
    assert core is not None
    schema = ruleset_schema(core)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for path in sorted(folder.rglob("*.yaml")):
        source = read_source(path, Report())
        assert source is not None
        document = read_document(source, Report())
        assert document is not None
        wrong = [
            f"{list(error.path)}: {error.message[:200]}"
            for error in validator.iter_errors(plain(document.root))
        ]
        assert wrong == [], path


def test_schema_refuses_what_the_ruleset_has_not(densho: Callable[..., Ran], toy: Path) -> None:
    status, out, _ = densho("schema", "toy")
    assert status == 0
    validator = Draft202012Validator(json.loads(out))
    steps = [{"expect": {"A": {"coins": 3}}}]
    good = {"ruleset": "toy", "scenarios": [{"name": "x", "options": {"dice": 2}, "steps": steps}]}
    assert validator.is_valid(good)
    assert not validator.is_valid(
        {"ruleset": "toy", "scenarios": [{"name": "x", "options": {"dcie": 2}, "steps": steps}]}
    )
    wrong = [{"expect": {"A": {"coin": 3}}}]
    assert not validator.is_valid({"ruleset": "toy", "scenarios": [{"name": "x", "steps": wrong}]})


def test_explain(densho: Callable[..., Ran]) -> None:
    status, out, _ = densho("explain")
    assert status == 0
    assert len(out.splitlines()) == len(entries())
    for named in ("D301", "d301", "unknown-name"):
        status, out, _ = densho("explain", named)
        assert status == 0
        assert "D301" in out
