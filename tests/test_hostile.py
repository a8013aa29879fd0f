"""Files that are broken or meant to do harm, of every sort: each is answered with a diagnostic, and nothing breaks.

Finds of `benchmarks/hostile.py` are kept here, beside a small run of it.
"""

from __future__ import annotations

import io
import random
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from densho.cache import Cache
from densho.checking import check_targets
from densho.cli.main import run
from densho.fights.text import to_text
from densho.targets import find_targets
from mutating import spoilt
from playing import chosen, fight_of

TINY = """\
ruleset: tiny
version: "1"
densho: 1
fighters: 2
reasons: [goal]
slots: {fighter: {cell: 0..9 = 0, each turn}}
decisions: {order: {groups: {pace: one}, words: {walk: in pace}}}
rules:
  move:
    walk B1: when order has walk then cell := "cell" + 1
    home: once when cell = 3 and foe.cell = 3 then draw fight by goal
flow: [{repeat turn: [ask order, do move]}]
""".replace('"cell"', "cell")
TOY = Path(__file__).parent / "good" / "toy"
ROW_FILE = (
    (TOY / "skills" / "thrift.yaml")
    .read_text("utf-8")
    .replace("thrift", "greed")
    .replace("for: toy", f"for: {TOY.as_posix()}")
)
PART = "part of: tiny\ndensho: 1\ntally: {fighter: [cell]}\n"
SCENARIOS = "ruleset: bokken\nscenarios:\n  - {name: x, steps: [{choose: {A: stay, B: stay}}]}\n"
CHARACTER = "character: Kin\nfor: bokken\ndensho: 1\nhas: {techniques: []}\nhistory: []\n"
PRELUDE = "prelude: words\ndensho: 1\nreasons: [goal]\n"
SETUP = "fighters: {A: {cell: 3}, B: {}}\narena: {cells: 12}\n"
SCRIPT = "stay\nforward 1; stance jodan\n"

SORTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ruleset": (TINY, ("check", "f.yaml")),
    "part": (PART, ("check", "f.yaml")),
    "row file": (ROW_FILE, ("check", "f.yaml")),
    "prelude": (PRELUDE, ("check", "f.yaml")),
    "scenarios": (SCENARIOS, ("check", "f.yaml")),
    "scenarios that are run": (SCENARIOS, ("test", "f.yaml")),
    "character": (CHARACTER, ("check", "f.yaml")),
    "character that gets something": (CHARACTER, ("character", "award", "f.yaml", "stage", "kakegoe")),
    "fight": ("", ("check", "f.yaml")),
    "fight that goes on": ("", ("play", "f.yaml", "--no-save")),
    "setup": (SETUP, ("play", "bokken", "--no-save", "--setup", "f.yaml")),
    "script": (SCRIPT, ("play", "bokken", "--no-save", "--choices", "f.yaml")),
}


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    fight = chosen(fight_of("bokken", seed="x"), {"A": "stance jodan", "B": "stay"})
    return {sort: text or to_text(fight.record) for sort, (text, _) in SORTS.items()}


@pytest.fixture
def answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str, bytes], tuple[int, str]]:
    """Runs the command of a sort of file on these bytes. Returns status and output, in which nothing but text may stand."""
    monkeypatch.chdir(tmp_path)

    def call(sort: str, data: bytes) -> tuple[int, str]:
        Path("f.yaml").write_bytes(data)
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        status = run(list(SORTS[sort][1]))
        said = "".join(capsys.readouterr())
        assert status in (0, 1, 2), said
        assert not [
            sign for sign in said if sign != "\n" and unicodedata.category(sign) in ("Cc", "Cf", "Cs")
        ]
        return status, said

    return call


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 60))
HOSTILE: dict[str, Callable[[str], bytes]] = {
    "nothing": lambda text: b"",
    "blanks": lambda text: b" \n\n",
    "a comment": lambda text: b"# nothing\n",
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "Windows-1251": lambda text: f"{text}# слово\n".encode("cp1251"),
    "half a character": lambda text: text.encode() + b"\xd0",
    "surrogates": lambda text: text.encode() + b"# \xed\xa0\x80\n",
    "NUL": lambda text: text.encode() + b"\0",
    "escapes": lambda text: text.encode() + b"x: \x1b[2J\x1b]0;owned\x07\n",
    "another direction": lambda text: f"{text}# \u202e\n".encode(),
    "returns": lambda text: text.replace("\n", "\r").encode(),
    "an anchor": lambda text: text.encode() + b"x: &a b\n",
    "an alias": lambda text: text.encode() + b"x: *a\n",
    "itself": lambda text: text.encode() + b"x: &a [*a]\n",
    "a merge key": lambda text: text.encode() + b"<<: {a: b}\n",
    "a tag": lambda text: text.encode() + b"x: !!python/object/apply:os.system [true]\n",
    "laughs": lambda text: text.encode() + BOMB.encode(),
    "a directive": lambda text: b"%YAML 1.1\n---\n" + text.encode(),
    "two documents": lambda text: text.encode() + b"---\n" + text.encode(),
    "deep flow": lambda text: text.encode() + b"x: " + b"[" * 50_000 + b"\n",
    "deep mappings": lambda text: text.encode() + b"x: " + b"{a: " * 5_000 + b"1" + b"}" * 5_000 + b"\n",
    "deep blocks": lambda text: text.encode() + b"".join(b" " * i + b"a:\n" for i in range(400)),
    "deep lists": lambda text: text.encode() + b"x:\n  " + b"- " * 5_000 + b"a\n",
    "keys of keys": lambda text: text.encode() + b"? " * 5_000 + b"a\n",
    "a long line": lambda text: text.encode() + b"x" * 200_000 + b"\n",
    "many keys": lambda text: text.encode() + b"".join(b"k%d: 1\n" % i for i in range(4_000)),
    "one key many times": lambda text: text.encode() + b"k: 1\n" * 4_000,
    "too big": lambda text: text.encode() + b"#" * 1_100_000,
}


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("name", HOSTILE)
def test_each_gets_an_answer(
    name: str, sort: str, texts: dict[str, str], answer: Callable[[str, bytes], tuple[int, str]]
) -> None:
    status, said = answer(sort, HOSTILE[name](texts[sort]))
    if sort != "script":  # where lines may be empty or comments
        assert status in (1, 2)
        assert "error[" in said or status == 2


EXPRESSIONS = {
    "brackets": "(" * 10_000 + "1" + ")" * 10_000,
    "open brackets": "(" * 10_000,
    "not": "not " * 10_000 + "true",
    "minus": "-" * 10_000 + "1",
    "a sum": " + ".join(["1"] * 5_000),
    "if": "if true then " * 3_000 + "1" + " else 0" * 3_000,
    "calls": "abs(" * 5_000 + "1" + ")" * 5_000,
    "members": "foe" + ".foe" * 5_000,
    "a list": "[" * 5_000 + "]" * 5_000,
    "a set": "|".join(map(str, range(5_000))),
    "digits": "9" * 5_000,
    "a name": "a" * 50_000,
    "loops": "sum x in 1..9 of " * 12 + "1",
    "a long range": "size(1..999999999)",
    "escapes": "\\e[2J",
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_huge_expressions(name: str, answer: Callable[[str, bytes], tuple[int, str]]) -> None:
    for place in ("cell + 1", "cell = 3 and foe.cell = 3"):
        status, said = answer("ruleset", TINY.replace(place, EXPRESSIONS[name]).encode())
        assert (status, "error[" in said) == (1, True)


@pytest.mark.parametrize(
    "value", ["[]", "{}", "null", "true", "3", "-1", '""', "{a: {b: [c]}}", "[[a]]", "text", "1..9"]
)
def test_wrong_values_at_every_key(value: str, answer: Callable[[str, bytes], tuple[int, str]]) -> None:
    for line in TINY.splitlines():
        key = line.partition(":")[0]
        changed = TINY.replace(f"{line}\n", f"{key}: {value}\n")
        answer("ruleset", changed.encode())


def test_a_ruleset_that_is_cut_off_at_any_byte(tmp_path: Path) -> None:
    data = TINY.encode()
    path = tmp_path / "tiny.yaml"
    for end in range(len(data) - 2):
        path.write_bytes(data[:end])
        assert check_targets(find_targets(str(path)), Cache(None)).errors, data[:end]


NAMES = ["\\e[31m", "\\u202e", "[bold]x[/bold]", "a`b", "{0}", "%s", "x" * 3_000, "<b>"]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_are_no_names(name: str, answer: Callable[[str, bytes], tuple[int, str]]) -> None:
    for old in ("tiny", "goal", "cell", "pace", "walk", "move", "turn", "order"):
        answer("ruleset", TINY.replace(old, f'"{name}"').encode())
        answer("ruleset", TINY.replace(old, name.replace("\\e", "\x1b")).encode())
    answer("character", CHARACTER.replace("Kin", f'"{name}"').encode())


FOUND = [
    ("row file", 'words: {en: {skill.kesa: [???, kesa]}}\nskill: kesa\nfor: bokken\ndensho: 1\n'),
]  # fmt: skip
"""What runs of `benchmarks/hostile.py` have found."""


@pytest.mark.parametrize(("sort", "text"), FOUND)
def test_what_was_found_once(sort: str, text: str, answer: Callable[[str, bytes], tuple[int, str]]) -> None:
    status, _ = answer(sort, text.encode())
    assert status == 1


@pytest.mark.parametrize("sort", SORTS)
def test_spoilt_at_random(
    sort: str, texts: dict[str, str], answer: Callable[[str, bytes], tuple[int, str]]
) -> None:
    for seed in range(12):
        data = spoilt(texts[sort], random.Random(f"{sort} {seed}"))
        answer(sort, data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
