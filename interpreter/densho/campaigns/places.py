"""Where things lie in a campaign, and the rule that nothing outside of it is touched.

Whatever a record says of a path is data from strangers: it is taken only if it is relative, plain and leads to no link. Before anything else is
read, the whole folder is searched for links, since the loader of rulesets follows whatever it finds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from densho.diagnostics.model import Report
from densho.errors import DenshoError
from densho.messages import Text, say
from densho.source import NOWHERE, Span
from densho.targets import CAMPAIGN

RULES = "rules"
BASE = "base"
APPROVED = "approved"
TESTS = "tests"
CHARACTERS = "characters"
PROPOSALS = "proposals"
DECISIONS = "decisions"
FIGHTS = "fights"
PINNED = "pinned"
OWN = ".densho"
"""Holds the lock and, while something is being changed, the intent; nothing that is worth keeping."""

FOLDERS = (RULES, CHARACTERS, PROPOSALS, DECISIONS, FIGHTS, PINNED)
MOST_FILES = 50_000


class NoCampaign(DenshoError):
    """There is no campaign where one was looked for."""


class Outside(DenshoError):
    """Something would lead out of the campaign."""


def find(start: Path) -> Path:
    """The campaign in a folder or around it. Raises `NoCampaign`."""
    here = Path(os.path.abspath(start))
    for folder in (here, *here.parents):
        if (folder / CAMPAIGN).is_file():
            return _shown(start, here, folder)
    raise NoCampaign(
        say("there is no campaign in `{path}`: `densho campaign new FOLDER RULESET` makes one", path=start)
    )


def _shown(start: Path, here: Path, folder: Path) -> Path:
    """The folder as the user would call it: from where he stands."""
    return start if folder == here else Path(os.path.relpath(folder))


def is_plain(relative: str) -> bool:
    """Whether a path in a record is one within the campaign, as far as its text goes."""
    path = PurePosixPath(relative)
    odd = (one in ("..", ".") or "\\" in one or ":" in one or not one.isprintable() for one in path.parts)
    return bool(path.parts) and not path.is_absolute() and not any(odd)


def place(root: Path, relative: str) -> Path:
    """A file of the campaign by its path as records have it. Raises `Outside`."""
    if not is_plain(relative):
        raise Outside(say("`{path}` is no path within a campaign", path=relative))
    found = root
    for part in PurePosixPath(relative).parts:
        found = found / part
        if found.is_symlink():
            raise Outside(say("`{path}` is a link, and a campaign has none", path=relative))
    return found


def relative(root: Path, path: Path) -> str:
    """How records name a file of the campaign."""
    return Path(os.path.relpath(path, root)).as_posix()


def is_within(root: Path, path: Path) -> bool:
    """Whether a path, its links followed, stays in the campaign."""
    real, home = Path(os.path.realpath(path)), Path(os.path.realpath(root))
    return real == home or home in real.parents


def only_files(root: Path, report: Report) -> bool:
    """Whether the campaign holds plain files and folders alone, and not too many of them; what else there is, is reported."""
    before = len(report.found)
    for number, entry in enumerate(_entries(root)):
        if number > MOST_FILES:
            text = say("a campaign has at most {most} files", most=MOST_FILES)
            report.add("too-big", Span(str(root), 0, 0), text)
            break
        if entry.is_symlink():
            _refuse(report, say("`{path}` is a link, and a campaign has none", path=entry.path))
        elif not entry.is_dir() and not entry.is_file():
            _refuse(report, say("`{path}` is neither a file nor a folder", path=entry.path))
        elif entry.name.endswith(".yaml") and not is_plain(entry.name):
            message = say("`{path}` is no name that a file of a campaign can have", path=entry.path)
            report.add(
                "bad-campaign",
                NOWHERE,
                message,
                help=say("name it in printable characters, without `:` and `\\`"),
            )
    return len(report.found) == before


def _refuse(report: Report, message: Text) -> None:
    """Without a place, since whoever shows a place reads the file."""
    help_ = say("a campaign reads and writes nothing outside of its folder: put the file itself here")
    report.add("outside-campaign", NOWHERE, message, help=help_)


def _entries(folder: Path, top: bool = True) -> Iterator[os.DirEntry[str]]:
    """Everything in the campaign; at its top, folders that begin with a dot (of version control, say) are passed over, but for its own."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda one: one.name)
    for entry in entries:
        if top and entry.name.startswith(".") and entry.name != OWN:
            continue
        yield entry
        if entry.is_dir(follow_symlinks=False):
            yield from _entries(Path(entry.path), top=False)
