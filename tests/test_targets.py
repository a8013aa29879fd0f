"""What paths and ids on the command line mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from densho import targets
from densho.targets import (
    FightTarget,
    LooseTarget,
    NoSuchTargetError,
    RowTarget,
    RulesetTarget,
    ScenariosTarget,
    find_targets,
)

TREE = {
    "game/game.yaml": "# a game\nruleset: game\nversion: 1\ndensho: 1\n",
    "game/more.yaml": "part of: game\ndensho: 1\n",
    "game/sorts/blue.yaml": "sort: blue\nfor: game\n",
    "game/tests/one.yaml": "ruleset: game\nscenarios:\n  - name: x\n",
    "game/tests/deep/two.yaml": 'ruleset: "game"\nscenarios: []\n',
    "loose/red.yaml": "sort: red\nfor: ../game\n",
    "loose/three.yaml": "ruleset: ../game\nscenarios: []\n",
    "loose/readme.yaml": "a: b\n",
    "loose/.hidden/four.yaml": "ruleset: ../game\nscenarios: []\n",
    "words/prelude.yaml": "prelude: words\n",
    "empty/nothing.txt": "",
    "kept/m.fight.yaml": "# kept\nfight: ../game\nformat: 1\n",
    "kept/blank.yaml": "# nothing\n",
    "kept/list.yaml": "- a\n",
    "kept/tests.yaml": "ruleset: game\nscenarois: []\n",
    "high/stray.yaml": "ruleset: stray\n",
    "high/low/red.yaml": "sort: red\nfor: ../../game\n",
    "high/low/board.yaml": "part of: game\n",
    "high/low/more.yaml": "part of: stary\n",
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


GAME = RulesetTarget(Path("game"), (Path("game/tests/deep/two.yaml"), Path("game/tests/one.yaml")))


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ("game", (GAME,)),
        ("game/game.yaml", (GAME,)),
        ("game/more.yaml", (GAME,)),
        ("game/sorts/blue.yaml", (GAME,)),
        ("game/tests/one.yaml", (ScenariosTarget(Path("game/tests/one.yaml")),)),
        (
            "game/tests",
            (ScenariosTarget(Path("game/tests/deep/two.yaml")), ScenariosTarget(Path("game/tests/one.yaml"))),
        ),
        ("loose", (RowTarget(Path("loose/red.yaml"), "../game"), ScenariosTarget(Path("loose/three.yaml")))),
        ("loose/readme.yaml", (LooseTarget(Path("loose/readme.yaml")),)),
        ("high/low/red.yaml", (RowTarget(Path("high/low/red.yaml"), "../../game"),)),
        ("high/low/board.yaml", (LooseTarget(Path("high/low/board.yaml")),)),
        ("high/low/more.yaml", (RulesetTarget(Path("high"), ()),)),
        (
            "kept",
            (
                LooseTarget(Path("kept/blank.yaml")),
                FightTarget(Path("kept/m.fight.yaml")),
                ScenariosTarget(Path("kept/tests.yaml")),
            ),
        ),
        ("words", (LooseTarget(Path("words/prelude.yaml")),)),
    ],
)
def test_paths(tree: Path, named: str, found: tuple[targets.Target, ...]) -> None:
    assert find_targets(named) == found


def test_whole_tree(tree: Path) -> None:
    assert [type(target).__name__ for target in find_targets(".")] == [
        "RulesetTarget",
        "RulesetTarget",
        "LooseTarget",
        "FightTarget",
        "ScenariosTarget",
        "RowTarget",
        "ScenariosTarget",
        "LooseTarget",
    ]


def test_existing_path_wins_over_a_bundled_id(tree: Path) -> None:
    name = targets.bundled_ids()[0]
    (found,) = find_targets(name)
    assert isinstance(found, RulesetTarget)
    assert found.folder.is_absolute()
    Path("game").rename(name)
    assert find_targets(name)[0] == RulesetTarget(
        Path(name), tuple(Path(name) / p.relative_to("game") for p in GAME.scenarios)
    )


@pytest.mark.parametrize("named", ["nowhere", "empty", "game/none.yaml", "../..//x", "no such id"])
def test_nothing_there(tree: Path, named: str) -> None:
    with pytest.raises(NoSuchTargetError, match="`"):
        find_targets(named)


@pytest.mark.parametrize(
    ("reference", "file", "meant"),
    [
        ("game", "game/tests/one.yaml", Path("game")),
        ("game", "loose/three.yaml", "game"),
        ("../game", "loose/three.yaml", Path("game")),
        ("other", "game/tests/one.yaml", "other"),
    ],
)
def test_ruleset_of(tree: Path, reference: str, file: str, meant: object) -> None:
    assert targets.ruleset_of(reference, Path(file)) == meant


def test_sniffing_survives_any_bytes(tmp_path: Path) -> None:
    odd = tmp_path / "odd.yaml"
    odd.write_bytes(b"\xff\xfe\x00ruleset: \xd0\n")
    assert targets.sort_of(odd) in ("other", "ruleset")
