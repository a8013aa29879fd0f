"""Which language is spoken, and what is told in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from densho import languages
from densho.cli.language import speaking, spoken, wanted
from densho.cli.main import COMMANDS, run
from densho.languages import available, catalogue, language_of
from densho.messages import said, say, say_n

Ran = tuple[int, str, str]

BAD = """\
ruleset: duel
version: "1"
densho: 1
fighters: 2
slots: {fighter: {cell: "1..9 = 4"}}
rules: {walk: {step: cell := cel + 1}}
decisions: {order: {groups: {move: one}, words: {stay: in move}}}
flow: [ask order, do walk]
"""


@pytest.fixture
def densho(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs the command line. Returns status, output and error output."""

    def call(*args: object) -> Ran:
        status = run([str(arg) for arg in args])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return call


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    folder = tmp_path / "duel"
    folder.mkdir()
    (folder / "duel.yaml").write_text(BAD, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "be_BY@latin"}, "be"),
        ({"LANG": "en_GB", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LANG": "ru_RU", "LC_ALL": "C"}, "en"),
        ({"LANG": "ru_RU", "LC_ALL": ""}, "ru"),
        ({"LC_ALL": "de_DE", "DENSHO_LANG": "ru"}, "ru"),
        ({"DENSHO_LANG": "…"}, "en"),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize(
    ("args", "language"),
    [
        (["--lang", "ru", "check"], "ru"),
        (["--lang=RU", "check"], "ru"),
        (["replay", "x", "--lang", "ru"], "ru"),
        (["check", "--", "--lang", "ru"], "en"),
        (["check"], "en"),
        (["--lang"], "en"),
    ],
)
def test_language_of_a_command_line(args: list[str], language: str) -> None:
    assert wanted(args, {}) == language


def test_the_language_is_spoken_until_the_end_of_the_block() -> None:
    with speaking("ru"):
        assert spoken() == "ru"
    assert spoken() == "en"


def test_a_catalogue_is_opened_when_its_first_text_is_said() -> None:
    catalogue.cache_clear()
    found = catalogue("ru")
    assert "_texts" not in vars(found)
    assert found("error") == "ошибка"
    assert "_texts" in vars(found)


def test_russian_has_three_forms() -> None:
    texts = [
        said(say_n("{n} error", "{n} errors", number), catalogue("ru")) for number in (1, 2, 5, 11, 21, 0)
    ]
    assert texts == ["1 ошибка", "2 ошибки", "5 ошибок", "11 ошибок", "21 ошибка", "0 ошибок"]


@pytest.fixture
def latin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A further language, which is no more than a further file."""
    texts = Catalog(locale="la")
    texts.add("there is no slot `{name}`", "`{name}` non est")
    compiled = BytesIO()
    write_mo(compiled, texts)
    folder = tmp_path / "la" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "densho.mo").write_bytes(compiled.getvalue())
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    for cached in (catalogue, available):
        cached.cache_clear()
    yield
    for cached in (catalogue, available):
        cached.cache_clear()


def test_a_further_language_is_a_further_file(latin: None) -> None:
    assert available() == ("en", "la")
    assert said(say("there is no slot `{name}`", name="x"), catalogue("la")) == "`x` non est"
    assert said(say("there is no option `{name}`", name="x"), catalogue("la")) == "there is no option `x`"


def test_a_language_without_a_catalogue_is_told_in_english() -> None:
    assert said(say("there is no slot `{name}`", name="x"), catalogue("xx")) == "there is no slot `x`"


# --- what the commands tell ---------------------------------------------------------------------------


def test_problems_are_told_in_russian(densho: Callable[..., Ran], bad: Path) -> None:
    status, out, _ = densho("--lang", "ru", "check", bad)
    assert status == 1
    assert "ошибка[unknown-name]: нет имени `cel`\n" in out
    assert "^^^ может быть, `cell`?\n" in out
    assert out.endswith("1 ошибка\n")


def test_programs_get_russian_texts_and_the_same_slugs(densho: Callable[..., Ran], bad: Path) -> None:
    _, out, _ = densho("--lang", "ru", "check", bad, "--format", "json")
    (found,) = json.loads(out)
    assert (found["slug"], found["severity"]) == ("unknown-name", "error")
    assert (found["message"], found["help"]) == ("нет имени `cel`", ["может быть, `cell`?"])
    _, out, _ = densho("--lang", "ru", "check", bad, "--format", "sarif")
    (sarif,) = json.loads(out)["runs"]
    assert sarif["results"][0]["message"]["text"] == "нет имени `cel`\nможет быть, `cell`?"
    assert sarif["tool"]["driver"]["rules"][0]["shortDescription"]["text"] == "имя здесь ничего не означает"
    _, out, _ = densho("--lang", "ru", "check", bad, "--format", "github")
    assert "::нет имени `cel`%0Aможет быть, `cell`?" in out


def test_wrong_usage_is_told_in_russian(densho: Callable[..., Ran]) -> None:
    status, _, err = densho("--lang", "ru", "chek")
    assert status == 2
    assert "Вызов: densho" in err
    assert "Ошибка: Нет команды 'chek'. Может быть, 'check'?" in err
    assert "такого пути" not in densho("--lang", "ru", "check", "nowhere")[2]


def test_what_is_no_language_is_refused(densho: Callable[..., Ran]) -> None:
    status, _, err = densho("--lang", "ru_RU", "check")
    assert status == 2
    assert "--lang" in err


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_help_is_told_in_russian(densho: Callable[..., Ran], command: tuple[str, ...]) -> None:
    """What stays is what people type and names: no English sentence does."""
    status, out, _ = densho("--lang", "ru", *command, "--help")
    assert status == 0
    assert out.startswith(f"Вызов: densho{''.join(f' {name}' for name in command)} [ОПЦИИ]")
    english = {"the", "and", "of", "or", "is", "a", "what", "this", "which", "only", "with"}
    assert english & set(re.sub(r"`[^`]*`", "", out).split()) == set()
    assert "Show this message" in densho(*command, "--help")[1]
