"""What a change of the rules does to the fights that were fought, and that it is put on record when somebody says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from acting import CLOCK, FILES, campaign, fought, loader, tree

from densho.campaigns.amending import Amended, Amendment, NothingChanged, amend
from densho.campaigns.changes import reading
from densho.campaigns.checking import check
from densho.campaigns.opening import Problems, opened, rules_of
from densho.campaigns.setting import with_options

WALKS = [("walk", "rest")] * 5
LEAPS = [("walk; leap", "walk")] * 3


def asked(root: Path, file: Path | None = None, **options: str) -> Amended:
    return amend(root, Amendment(options=options, file=file), loader())


def told(found: Amended) -> dict[str, tuple[object, ...]]:
    """By fight: the step at which it departs, that at which it stops, and whether it ends otherwise."""
    return {
        one.path.name.split(".")[0]: (
            one.difference.departs and one.difference.departs.step,
            one.difference.stops and one.difference.stops.step,
            one.difference.other_end,
        )
        for one in found.effects
        if one.difference is not None
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    found = campaign(tmp_path, "approved")
    fought(found, *WALKS, name="walks")
    fought(found, *LEAPS, name="leaps", tricks=("leap",))
    fought(found, ("walk", "rest"), name="begun")
    return found


def test_an_option(root: Path) -> None:
    before = tree(root)
    found = asked(root, far="three")
    assert told(found) == {"begun": (None, None, False), "leaps": (2, None, False), "walks": (3, None, False)}
    walks = found.effects[-1].difference
    assert walks is not None
    assert walks.after == walks.before
    assert (found.passed, found.decision) == (2, None)
    assert tree(root) == before


def test_an_option_that_a_fight_had_chosen_stays(tmp_path: Path) -> None:
    """Only what was left at the default moves with it."""
    root = campaign(tmp_path, far="three")
    fought(root, *WALKS[:2], name="short")
    assert told(asked(root, far="five")) == {"short": (None, None, False)}


def test_another_text_of_what_is_approved(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "leap.yaml"
    file.write_text(
        (FILES / "leap.yaml")
        .read_text()
        .replace("leap: in extra", "bound: in extra")
        .replace("has leap", "has bound")
    )
    tests = root / "rules/tests/approved/leap/leap_test.yaml"
    tests.write_text(tests.read_text().replace("walk; leap", "walk; bound"))
    found = asked(root, file)
    assert told(found) == {"begun": (None, None, False), "leaps": (1, 1, False), "walks": (None, None, False)}
    leaps = found.effects[1].difference
    assert leaps is not None
    assert leaps.stops is not None
    assert leaps.stops.what == "`walk; leap` of A is refused by `malformed`"


def test_another_end(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "leap.yaml"
    file.write_text((FILES / "leap.yaml").read_text().replace("to: base + 1", "to: 0"))
    (root / "rules/tests/approved/leap/leap_test.yaml").unlink()
    found = asked(root, file).effects[1].difference
    assert found is not None
    assert (found.departs and found.departs.what, found.other_end, found.after) == (
        "moved(who A, by 2) is missing",
        True,
        None,
    )


def test_it_is_put_in_force_when_somebody_says_so(root: Path) -> None:
    before = tree(root)
    found = amend(
        root, Amendment(options={"far": "three"}, file=None), loader(), word=("Max", "quicker"), clock=CLOCK
    )
    assert found.decision is not None
    assert (found.decision.number, found.decision.changes) == (2, ("`far` is three",))
    option = rules_of(root, loader()).ruleset.options[0]
    assert (option.name, option.default) == ("far", "three")
    with reading(root):
        assert opened(root).in_force == found.decision.after
        assert check(root, loader()).diagnostics == ()
    fights = [path for path in before if path.startswith("fights/")]
    assert all(tree(root)[path] == before[path] for path in fights)
    with pytest.raises(NothingChanged):
        asked(root, far="three")


def test_what_is_wrong_is_shown_in_the_text_that_it_would_be(root: Path) -> None:
    reader = loader()
    with pytest.raises(Problems) as problems:
        amend(root, Amendment(options={"far": "ten"}, file=None), reader)
    (one,) = problems.value.diagnostics
    assert one.span.path == str(root / "rules/our_hop.yaml")
    assert reader.texts[one.span.path].text[one.span.start : one.span.end] == "ten"


def test_what_would_break_the_rules_is_not_done(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "leap.yaml"
    file.write_text((FILES / "leap.yaml").read_text().replace("base + 1", "base + 2"))
    before = tree(root)
    with pytest.raises(Problems) as problems:
        amend(root, Amendment(options={}, file=file), loader(), word=("Max", "farther"))
    assert [one.slug for one in problems.value.diagnostics] == ["failing-scenario"]
    assert tree(root) == before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ruleset: x\nset: {a: b}\n", "ruleset: x\nset: {a: b, far: three}\n"),
        (
            "ruleset: x # it\n\nset:\n  far: five  # for now\n# end\n",
            "ruleset: x # it\n\nset:\n  far: three # for now\n# end\n",
        ),
        ("ruleset: x\n", "ruleset: x\nset:\n  far: three\n"),
        ("- x\n", None),
        ("a: [\n", None),
    ],
)
def test_house_options_are_changed_in_place(text: str, expected: str | None) -> None:
    assert with_options(text, {"far": "three"}) == expected
