"""How many slips of the pen `densho check` and a ruleset's own scenarios catch.

`python benchmarks/slips.py [--seed S] [--slips N] [--rulesets bokken,…] [--kinds "misspelt key,…"] [--jobs J] [--rules] [--all]` takes lines of the
shipped rulesets' files at random, each line as likely as any other, makes a slip on each, and tells by kind and by ruleset how many change
the meaning, how many `check` catches, at the line and at all, how many only the ruleset's own scenarios catch, and lists every miss:
a misspelt name or key that `check` does not catch at its line, any slip that changes the meaning and that nothing catches, and every traceback.
`--all` lists the other slips too. The same seed makes the same slips as long as the rulesets stay as they are. Exit status 1: a goal is missed.

A slip changes the meaning when the core is another, texts for people, paragraphs and drawings aside (`slip_judge.meaning` says what else), or when
there is none any more. A misspelt name of which nothing else speaks, and which no reader sees, is no slip. The right place is the slip's own line,
underlined or shown as a further place; for what is missing, the declaration around it or a message that names it. In the tables `check`, `at line` and
`tests` (which scenarios alone notice) are of the slips that change the meaning, `texts` counts those caught that only spoil texts for people.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from slip_judge import Judge, Verdict, remember_reading
from slip_kinds import KINDS, NAMES, Slip, slip_at
from slip_lines import Written, written

from densho import data
from densho.targets import is_character

RULESETS = data.data_path("rulesets")
GOAL_NAMES, GOAL_ALL = 0.99, 0.95
PRELUDE = "prelude"
SECONDS = "30"
"""A scenario that takes longer with a slip is held to have failed."""


def ruleset_folders() -> list[str]:
    """All shipped rulesets, relative to their folder; the preludes last."""
    mains = {path.parent for path in RULESETS.rglob("*.yaml") if path.stem == path.parent.name}
    return [*sorted(str(one.relative_to(RULESETS)) for one in mains), PRELUDE]


def files_of(folder: str) -> Iterator[Written]:
    for path in sorted((RULESETS / folder).rglob("*.yaml")):
        if "tests" not in path.relative_to(RULESETS / folder).parts and not is_character(path):
            yield written(str(path.relative_to(RULESETS)), path.read_text(encoding="utf-8"))


def folders_for(file: str, folder: str) -> tuple[str, ...]:
    """The rulesets that a file is judged by: its own, or the first that use a prelude."""
    if folder != PRELUDE:
        return (folder,)
    users = [
        one
        for one in ruleset_folders()
        if one != PRELUDE
        and f"{Path(file).stem}"
        in _uses((RULESETS / one / f"{Path(one).name}.yaml").read_text(encoding="utf-8"))
    ]
    return tuple(users)


def _uses(text: str) -> str:
    return next((line for line in text.splitlines() if line.startswith("uses:")), "")


def make_slips(
    seed: str, number: int, folders: Sequence[str], kinds: Sequence[str], *, rules: bool = False
) -> list[tuple[Slip, tuple[str, ...]]]:
    """So many slips; each line that holds something (`rules`: more than keys and texts for people) is as likely as any other."""
    files = [(file, folders_for(file.path, folder)) for folder in folders for file in files_of(folder)]
    lines = [
        (file, judged, at)
        for file, judged in files
        for at, line in enumerate(file.lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
        if not rules or any(token.sort != "key" for token in file.tokens_of(at))
    ]
    rng = random.Random(seed)
    made: list[tuple[Slip, tuple[str, ...]]] = []
    for _ in range(number * 20 + 1000):
        if len(made) == number:
            break
        file, judged, at = rng.choice(lines)
        slip = slip_at(file, at, kinds, rng)
        if slip is not None:
            made.append((slip, judged))
    return made


_JUDGES: list[Judge] = []


def copy_rulesets(root: Path) -> Path:
    """A copy of everything that rulesets need, which from now on is taken for the original."""
    for kind in ("grammar", "schemas"):
        (root / kind).symlink_to(data.data_path(kind))
    shutil.copytree(RULESETS, root / "rulesets")
    data._HERE = root / "interpreter" / "densho"
    return root / "rulesets"


def _set_up(root: str) -> None:
    os.environ["DENSHO_SECONDS"] = SECONDS
    remember_reading()
    own = Path(tempfile.mkdtemp(dir=root))
    _JUDGES.append(Judge(copy_rulesets(own)))


def _judge(work: tuple[Slip, tuple[str, ...]]) -> Verdict:
    return _JUDGES[0].judge(*work)


def judge_all(work: Sequence[tuple[Slip, tuple[str, ...]]], jobs: int) -> list[Verdict]:
    """Judges in processes of their own, each with its own copy of the rulesets."""
    with tempfile.TemporaryDirectory() as root:
        pool = ProcessPoolExecutor(jobs, initializer=_set_up, initargs=(root,))
        with pool:
            return list(_shown(pool.map(_judge, work), len(work)))


def _shown(verdicts: Iterator[Verdict], number: int) -> Iterator[Verdict]:
    """Tells on the way how far it is, and what has been missed."""
    for done, one in enumerate(verdicts, 1):
        if missed(one) or missed_name(one) or one.crash:
            print(f"{done}/{number} {story(one)}", file=sys.stderr, flush=True)
        yield one


# --- what is told ------------------------------------------------------------------------------------


def of_names(one: Verdict) -> bool:
    """Whether it is a misspelt name or key: one that nothing mentions, such as a rule's own, may be called anything."""
    return one.slip.kind in NAMES and (one.caught or not one.idle)


def missed_name(one: Verdict) -> bool:
    return of_names(one) and not one.pointed


def missed(one: Verdict) -> bool:
    return one.changes and not one.caught and one.test is None


def _row(name: str, verdicts: Sequence[Verdict]) -> str:
    changing = [one for one in verdicts if one.changes]
    caught = sum(one.caught for one in changing)
    return (
        f"{name:<24}{len(verdicts):>6}{len(changing):>9}{_share(caught, len(changing)):>8}"
        f"{_share(sum(one.pointed for one in changing), len(changing)):>9}{sum(one.test is not None for one in changing):>7}"
        f"{sum(map(missed, verdicts)):>8}{sum(one.caught for one in verdicts if not one.changes):>8}"
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "–"


def table(title: str, groups: dict[str, list[Verdict]]) -> Iterator[str]:
    yield f"{title:<24}{'slips':>6}{'meaning':>9}{'check':>8}{'at line':>9}{'tests':>7}{'missed':>8}{'texts':>8}"
    for name, verdicts in sorted(groups.items()):
        yield _row(name, verdicts)


def grouped(verdicts: Sequence[Verdict], key: str) -> dict[str, list[Verdict]]:
    groups: dict[str, list[Verdict]] = {}
    for one in verdicts:
        groups.setdefault(one.slip.kind if key == "kind" else one.slip.path.split("/")[0], []).append(one)
    return groups


def story(one: Verdict) -> str:
    """What was done, and what came of it."""
    slip = one.slip
    what = "; ".join(
        [
            *(["changes the meaning"] if one.changes else []),
            "check: " + one.said if one.caught else "check is silent",
            *([f"noticed by {one.test}"] if one.test else []),
        ]
    )
    return f"{slip.path}:{slip.line} {slip.kind}\n    - {slip.before}\n    + {slip.after}\n    {what}" + (
        f"\n{one.crash}" if one.crash else ""
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--slips", type=int, default=400)
    parser.add_argument(
        "--rulesets", default="", help="folders below rulesets/, with commas between; all if left out"
    )
    parser.add_argument("--kinds", default="", help="kinds of slips, with commas between; all if left out")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--rules", action="store_true", help="leave out lines that hold only keys and texts for people"
    )
    parser.add_argument("--all", action="store_true", help="list every slip, not only the misses")
    args = parser.parse_args()
    folders = args.rulesets.split(",") if args.rulesets else ruleset_folders()
    kinds = args.kinds.split(",") if args.kinds else list(KINDS)
    unknown = {*folders} - {*ruleset_folders()} | {*kinds} - {*KINDS}
    if unknown:
        parser.error(
            f"unknown: {', '.join(sorted(unknown))}; rulesets: {', '.join(ruleset_folders())}; kinds: {', '.join(KINDS)}"
        )
    verdicts = judge_all(make_slips(args.seed, args.slips, folders, kinds, rules=args.rules), args.jobs)
    names = [one for one in verdicts if of_names(one)]
    changing = [one for one in verdicts if one.changes]
    crashes = [one for one in verdicts if one.crash]
    for title, chosen in (
        ("tracebacks", crashes),
        ("names and keys not caught at their line", [one for one in names if missed_name(one)]),
        ("changes of meaning that nothing caught", [one for one in changing if missed(one)]),
        (
            "caught elsewhere",
            [one for one in verdicts if one.caught and not one.pointed and not missed_name(one)],
        ),
        *([("all", verdicts)] if args.all else []),
    ):
        print(f"\n== {title}: {len(chosen)}")
        for one in chosen:
            print(story(one))
    print(
        "\n".join(
            [
                "",
                *table("kind", grouped(verdicts, "kind")),
                "",
                *table("ruleset", grouped(verdicts, "ruleset")),
                "",
                _row("all", verdicts),
            ]
        )
    )
    good_names = len(names) - sum(map(missed_name, names))
    good = len(changing) - sum(map(missed, changing))
    print(
        f"\nnames and keys caught at their line: {good_names} of {len(names)} ({_share(good_names, len(names))}; goal {GOAL_NAMES:.0%})"
    )
    print(
        f"changes of meaning caught: {good} of {len(changing)} ({_share(good, len(changing))}; goal {GOAL_ALL:.0%}); tracebacks: {len(crashes)}"
    )
    met = good_names >= GOAL_NAMES * len(names) and good >= GOAL_ALL * len(changing) and not crashes
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
