"""What a path on the command line means: a ruleset, a single file of one, scenarios, or a folder of such things.

Files are told apart by their top-level keys, found without reading YAML, so that a broken file is still taken for what it is and its
mistakes are reported by whoever reads it. A folder with a ruleset's main file is that ruleset, with the scenarios below its
`tests/`; any other folder is searched, of a campaign its rules and characters alone. A text that is no existing path is the id of a bundled ruleset.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from densho.data import data_path
from densho.errors import DenshoError
from densho.messages import say

FileSort = Literal["ruleset", "part", "row", "prelude", "scenarios", "character", "other"]

TESTS = "tests"
CAMPAIGN = "campaign.yaml"
"""The file that makes a folder a campaign."""
OF_CAMPAIGNS = ("rules", "characters")
"""What of a campaign can be checked and tested like anything else."""
KEPT_BEGIN = 4_000
"""So many bytes of a file are looked at to see whether it is a character or a fight."""
SNIFFED = 1_000_000
"""So many bytes of a file are looked at; larger files are refused when they are read."""

_KEY = re.compile(
    r"""^(?P<quote>['"]?)(?P<key>[^\s'"#:-][^'"#:]*?)(?P=quote)[ \t]*:(?=\s|$)(?P<value>.*)$""", re.M
)


@dataclass(frozen=True, slots=True)
class RulesetTarget:
    """A whole ruleset: its folder, and the files of its own scenarios, characters and fights."""

    folder: Path
    scenarios: tuple[Path, ...]
    characters: tuple[Path, ...] = ()
    fights: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class RowTarget:
    """A row file outside of its ruleset's folder, and that ruleset as `for:` names it."""

    path: Path
    ruleset: str


@dataclass(frozen=True, slots=True)
class ScenariosTarget:
    path: Path


@dataclass(frozen=True, slots=True)
class CharacterTarget:
    path: Path


@dataclass(frozen=True, slots=True)
class FightTarget:
    path: Path


@dataclass(frozen=True, slots=True)
class LooseTarget:
    """A file that is checked by itself: a prelude, or one that does not say what it is."""

    path: Path


Target = RulesetTarget | RowTarget | ScenariosTarget | CharacterTarget | FightTarget | LooseTarget


class NoSuchTargetError(DenshoError):
    """The text names neither a path nor a bundled ruleset, or there is nothing of Densho's in the folder."""


def find_targets(named: str) -> tuple[Target, ...]:
    """What the text names. Raises `NoSuchTargetError`."""
    path = Path(named)
    try:
        return _found(named, path)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise NoSuchTargetError(
            say("`{path}` cannot be opened: {reason}", path=named, reason=reason)
        ) from None


def _found(named: str, path: Path) -> tuple[Target, ...]:
    if path.is_dir():
        found = tuple(_in_folder(path))
        if not found:
            raise NoSuchTargetError(say("`{path}` holds no ruleset and no scenarios", path=named))
        return found
    if path.exists():
        return (_of_file(path),)
    bundled = bundled_folder(named)
    if bundled is None:
        from difflib import get_close_matches  # noqa: PLC0415 - mostly nothing is misspelt

        message = say(
            "`{name}` is neither a path nor the id of a bundled ruleset ({names})",
            name=named,
            names=", ".join(bundled_ids()),
        )
        near = get_close_matches(named, bundled_ids(), 1)
        if near:
            message = say("{problem}; did you mean `{near}`?", problem=message, near=near[0])
        raise NoSuchTargetError(message)
    return (_ruleset(bundled),)


def bundled_ids() -> tuple[str, ...]:
    """The ids of the rulesets that come with Densho."""
    return tuple(sorted(folder.name for folder in _bundled()))


def bundled_folder(id: str) -> Path | None:
    """The folder of a bundled ruleset."""
    return next((folder for folder in _bundled() if folder.name == id), None)


def _bundled() -> Iterator[Path]:
    """Bundled rulesets are folders called by their ids, alone or in a folder of several."""
    root = data_path("rulesets")
    if root.is_relative_to(Path.cwd()):
        root = root.relative_to(Path.cwd())
    for pattern in ("*", "*/*"):
        yield from (folder for folder in sorted(root.glob(pattern)) if main_file(folder))


def ruleset_of(reference: str, file: Path) -> str | Path:
    """What `ruleset:` or `for:` in `file` means: a path, relative to the file; else the ruleset in whose folder the file lies, if it has that id; else the id of a bundled one."""
    if reference.startswith(".") or "/" in reference:
        return _called(file.parent / reference)
    home = home_of(file)
    if home is not None and ruleset_id(home) == reference:
        return home
    return reference


def _called(path: Path) -> Path:
    """The path without `..` where that is the same place, so that a file is called alike however it was reached."""
    plain = Path(os.path.normpath(path))
    return plain if plain.resolve() == path.resolve() else path


def folder_of(reference: str, file: Path) -> Path | None:
    """The folder of the ruleset that `ruleset:` or `for:` in `file` means; None when there is none."""
    found = ruleset_of(reference, file)
    if isinstance(found, Path):
        return found if main_file(found) else None
    return bundled_folder(found)


def home_of(file: Path) -> Path | None:
    """The nearest folder around a file that is a ruleset."""
    absolute = Path(file).absolute()
    for parent, shown in zip(absolute.parents, _shown_parents(file), strict=False):
        if main_file(parent):
            return shown
    return None


def _shown_parents(file: Path) -> Iterator[Path]:
    """The folders around a file, called as the user called the file as far as that goes."""
    absolute = file.absolute()
    for depth, parent in enumerate(absolute.parents):
        shown = file.parents[depth] if depth < len(file.parents) else parent
        yield shown if shown.absolute() == parent else parent


def campaign_around(path: Path) -> Path | None:
    """The campaign in whose folder a file lies."""
    return next((one for one in Path(os.path.abspath(path)).parents if (one / CAMPAIGN).is_file()), None)


def main_file(folder: Path) -> Path | None:
    """A ruleset's main file in this very folder."""
    if not folder.is_dir():
        return None
    return next((path for path in sorted(folder.glob("*.yaml")) if sort_of(path) == "ruleset"), None)


def ruleset_id(folder: Path) -> str | None:
    """The id that a ruleset's folder gives itself."""
    main = main_file(folder)
    return None if main is None else top_level(main).get("ruleset")


def bases_of(folder: Path) -> Iterator[Path]:
    """The folders of the rulesets that a ruleset extends, nearest first."""
    seen = {folder.resolve()}
    found: Path | None = folder
    while found is not None and (main := main_file(found)) is not None:
        named = top_level(main).get("extends")
        found = None if named is None else folder_of(named, main)
        if found is None or found.resolve() in seen:
            return
        seen.add(found.resolve())
        yield found


def sort_of(path: Path) -> FileSort:
    """What a file is, by its top-level keys."""
    keys = top_level(path)
    if _text(keys.get("character", "")):
        return "character"
    if "scenarios" in keys:
        return "scenarios"
    if "ruleset" in keys:
        return "scenarios" if _means_scenarios(keys) else "ruleset"
    if "part of" in keys:
        return "part"
    if "prelude" in keys:
        return "prelude"
    return "row" if "for" in keys else "other"


def _means_scenarios(keys: Iterable[str]) -> bool:
    """Whether a file that names a ruleset has its list of scenarios under a key that is misspelt. A main file says its version, and Densho's."""
    if any(key in keys for key in ("densho", "version")):
        return False
    from difflib import get_close_matches  # noqa: PLC0415 - mostly nothing is misspelt

    return bool(get_close_matches("scenarios", keys))


def _means_ruleset(path: Path) -> bool:
    """Whether a file that does not say what it is was meant for the main file of a ruleset: it says Densho's version, and how many fight."""
    return {"densho", "fighters"} <= top_level(path).keys()


def is_character(path: Path) -> bool:
    """Whether a file is a character: one begins with the key that says so."""
    return _begins(path, "character")


def is_fight(path: Path) -> bool:
    """Whether a file is a fight that was kept: one begins with the key that says so."""
    return _begins(path, "fight") and sort_of(path) == "other"


def _begins(path: Path, key: str) -> bool:
    """Whether this is the first key of a file, with a text behind it."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            text = file.read(KEPT_BEGIN).decode("utf-8-sig", errors="replace")
    except OSError:
        return False
    first = _KEY.search(text)
    return first is not None and first["key"] == key and _text(first["value"].strip())


def cannot_be_told(path: Path) -> bool:
    """Whether a file does not say what it is because it cannot be read, or says nothing at all."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            begin = file.read(SNIFFED)
        text = begin.decode("utf-8-sig")
    except OSError:
        return True
    except UnicodeDecodeError as error:
        return error.start < len(begin) - 3 or len(begin) < SNIFFED
    return _KEY.search(text) is None and not text.lstrip().startswith("-")


def _text(value: str) -> bool:
    """Whether the rest of a key's line is a text, and no mapping that begins there or below."""
    return value != "" and value[0] not in "{[#"


def top_level(path: Path) -> dict[str, str]:
    """A file's top-level keys with the rest of their lines; none when it cannot be read. Pipes are not waited for."""
    if not path.is_file():
        return {}
    try:
        with path.open("rb") as file:
            text = file.read(SNIFFED).decode("utf-8-sig", errors="replace")
    except OSError:
        return {}
    found: dict[str, str] = {}
    for match in _KEY.finditer(text):
        found.setdefault(match["key"], match["value"].split(" #")[0].strip().strip("'\""))
    return found


def _in_folder(folder: Path) -> Iterator[Target]:
    if main_file(folder):
        yield _ruleset(folder)
        return
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or (path.is_dir() and path.is_symlink()):
            continue
        if path.is_dir() and path.name not in OF_CAMPAIGNS and (folder / CAMPAIGN).is_file():
            continue
        if path.is_dir():
            yield from _in_folder(path)
        elif path.suffix == ".yaml" and (
            sort_of(path) != "other" or is_fight(path) or cannot_be_told(path) or _means_ruleset(path)
        ):
            yield _of_file(path)


def _ruleset(folder: Path) -> RulesetTarget:
    tests = folder / TESTS
    found = sorted(path for path in tests.rglob("*.yaml") if sort_of(path) in ("scenarios", "other"))
    others = [path for path in sorted(folder.rglob("*.yaml")) if tests not in path.parents]
    return RulesetTarget(
        folder, tuple(found), tuple(filter(is_character, others)), tuple(filter(is_fight, others))
    )


def _of_file(path: Path) -> Target:
    sort = sort_of(path)
    if sort == "scenarios":
        return ScenariosTarget(path)
    home = home_of(path)
    if sort in ("ruleset", "part", "row") and home is not None and _belongs(path, sort, home):
        return _ruleset(home)
    if sort == "row":
        return RowTarget(path, top_level(path)["for"])
    if sort == "character":
        return CharacterTarget(path)
    if is_fight(path):
        return FightTarget(path)
    return LooseTarget(path)


def _belongs(path: Path, sort: FileSort, home: Path) -> bool:
    """Whether a file is one of the ruleset around it: it says so, or means to, or lies beside the main file.

    A main file that strayed into a folder high above would else take in all that lies below.
    """
    if sort == "ruleset" or path.absolute().parent == home.absolute():
        return True
    named = top_level(path).get("part of" if sort == "part" else "for", "")
    own = {ruleset_id(folder) or "" for folder in (home, *bases_of(home))}
    if named in own:
        return True
    found = ruleset_of(named, path)
    if isinstance(found, Path):
        return found.resolve() == home.resolve()
    if bundled_folder(found) is not None:
        return False
    from difflib import get_close_matches  # noqa: PLC0415 - mostly nothing is misspelt

    return bool(get_close_matches(named, own))
