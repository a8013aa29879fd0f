"""Campaigns for tests: of a game so small that everything takes no time, and a reviewer who writes one line."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from densho.cache import Cache
from densho.campaigns.asking import Form, Question
from densho.campaigns.beginning import pinned
from densho.campaigns.deciding import Decided, Word, decide
from densho.campaigns.making import Beginning, begin
from densho.campaigns.proposing import Filed, Wish, propose
from densho.campaigns.records import Verdict
from densho.campaigns.reviewing import Asked, Reviewed, review, unheard
from densho.fights.beginning import Wishes, named_from, new_fight
from densho.fights.fight import hand_in
from densho.fights.save import save
from densho.loading import Loader

HERE = Path(__file__).parent
HOP = HERE / "hop"
FILES = HERE / "proposals"


class Line:
    """A dossier of one line."""

    def __init__(self, question: Question) -> None:
        self.text = f"# {question.proposal}, revision {question.revision}\n"

    def rendered(self, form: Form, *, width: int = 100, colour: bool = False) -> str:
        del width, colour
        return f"{form}: {self.text}" if form != "markdown" else self.text


def ticking() -> Callable[[], datetime]:
    """A clock that is a second later whenever it is looked at."""
    moments: Iterator[datetime] = (
        datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC) + timedelta(seconds=number) for number in range(10_000)
    )
    return lambda: next(moments)


CLOCK = ticking()


def loader() -> Loader:
    return Loader(Cache(None))


@cache
def _made(stage: str) -> Path:
    """A campaign that is made once, at this stage of its story."""
    folder = Path(mkdtemp(prefix="densho-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if stage == "new":
        return _begun(folder, {})
    before = list(STAGES)[list(STAGES).index(stage) - 1]
    root = Path(shutil.copytree(_made(before), folder / "ours"))
    STAGES[stage](root)
    return root


def campaign(folder: Path, stage: str = "new", **options: str) -> Path:
    """A campaign of hop, which lies in it: new, or after a stage of `STAGES`."""
    return _begun(folder, options) if options else Path(shutil.copytree(_made(stage), folder / "ours"))


def _begun(folder: Path, options: dict[str, str]) -> Path:
    root = folder / "ours"
    wanted = Beginning(name="Us", ruleset=HOP, bundled=None, language="en", options=options)
    begin(root, wanted, loader(), CLOCK)
    return root


def proposed(root: Path, name: str = "leap", by: str = "Ann") -> Filed:
    wish = Wish(file=FILES / f"{name}.yaml", scenarios=[FILES / f"{name}_test.yaml"], by=by)
    return propose(root, wish, loader(), CLOCK)


def reviewed(root: Path, id: str = "leap-1") -> Reviewed:
    return review(root, id, Line, Asked(seed=1, budget=1, progress=unheard), loader(), CLOCK)


def decided(
    root: Path, verdict: Verdict = "approve", id: str = "leap-1", character: str | None = None
) -> Decided:
    word = Word(verdict=verdict, by="Max", why="because", character=character)
    return decide(root, id, word, loader(), CLOCK)


def approved(root: Path, name: str = "leap", by: str = "Ann") -> Decided:
    """All the way from a file to a rule."""
    filed = proposed(root, name, by)
    reviewed(root, filed.proposal.id)
    return decided(root, id=filed.proposal.id)


def character(root: Path, name: str = "ann", player: str = "Ann") -> Path:
    path = root / "characters" / f"{name}.yaml"
    path.write_text(
        f"character: {name.title()}\nplayer: {player}\nfor: ../rules\ndensho: 1\nhas: {{legs: 1}}\n"
    )
    return path


def fought(root: Path, *steps: tuple[str, str], name: str = "one", tricks: tuple[str, ...] = ()) -> Path:
    """A recorded fight of the campaign with these choices of A and B."""
    rules, fights = pinned(root, loader())
    core = loader().load(rules).ruleset
    assert core is not None
    wishes = Wishes(
        ruleset=named_from(fights, rules, False),
        seed="1",
        fighters=(("A", {"tricks": list(tricks)}), ("B", {})),
    )
    fight = new_fight(core, wishes)
    for first, second in steps:
        fight = hand_in(hand_in(fight, "A", first), "B", second)
    path = fights / f"{name}.fight.yaml"
    save(path, fight.record)
    return path


STAGES: dict[str, Callable[[Path], object]] = {
    "new": lambda root: None,
    "proposed": lambda root: (character(root), proposed(root)),
    "reviewed": reviewed,
    "approved": decided,
    "fought": lambda root: fought(root, ("walk", "rest")),
}


def tree(root: Path) -> dict[str, bytes]:
    """All files of a campaign but its own."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.relative_to(root).parts[0] != ".densho"
    }
