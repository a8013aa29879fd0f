"""docs/language.md is true and whole: every example is a piece of a game that is checked and played, and everything in the language has an example.

A block of the page is called `yaml GAME` (a part of that game) or `yaml GAME/FILE` (that file of its folder). What the page does not show of a game,
and the scenarios that say what must come of it, stand in tests/language/GAME. A block `text GAME` is what a fight of it looks like.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from ruamel.yaml import YAML

import densho
from densho.cli.main import run
from densho.diagnostics.model import Report
from densho.errors import DenshoError
from densho.ir.nodes import FunctionName
from densho.source import Excerpt, Source
from densho.surface import build, parser, reader
from densho.surface.automaton import Automaton
from densho.surface.tables import tables
from densho.surface.zones import parse_zone

ROOT = Path(__file__).resolve().parents[1]
LANGUAGE = ROOT / "docs" / "language.md"
REST = Path(__file__).parent / "language"
GAMES = sorted(path.name for path in REST.iterdir())
BLOCK = re.compile(r"^```(\w+) ([\w./]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (.*) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")

Told = tuple[int, str]


def blocks(page: Path, sort: str) -> Iterator[tuple[str, str]]:
    """The blocks of a sort: the game or file that each is for, and its text."""
    for kind, place, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == sort:
            yield place, text


def lay(page: Path, folder: Path) -> None:
    """Every game of the page, as a folder: its blocks, and what the page leaves out."""
    for game in GAMES:
        shutil.copytree(REST / game, folder / game)
    for number, (place, text) in enumerate(blocks(page, "yaml")):
        whole = place.endswith(".yaml")
        path = folder / place if whole else folder / place / f"page_{number:02}.yaml"
        head = "" if whole else f"part of: {place}\ndensho: 1\n\n"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + text, encoding="utf-8")


PAGES = [page for page in (LANGUAGE, ROOT / "docs" / "ru" / "language.md") if page.exists()]


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """The folder of games of each page."""
    folders = {page: tmp_path_factory.mktemp("games") for page in PAGES}
    for page, folder in folders.items():
        lay(page, folder)
    return folders


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """Runs the command line. Returns status and output."""

    def call(*words: object) -> Told:
        status = run([str(word) for word in words])
        return status, "".join(capsys.readouterr())

    return call


# --- the games ----------------------------------------------------------------------------------------


def test_every_example_belongs_to_a_game() -> None:
    text = LANGUAGE.read_text(encoding="utf-8")
    assert len(re.findall(r"^```yaml", text, re.MULTILINE)) == len(list(blocks(LANGUAGE, "yaml"))) > 40
    assert {place.split("/")[0] for place, _ in blocks(LANGUAGE, "yaml")} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_a_game_checks(game: str, page: Path, laid: dict[Path, Path], command: Callable[..., Told]) -> None:
    status, told = command("check", laid[page] / game)
    assert status == 0, told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_its_scenarios_pass(
    game: str, page: Path, laid: dict[Path, Path], tmp_path: Path, command: Callable[..., Told]
) -> None:
    """And they exercise all that the page shows, but for some pairs and values of options."""
    exercised = tmp_path / "coverage.json"
    status, told = command("test", "-j", "1", laid[page] / game, "--coverage-json", exercised)
    assert status == 0, told
    assert int(re.findall(r"^(\d+) passed, 0 failed$", told, re.MULTILINE)[-1]) > 0
    assert [one for one in never(exercised) if not re.match(r"(pair|option) ", one)] == []


def never(coverage: Path) -> Iterator[str]:
    """What stands in files of the page and takes part in no scenario."""
    for ruleset in json.loads(coverage.read_text(encoding="utf-8"))["rulesets"]:
        for piece in ruleset["items"]:
            if piece["scenarios"] == 0 and Path(piece["file"]).name.startswith("page_"):
                yield f"{piece['sort']} {piece['name']}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_laid_out(
    game: str, laid: dict[Path, Path], tmp_path: Path, command: Callable[..., Told]
) -> None:
    """But for the one example of a text that is folded though it need not be."""
    shutil.copytree(laid[LANGUAGE] / game, tmp_path / game)
    for path in (tmp_path / game).glob("page_*.yaml"):
        if "far_off: >-" in path.read_text(encoding="utf-8"):
            path.unlink()
    status, told = command("fmt", "--check", "--diff", tmp_path / game)
    assert status == 0, told


@pytest.mark.parametrize("game", GAMES)
def test_its_promises_hold(game: str, laid: dict[Path, Path], command: Callable[..., Told]) -> None:
    status, told = command("test", laid[LANGUAGE] / game, "--fuzz", "--fights", 6)
    assert status == 0, told


def test_a_broken_promise_is_told(
    laid: dict[Path, Path], tmp_path: Path, command: Callable[..., Told]
) -> None:
    shutil.copytree(laid[LANGUAGE] / "odds", tmp_path / "odds")
    path = tmp_path / "odds" / "promise.yaml"
    path.write_text("part of: odds\ndensho: 1\ninvariants: {fair: {mirrored: {}}}\n", encoding="utf-8")
    status, told = command("test", tmp_path / "odds", "--fuzz", "--fights", 9)
    assert status == 1
    assert "error[broken-promise]: `fair`" in told


def test_a_lint_warns_at_the_row(
    laid: dict[Path, Path], tmp_path: Path, command: Callable[..., Told]
) -> None:
    shutil.copytree(laid[LANGUAGE] / "duel", tmp_path / "duel")
    path = tmp_path / "duel" / "reach.yaml"
    path.write_text(
        "part of: duel\ndensho: 1\nstrikes: {poke: {zone: ahead 5, after: free}}\n"
        "stances: {poking: {strike: poke}}\n",
        encoding="utf-8",
    )
    status, told = command("check", tmp_path / "duel")
    assert status == 1
    assert "nobody reaches farther than four cells" in told
    assert "reach.yaml:3" in told


def test_nothing_hidden_shows(laid: dict[Path, Path], command: Callable[..., Told]) -> None:
    status, told = command("check", "--secrecy", laid[LANGUAGE] / "dice")
    assert status == 0, told


PLAYED = {
    "duel": "A: forward 2; stance high\nB: forward 2\n",
    "march": "A: walk; creep\nB: creep; creep; wave\n",
    "dice": "A: throw 2\nB: throw 1\n",
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_fights_look_as_shown(
    page: Path, laid: dict[Path, Path], tmp_path: Path, command: Callable[..., Told]
) -> None:
    shown = dict(blocks(page, "text"))
    assert set(shown) == set(PLAYED)
    for game, drawing in shown.items():
        (tmp_path / "orders.txt").write_text(PLAYED[game], encoding="utf-8")
        _, told = command(
            "play", laid[page] / game, "--choices", tmp_path / "orders.txt", "--no-save", "--seed", 1
        )
        assert drawing in told.replace(" \n", "\n"), told


def test_awards(laid: dict[Path, Path], command: Callable[..., Told]) -> None:
    """`Kin has the lesson that he asks for, and is refused what he knows already.`"""
    kin = laid[LANGUAGE] / "duel" / "kin.yaml"
    before = kin.read_text(encoding="utf-8")
    try:
        status, told = command("character", "award", kin, "lesson lunge twice")
        assert (status, "known_already" in told) == (1, True)
        assert command("character", "award", kin, "lesson kiai twice")[0] == 0
        assert command("character", "award", kin, "lesson kiai")[0] == 1
        has = YAML(typ="safe").load(kin.read_text(encoding="utf-8"))["has"]
        assert (has["lessons"], set(has["techniques"])) == (3, {"dash", "kiai", "lunge"})
    finally:
        kin.write_text(before, encoding="utf-8")


REFUSED = {
    "every pair has to be decided": (
        "undecided-pair",
        'kinds: {wood: [oak, ash]}\nrelations: {"bends(wood, wood)": [ash bends oak]}\n'
        'define: {"soft(w of wood)": "bends(w, ash)"}\n'
        "rules: {counting: {bend: when soft(oak) then breath -= 1}}",
    ),
    "a pair decided twice in different ways": (
        "decided-twice",
        'relations: {"beats(strike, strike)": [thrust not beats cut]}',
    ),
    "a definition may not need itself": ("recursive-definition", "define: {deep: deeper, deeper: deep}"),
    "a start may not need itself": ("recursive-definition", "slots: {fighter: {pride: 0..9 = pride + 1}}"),
    "a kind without `or nothing` must be given": ("missing-column", "strikes: {jab: {zone: ahead 1}}"),
    "what its owner may not see": ("not-visible", "forbid: {order: {leaky: foe.vow}}"),
    "two that disagree": (
        "exception-conflict",
        "exceptions: {one: {changes: stride, to: 1}, two: {changes: stride, to: 2}}",
    ),
    "never in a circle": ("recursive-definition", "exceptions: {one: {lifts: two}, two: {lifts: one}}"),
    "words by which expressions are read": ("reserved-name", "define: {in: 1}"),
    "names are of small letters": ("capital-letters", "define: {Big: 1}"),
    "the flow does every step": ("bad-step", "rules: {nowhere: {rest: when idle then breath += 1}}"),
    "`me` means nothing in `once`": ("no-me", "rules: {counting: {rest: once breath += 1}}"),
    "lints read nothing of a fight": ("no-me", "lints: {odd: {needs: breath > 1}}"),
    "there is no such place": ("unknown-name", "forbid: {order: {late: {at: needed, when: idle}}}"),
    "what fits two ways": (
        "ambiguous-name",
        "kinds: {guard: [high, low]}\ndefine: {it: if idle then high else low}",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_page_says_is_refused(
    case: str, laid: dict[Path, Path], tmp_path: Path, command: Callable[..., Told]
) -> None:
    slug, text = REFUSED[case]
    shutil.copytree(laid[LANGUAGE] / "duel", tmp_path / "duel")
    (tmp_path / "duel" / "wrong.yaml").write_text(f"part of: duel\ndensho: 1\n{text}\n", encoding="utf-8")
    status, told = command("check", tmp_path / "duel")
    assert (status, f"error[{slug}]" in told) == (1, True), told


def test_a_conflict_names_both_rules_and_changes_nothing(laid: dict[Path, Path], tmp_path: Path) -> None:
    shutil.copytree(laid[LANGUAGE] / "odds", tmp_path / "odds")
    text = "part of: odds\ndensho: 1\nrules: {count: {lost: when mine then points := 0}}\n"
    (tmp_path / "odds" / "wrong.yaml").write_text(text, encoding="utf-8")
    fight = densho.load(tmp_path / "odds").start(A={}, B={}).choose("A", "fingers 1")
    with pytest.raises(DenshoError, match=r"(?=.*count\.point)(?=.*count\.lost)"):
        fight.choose("B", "fingers 1")
    assert fight.state["A"].points == 0


# --- the tables ---------------------------------------------------------------------------------------


def rows(heading: str) -> Iterator[list[str]]:
    """The rows of the table of the page whose heading begins so; the sign `|` in code as it is meant."""
    text = LANGUAGE.read_text(encoding="utf-8")
    table = text[text.index(f"\n| {heading}") :].split("\n\n", maxsplit=1)[0]
    for row in ROW.findall(table)[2:]:
        yield [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)]


EXAMPLES = [
    (CODE.findall(cells[2])[0], CODE.findall(cells[3])[0])
    for heading in ("form | |", "function | |")
    for cells in rows(heading)
]


def type_of(value: str) -> str:
    """The type of a value that the page writes."""
    if value.startswith("["):
        return "list of -99..99"
    if "|" in value or value.startswith("just"):
        return "set of -99..99"
    if re.fullmatch(r"-?\d+", value):
        return "-99..99"
    return "bool" if value in ("true", "false") else "stance"


def test_expressions_are_what_the_page_says(laid: dict[Path, Path], tmp_path: Path) -> None:
    """Each example beside its value, within `duel`."""
    assert len(EXAMPLES) > 35
    shutil.copytree(laid[LANGUAGE] / "duel", tmp_path / "duel")
    define = [
        f"  {name}_{n}: {{is: {type_of(value)}, value: {json.dumps(text)}}}"
        for n, (example, value) in enumerate(EXAMPLES)
        for name, text in (("example", example), ("value", value))
    ]
    told = [
        f"    row_{n}: when example_{n} = value_{n} then tell right(number {n})" for n in range(len(EXAMPLES))
    ]
    head = ["part of: duel", "densho: 1", "steps: {trying: {before: walking}}"]
    text = "\n".join([*head, "define:", *define, "rules:", "  trying:", *told])
    (tmp_path / "duel" / "trying.yaml").write_text(text, encoding="utf-8")
    fight = densho.load(tmp_path / "duel").start(A={}, B={}, seed=1).choose("A", "stay").choose("B", "stay")
    right = {dict(event.fields)["number"] for event in fight.events if event.name == "right"}
    assert [EXAMPLES[n] for n in range(len(EXAMPLES)) if n not in right] == []


def test_every_function_has_an_example() -> None:
    shown = {name for cells in rows("function | |") for name in re.findall(r"`(\w+)\(", cells[0])}
    assert shown == set(get_args(FunctionName))


def test_zones_in_drawings_and_words_are_the_same() -> None:
    for drawn, said, cells in (CODE.findall("|".join(row).replace('"', "")) for row in rows("drawn")):
        numbers = tuple(int(n) for n in re.findall(r"-?\d+", cells))
        for text in (drawn, said):
            report = Report()
            zone = parse_zone(Excerpt("language.md", text, 0), report)
            assert zone is not None, report.found
            assert tuple(sorted(zone.offsets)) == numbers


# --- nothing is missing -------------------------------------------------------------------------------


def test_every_key_has_an_example() -> None:
    """Every key of the frame's schemas stands in a block of the page, or is explained in its text."""
    shown: set[str] = set()
    for _, text in blocks(LANGUAGE, "yaml"):
        shown |= set(keys(YAML(typ="safe").load(text)))
    for path in sorted((ROOT / "schemas").glob("*.schema.json")):
        if path.name != "ir.schema.json":
            wanted = set(properties(json.loads(path.read_text(encoding="utf-8"))))
            assert sorted(wanted - shown) == [], path.name


def keys(value: Any) -> Iterator[str]:
    """All keys, without the numbers of paragraphs behind them."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield re.sub(r"( [A-Z]+\d+[a-z]?)+$", "", str(key))
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def properties(schema: Any) -> Iterator[str]:
    """All keys that a schema allows somewhere."""
    if isinstance(schema, dict):
        own = schema.get("properties", {})
        if all(isinstance(one, dict | bool) for one in own.values()):
            yield from (key for key, one in own.items() if one is not False and one != {"not": {}})
        for inner in schema.values():
            yield from properties(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from properties(inner)


def test_every_form_of_the_grammar_has_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every reduction of the grammar, and every operator, is used by a block or an example in a table."""
    read: list[tuple[str, str]] = [("expr", example) for example, _ in EXAMPLES]
    parse = parser.parse

    def noted(start: str, excerpt: Excerpt, report: Report) -> Any:
        read.append((start, excerpt.text))
        return parse(start, excerpt, report)

    monkeypatch.setattr(parser, "parse", noted)
    for place, text in blocks(LANGUAGE, "yaml"):
        head = "" if "." in place else f"part of: {place}\ndensho: 1\n"
        report = Report()
        document = reader.read_document(Source(place, head + text), report)
        assert document is not None, report.found
        if not place.endswith(("kin.yaml",)) and "/tests/" not in place:
            build.build_file(document, report)
        assert report.found == [], place

    forms: set[str] = set()
    signs: set[str] = set()

    def action(name: str) -> Any:
        def note(_maker: None, of: Any, _start: int, _end: int) -> Any:
            forms.add(name)
            signs.update(one.text for one in of if hasattr(one, "text"))
            return of

        return note

    automaton: Automaton[None] = Automaton(tables(), action)
    for start, text in read:
        automaton.run(start, text, None, 100)
    assert sorted({one.action for one in tables().productions if one.action} - forms) == []
    operators = "= != < <= > >= in has lacks within meets .. + - without | * / mod not or and := += -="
    quantifiers = "some every no count first sum most least those list"
    lines = "ask do roll block repeat win draw leave again me"
    assert sorted({*operators.split(), *quantifiers.split(), *lines.split(), "not in"} - signs) == []
    unreadable = {f"unreadable {what}" for what in ("word", "argument", "shape")}
    assert unreadable <= {text for start, text in read if start == "refusal"}
