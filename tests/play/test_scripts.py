"""`densho play` with choices out of a pipe or a file: what is asked, answered, refused, kept, and with which status it leaves."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from densho.cli.main import run
from densho.fights.fight import Fight
from densho.fights.opening import open_fight
from playing import LOADER

Ran = tuple[int, str, str]


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Plays with these lines on standard input. Returns status, output and error output."""
    monkeypatch.chdir(tmp_path)

    def call(lines: str, *args: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = run(["play", *args])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def kept(name: str = "m.fight.yaml") -> Fight:
    opened = open_fight(Path(name), LOADER)
    assert opened.diagnostics == ()
    assert opened.fight is not None
    return opened.fight


BOUT = "A: forward 1; stance gedan\nB: stay\nA: strike\nB: stay\n"


def test_a_whole_fight_from_a_pipe(play: Callable[..., Ran]) -> None:
    status, out, _ = play(
        BOUT, "bokken", "--set", "B.cell=8", "--option", "points_to_win=1", "--save", "m.fight.yaml"
    )
    assert status == 0
    assert "A strikes tsuki, at cells 7, 8" in out
    assert out.endswith("A wins (by points)\n")
    assert kept().over


def test_lines_go_to_whoever_is_asked(play: Callable[..., Ran]) -> None:
    status, out, _ = play("# first A, then B\nforward 1\n\nback 1\n", "bokken")
    assert status == 0
    assert "A: forward 1\n  B: back 1" in out
    assert "The fight is not over." in out


def test_a_refused_choice_is_told_and_counts(play: Callable[..., Ran]) -> None:
    status, out, _ = play("A: strike\nA: forwad 1\nA: stay\nB: stay\n", "bokken", "--save", "m.fight.yaml")
    assert status == 1
    assert (
        "Refused (A: strike): there is no strike from the free stance  [no_strike_from_free, B13 · bokken.yaml:"
        in out
    )
    assert "did you mean `forward`?" in out
    assert [one.refusal for one in kept().record.steps[0].refused] == ["no_strike_from_free", "malformed"]


def test_who_owes_nothing_is_told_so(play: Callable[..., Ran]) -> None:
    _, out, _ = play("A: stay\nA: stay\n", "bokken")
    assert "Refused (A: stay): no order is due from this fighter now  [not_owed]" in out


def test_what_cannot_be_read_is_explained_and_nothing_else(play: Callable[..., Ran]) -> None:
    _, out, _ = play("A: strike stance jodan\nA: stance jodann\n", "bokken")
    assert "this cannot be read as an order: `strike stance jodan`" in out
    assert "parts are joined by `;`: `strike; stance jodan`" in out
    assert "did you mean `jodan`" in out
    assert "also" not in out
    _, out, _ = play("A: впиред 2\n", "bokken", "--lang", "ru")
    assert "впиред 2" in out
    assert "`вперед`" in out


def test_who_is_not_here_is_told_so(play: Callable[..., Ran]) -> None:
    status, out, _ = play("Foo: stay\nA: stay\nB: turn\n", "bokken", "--save", "m.fight.yaml")
    assert (status, "There is no fighter `Foo` here, but A, B." in out) == (1, True)
    assert kept().record.steps[0].choices == (("A", "stay"), ("B", "turn"))


def test_an_answer_may_say_whose_it_is(play: Callable[..., Ran]) -> None:
    status, out, _ = play("A: stay\nB: stay\nA: undo\nB: yes\n", "bokken", "--save", "m.fight.yaml")
    assert (status, kept().record.steps) == (0, ())
    _, out, _ = play("A: stay\nB: stay\nA: undo\nA: yes\n", "bokken")
    assert "The step stays." in out


def test_what_follows_the_end_is_told(play: Callable[..., Ran]) -> None:
    args = ("bokken", "--set", "B.cell=8", "--option", "points_to_win=1")
    status, out, _ = play(BOUT + "# no more\nA: stay\n", *args)
    assert status == 1
    assert out.endswith("The fight is over; what follows is not read: A: stay\n")
    assert play(BOUT + "quit\n", *args)[0] == 0


def test_a_file_of_a_ruleset_is_played_with(play: Callable[..., Ran]) -> None:
    Path("kesa.yaml").write_text("technique: kesa\nfor: bokken\ndensho: 1\n", encoding="utf-8")
    status, _, err = play("", "kesa.yaml")
    assert (status, "`densho play bokken --with kesa.yaml` plays with it" in err) == (2, True)


def test_a_fight_may_lie_in_the_folder_of_its_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, play: Callable[..., Ran]
) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "ours.yaml").write_text(
        'ruleset: ours\nversion: "1"\ndensho: 1\nextends: goofspiel\n', encoding="utf-8"
    )
    monkeypatch.chdir(folder)
    assert play("card 1\ncard 2\n", ".", "--save", "m.fight.yaml")[0] == 0
    assert play("card 3\n", "m.fight.yaml")[0] == 0
    assert run(["check", "."]) == 0
    Path("m.fight.yaml").write_text(Path("m.fight.yaml").read_text().replace("card 1", "card 3"))
    assert run(["check", "."]) == 1


def test_commands(play: Callable[..., Ran]) -> None:
    lines = "help\nlegal forw\nwhy strike\nlook\nA: forward 1\nB: legal strike\nundo A\nA: stay\nB: turn\nwhy\nundo\nno\nundo\nyes\nquit\n"
    status, out, _ = play(lines, "bokken", "--save", "m.fight.yaml")
    assert status == 0
    for said in (
        "what you may choose now",
        "  forward 1\n  forward 2\n  forward 3",
        "Refused (A: strike)",
        "nothing legal begins with `strike`",
        "The choice of A is taken back.",
        "B: turning round  [movement, movement.turn, B9 · bokken.yaml:",
        "The step stays.",
        "The step is taken back.",
        "It goes on with: densho play m.fight.yaml",
    ):
        assert said in out, said
    record = kept().record
    assert record.steps == ()
    assert record.taken_back[0].choices == (("A", "stay"), ("B", "turn"))


def test_thousands_of_choices_are_shown_by_word(play: Callable[..., Ran]) -> None:
    _, out, _ = play("legal\nlegal forward 2;\nquit\n", "seven_samurai", "--set", "A.speed=9")
    assert "forward 1 … 9" in out
    assert "(in a row, up to " in out
    assert "forward 2; turn" in out


def test_a_word_of_the_game_wins_over_a_command(tmp_path: Path, play: Callable[..., Ran]) -> None:
    folder = tmp_path / "talk"
    folder.mkdir()
    (folder / "talk.yaml").write_text(
        "ruleset: talk\nversion: 1\ndensho: 1\nfighters: 2\nreasons: [done]\n"
        "decisions: {say: {groups: {what: one}, words: {quit: in what, why: in what}}}\n"
        "flow: [{repeat round: [ask say, do end]}]\n"
        "rules: {end: {done: once when every f in fighters with f.say has quit then draw fight by done}}\n",
        encoding="utf-8",
    )
    status, out, _ = play("/why\nwhy\nquit\nquit\nquit\n", "./talk")
    assert status == 0
    assert "A: why\n  B: quit" in out
    assert "a draw (done)" in out


def test_two_bots_play_alone(play: Callable[..., Ran]) -> None:
    args = ("oshi_zumo", "--bot", "A", "--bot", "B", "--seed", "1", "--save", "m.fight.yaml")
    status, _, err = play("", *args)
    assert (status, err) == (0, "")
    assert kept().over
    assert kept().record.seats == {"A": "bot", "B": "bot"}


def test_four_in_two_teams(play: Callable[..., Ran]) -> None:
    Path("teams.yaml").write_text(
        "fighters:\n"
        "  Akira: {team: red, cell: 3}\n  Aoi: {team: red, cell: 4, speed: 6}\n"
        "  Botan: {team: blue, cell: 12, facing: left}\n  Ben: {team: blue, cell: 13, facing: left}\n"
        "arena: {cover: [8]}\noptions: {stalemate: ten}\n",
        encoding="utf-8",
    )
    bots = [part for name in ("Aoi", "Botan", "Ben") for part in ("--bot", name)]
    status, out, _ = play(
        "forward 2\nturn\n",
        "seven_samurai",
        "--setup",
        "teams.yaml",
        *bots,
        "--seed",
        "3",
        "--save",
        "m.fight.yaml",
    )
    assert status == 0
    assert "Akira: forward 2" in out
    assert "team" in out
    fight = kept()
    assert fight.names == ("Akira", "Aoi", "Botan", "Ben")
    assert len(fight.record.steps) == 2


def test_a_fight_is_resumed(play: Callable[..., Ran]) -> None:
    play("forward 1\n", "bokken", "--seed", "5", "--save", "m.fight.yaml")
    assert kept().record.pending == (("A", "forward 1"),)
    status, out, _ = play("turn\n", "m.fight.yaml")
    assert status == 0
    assert "A has chosen." in out
    assert "A: forward 1\n  B: turn" in out
    status, _, _ = play("stay\n", "m.fight.yaml", "--bot", "B")
    assert (status, kept().record.seats["B"], len(kept().record.steps)) == (0, "bot", 2)


def test_loose_files_and_rulesets_in_folders_are_found_again(
    tmp_path: Path, play: Callable[..., Ran]
) -> None:
    Path("kesa.yaml").write_text(
        "technique: kesa\nfor: bokken\ndensho: 1\n"
        "decisions: {order: {words: {kesa: in addition}}}\n"
        "forbid: {order: {kesa_alone: {at: needs, when: order has kesa and order lacks strike}}}\n"
        "words: {en: {technique.kesa: kesa, order.kesa: kesa, refusal.kesa_alone: kesa needs a strike}}\n",
        encoding="utf-8",
    )
    (tmp_path / "kept").mkdir()
    file = "kept/m.fight.yaml"
    _, out, _ = play(
        "stay; kesa\n", "bokken", "--with", "kesa.yaml", "--set", "A.techniques=[kesa]", "--save", file
    )
    assert "kesa needs a strike" in out
    assert 'with: ["../kesa.yaml"]' in Path(file).read_text(encoding="utf-8")
    assert play("stay\n", file)[0] == 0


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (["bokkn"], 2, "bokkn"),
        (["nothing.yaml"], 2, "nothing.yaml"),
        (["bokken", "--fighter", "A"], 2, "2 fighters"),
        (["bokken", "--fighter", "A", "--fighter", "[b]"], 2, "may not hold"),
        (["bokken", "--bot", "C"], 2, "no fighter `C`"),
        (["bokken", "--set", "A.stanc=jodan"], 1, "did you mean `stance`?"),
        (["bokken", "--set", "A.cell=99"], 1, "out-of-range"),
        (["bokken", "--set", "hello"], 1, "FIGHTER.SLOT=VALUE"),
        (["bokken", "--set", "C.cell=1"], 1, "no fighter `C`"),
        (["bokken", "--option", "points_to_win=9"], 1, "option-value"),
        (["bokken", "--setup", "none.yaml"], 1, "cannot-open"),
        (["bokken", "--with", "none.yaml"], 2, "none.yaml"),
        (["bokken", "--save", "no/such/folder.yaml"], 2, "no folder"),
        (["bokken", "--save", "x.yaml", "--no-save"], 2, "exclude each other"),
        (["bokken", "--rules", "bokken"], 2, "--rules is for a fight"),
    ],
)
def test_wrong_usage(play: Callable[..., Ran], args: list[str], status: int, said: str) -> None:
    found, _, err = play("", *args)
    assert (found, said in err) == (status, True), err


def test_another_fight_is_not_written_over(play: Callable[..., Ran]) -> None:
    play("", "bokken", "--save", "m.fight.yaml")
    status, _, err = play("", "bokken", "--save", "m.fight.yaml")
    assert (status, "is there already" in err) == (2, True)


def test_choices_from_a_file(play: Callable[..., Ran]) -> None:
    Path("orders.txt").write_text(BOUT, encoding="utf-8")
    status, out, _ = play(
        "",
        "bokken",
        "--choices",
        "orders.txt",
        "--set",
        "B.cell=8",
        "--option",
        "points_to_win=1",
        "--lang",
        "ru",
    )
    assert status == 0
    assert "A бьёт цуки" in out


def test_rules_that_contradict_themselves(tmp_path: Path, play: Callable[..., Ran]) -> None:
    folder = tmp_path / "torn"
    folder.mkdir()
    (folder / "torn.yaml").write_text(
        "ruleset: torn\nversion: 1\ndensho: 1\nfighters: 2\nreasons: [done]\n"
        "slots: {arena: {n: 0..9 = 0}}\n"
        "decisions: {go: {groups: {what: one}, words: {on: in what, off: in what}}}\n"
        "flow: [{repeat round: [ask go, do move]}]\n"
        "rules: {move: {one: when go has on then arena.n := seat, end: once when n = 9 then draw fight by done}}\n",
        encoding="utf-8",
    )
    status, _, err = play("on\non\n", "./torn", "--save", "m.fight.yaml")
    assert status == 1
    assert "ruleset-fault" in err
    assert "torn.yaml" in err
    assert kept().record.pending == (("A", "on"),)


HEAVY = "forbid: {go: {heavy: k0(seat) < 0}}"
HEAVY_SECRET = 'slots: {fighter: {m: "bool, hidden when k0(seat) < 0"}}'


@pytest.mark.parametrize(
    ("slow", "bots"), [(HEAVY, ()), (HEAVY, ("--bot", "A", "--bot", "B")), (HEAVY_SECRET, ())]
)
def test_rules_that_take_too_long_are_given_up_at_the_table(
    slow: str,
    bots: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[..., Ran],
) -> None:
    """Also where a choice is judged, where a bot looks for one, and where it is asked who may see what."""
    loops = "".join(f"  k{n}(n of 0..99999): sum x in 1..9 of k{n + 1}(n * 3 + x)\n" for n in range(8))
    folder = tmp_path / "slow"
    folder.mkdir()
    (folder / "slow.yaml").write_text(
        "ruleset: slow\nversion: 1\ndensho: 1\nfighters: 2\nreasons: [done]\n"
        "decisions: {go: {groups: {what: one}, words: {on: in what, off: in what}}}\n"
        "flow: [{repeat round: [ask go, do move]}]\n"
        f"define:\n{loops}  k8(n of 0..99999): n + seat\n{slow}\n"
        "rules: {move: {end: once when every f in fighters with f.go has on then draw fight by done}}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("DENSHO_SECONDS", "0.5")
    status, _, err = play("on\non\n", "./slow", *bots)
    assert (status, "longer than 0.5 s" in err) == (1, True)
