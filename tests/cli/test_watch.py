"""`densho check --watch` at a terminal: it answers every change, and leaves with the last answer's status."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest

RIGHT = (Path(__file__).parents[2] / "rulesets/classics/goofspiel/goofspiel.yaml").read_text(encoding="utf-8")
WRONG = RIGHT.replace("version:", "versoin:")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_every_change_is_checked(tmp_path: Path) -> None:
    main = tmp_path / "goofspiel.yaml"
    main.write_text(RIGHT, encoding="utf-8")
    environment = {
        **os.environ,
        "NO_COLOR": "1",
        "DENSHO_LANG": "en",
        "DENSHO_CACHE": str(tmp_path / "cache"),
    }
    child = pexpect.spawn(
        sys.executable, ["-m", "densho", "check", str(tmp_path), "--watch"], env=environment, encoding="utf-8", timeout=60
    )  # fmt: skip
    child.expect("1 file: no problems")
    child.expect("waiting for changes")
    for _ in range(10):  # the watch may begin a moment after it is announced
        main.write_text(WRONG, encoding="utf-8")
        if child.expect(["versoin", pexpect.TIMEOUT], timeout=6) == 0:
            break
    child.expect("waiting for changes")
    main.unlink()
    child.expect("holds no ruleset")
    child.expect("waiting for changes")
    main.write_text(WRONG, encoding="utf-8")
    child.expect("versoin")
    child.expect("waiting for changes")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1


def test_only_files_are_watched_and_only_as_text() -> None:
    from densho.cli.main import run  # noqa: PLC0415 - the other test needs another process

    assert run(["check", "goofspiel", "--watch", "--format", "json"]) == 2
    assert run(["check", "goofspiel", "--watch", "--secrecy"]) == 2
