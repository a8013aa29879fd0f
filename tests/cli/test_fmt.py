"""`densho fmt` on files: what is written, what is only shown, what is left alone, and how it ends."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from densho.cli.fmt import command
from densho.cli.output import CannotOpenError
from densho.diagnostics.model import Report
from densho.formatting import files, formatted
from densho.source import Source
from densho.surface.reader import read_source

UGLY = "part of: x\ndensho:   1\nreasons: [ a,b ]\n"
GOOD = "part of: x\ndensho: 1\nreasons: [a, b]\n"


def run(*args: object, input: bytes | None = None) -> Result:
    return CliRunner().invoke(command, [str(arg) for arg in args], input=input, standalone_mode=False)


def test_writes_in_place_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(UGLY, encoding="utf-8")
    path.chmod(0o640)
    found = run(path)
    assert found.return_value == 0
    assert f"laid out {path}" in found.stdout
    assert path.read_text(encoding="utf-8") == GOOD
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]
    again = run(path)
    assert again.return_value == 0
    assert "laid out already" in again.stdout


def test_looking_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(UGLY, encoding="utf-8")
    checked = run("--check", path)
    assert checked.return_value == 1
    assert f"{path} would change" in checked.stdout
    shown = run("--diff", path)
    assert shown.return_value == 1
    assert "-densho:   1\n+densho: 1\n" in shown.stdout.replace("-reasons: [ a,b ]\n", "").replace(
        "+reasons: [a, b]\n", ""
    )
    assert "\x1b" not in shown.stdout
    assert path.read_text(encoding="utf-8") == UGLY
    path.write_text(GOOD, encoding="utf-8")
    assert run("--check", "--diff", path).return_value == 0


def test_folders_are_searched(tmp_path: Path) -> None:
    for name in ("a.yaml", "deep/b.yaml", ".hidden/c.yaml", ".d.yaml", "e.yml", "other.yaml", "f.fight.yaml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(UGLY, encoding="utf-8")
    (tmp_path / "other.yaml").write_text("on:   push\n", encoding="utf-8")
    (tmp_path / "f.fight.yaml").write_text("fight:   x\nformat: 1\n", encoding="utf-8")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert run(tmp_path).return_value == 0
    changed = [path for path in sorted(tmp_path.rglob("*.y*ml")) if path.read_text(encoding="utf-8") == GOOD]
    assert [str(path.relative_to(tmp_path)) for path in changed if "loop" not in path.parts] == [
        "a.yaml",
        "deep/b.yaml",
    ]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "a.yaml", tmp_path / "link.yaml"
    real.write_text(UGLY, encoding="utf-8")
    link.symlink_to(real)
    found = run(link, real)
    assert "1 file laid out anew" in found.stdout
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == GOOD


def test_what_cannot_be_laid_out_is_counted_too(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(UGLY, encoding="utf-8")
    (tmp_path / "torn.yaml").write_text(f"{UGLY}slots: {{a: [\n", encoding="utf-8")
    for how in ((), ("--check",)):
        assert run(tmp_path, *how).stdout.splitlines()[-1] == "1 file left as it is"


def test_standard_input(tmp_path: Path) -> None:
    found = run("-", input=UGLY.encode())
    assert (found.return_value, found.stdout) == (0, GOOD)
    assert run("-", "--check", input=UGLY.encode()).return_value == 1
    assert run("-", "--check", input=GOOD.encode()).return_value == 0
    broken = run("-", input=b"part of: [x\n")
    assert (broken.return_value, broken.stdout) == (1, "")
    assert "unclosed-bracket" in broken.stderr
    assert run("-", input=b"\xff\xfe").return_value == 1
    assert run("-", tmp_path).exception is not None


def test_line_ends_stay_and_a_byte_order_mark_goes(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert run("--check", path).return_value == 1
    assert run(path).return_value == 0
    assert path.read_bytes() == GOOD.replace("\n", "\r\n").encode()


def test_mistakes_are_shown_and_the_rest_is_written(tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.yaml", tmp_path / "good.yaml"
    bad.write_text("part of: x\ndensho: [1\n", encoding="utf-8")
    good.write_text(UGLY, encoding="utf-8")
    found = run(bad, good)
    assert found.return_value == 1
    assert "error[unclosed-bracket]" in found.stderr
    assert bad.read_text(encoding="utf-8") == "part of: x\ndensho: [1\n"
    assert good.read_text(encoding="utf-8") == GOOD


def test_other_mistakes_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("ruleset:  x\ndefine: {a: b +* c, d: nobody+1}\n", encoding="utf-8")
    assert run(path).return_value == 0
    assert path.read_text(encoding="utf-8") == "ruleset: x\n\ndefine:\n  a: b +* c\n  d: nobody + 1\n"


def test_files_over_the_limits_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(UGLY, encoding="utf-8")
    monkeypatch.setenv("DENSHO_FILE_BYTES", "20")
    found = run(path)
    assert found.return_value == 1
    assert "error[too-big]" in found.stderr
    assert path.read_text(encoding="utf-8") == UGLY


@pytest.mark.parametrize("name", ["nothing.yaml", "empty"])
def test_paths_that_mean_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    found = run(tmp_path / name)
    assert getattr(found.exception, "exit_code", None) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_what_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(UGLY, encoding="utf-8")
    path.chmod(0o444)
    found = run(path)
    assert found.return_value == 1
    assert "cannot be written" in found.stderr
    assert path.read_text(encoding="utf-8") == UGLY


def test_what_the_system_refuses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(UGLY, encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_whole", full)
    found = run(path)
    assert found.return_value == 1
    assert "no space left on device" in found.stderr


def test_a_file_that_would_say_something_else_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(UGLY, encoding="utf-8")
    monkeypatch.setattr(formatted, "written", lambda *_: "part of: y\ndensho: 1\nreasons: [a, b]\n")
    found = run(path)
    assert found.return_value == 3
    assert "error[layout-fault]" in found.stderr
    assert path.read_text(encoding="utf-8") == UGLY


def test_a_ruleset_that_would_be_another_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = (Path(__file__).parents[1] / "good" / "plain" / "plain.yaml").read_text(encoding="utf-8")
    path = tmp_path / "plain" / "plain.yaml"
    path.parent.mkdir()
    spoilt = main.replace("ruleset: plain", "ruleset:   plain")
    path.write_text(spoilt, encoding="utf-8")
    monkeypatch.setattr(formatted, "same", lambda *_: True)
    monkeypatch.setattr(formatted, "written", lambda *_: main.replace("mark := 1", "mark := 3"))
    found = run(path)
    assert found.return_value == 3
    assert "error[layout-fault]" in found.stderr
    assert path.read_text(encoding="utf-8") == spoilt


def test_a_file_that_was_saved_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, saved = tmp_path / "a.yaml", UGLY.replace("a,b", "c")
    path.write_text(UGLY, encoding="utf-8")

    def later(paths: list[Path]) -> list[files.Result]:
        found = files.format_files(paths)
        path.write_text(saved, encoding="utf-8")
        return found

    monkeypatch.setattr("densho.cli.fmt.format_files", later)
    found = run(path)
    assert found.return_value == 1
    assert "was changed meanwhile" in found.stderr
    assert path.read_text(encoding="utf-8") == saved


def test_a_file_that_vanishes_between_two_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(UGLY, encoding="utf-8")

    def read_and_gone(path: Path, report: Report) -> Source | None:
        source = read_source(path, report)
        path.unlink()
        return source

    monkeypatch.setattr(files, "read_source", read_and_gone)
    found = run(path)
    assert found.return_value == 1
    assert "cannot be written" in found.stderr
    assert not path.exists()


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(CannotOpenError):
        command(["-"], standalone_mode=False)
