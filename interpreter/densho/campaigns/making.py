"""A new campaign: its record, a house ruleset that extends the one that is named, and a pinned copy of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from densho.campaigns.changes import alone, carry_out, change
from densho.campaigns.names import name_fault
from densho.campaigns.opening import Problems, rules_of
from densho.campaigns.pins import pin
from densho.campaigns.places import BASE, CHARACTERS, FIGHTS, OWN, PROPOSALS, RULES
from densho.campaigns.records import FORMAT, Base, Clock, Head, now, stamp
from densho.campaigns.staging import staged
from densho.campaigns.written import head_text
from densho.errors import DenshoError
from densho.fights.text import scalar
from densho.loading import Loader
from densho.messages import say
from densho.targets import CAMPAIGN


class CannotMake(DenshoError):
    """There cannot be a campaign of this name or at this place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """`ruleset`: the folder of the base; `bundled` its id if it comes with Densho. `options`: house options that differ from its defaults."""

    name: str
    ruleset: Path
    bundled: str | None
    language: str
    options: Mapping[str, str]


def begin(root: Path, wanted: Beginning, loader: Loader, clock: Clock = now) -> Head:
    """Makes a campaign in a folder that is empty or not there yet. Raises `CannotMake`, `Problems`, `CannotChange`, `Busy`."""
    fault = name_fault(wanted.name)
    if fault is not None:
        raise CannotMake(fault)
    _free(root)
    loaded = loader.load(wanted.ruleset)
    if loaded.ruleset is None:
        raise Problems(loaded.diagnostics)
    base = loaded.ruleset
    called = f"our_{base.id}"
    writes = dict(_copied(wanted.ruleset)) if wanted.bundled is None else {}
    writes[f"{RULES}/{called}.yaml"] = _rules_text(called, wanted.bundled or f"../{BASE}", wanted.options)
    writes[".gitignore"] = f"# what Densho needs only while it changes something\n{OWN}/\n"
    with staged(root, writes) as copy:
        try:
            rules = rules_of(copy.folder, copy.loader)
        except Problems as problems:
            loader.texts.known.update(copy.sources())
            raise Problems(copy.named(problems.diagnostics)) from None
    head = Head(
        name=wanted.name,
        language=wanted.language,
        rules=called,
        base=Base(
            ruleset=wanted.bundled or f"./{BASE}",
            version=base.version,
            state=pin(wanted.ruleset, loaded.files, base).state,
        ),
        began=rules.state,
        when=stamp(clock),
    )
    writes |= rules.copy
    writes[CAMPAIGN] = head_text(head)
    _make(root)
    with alone(root):
        _free(root)
        carry_out(root, change(root, f"new {wanted.name}", writes))
    for folder in (CHARACTERS, PROPOSALS, FIGHTS):
        (root / folder).mkdir(exist_ok=True)
    return head


def _free(root: Path) -> None:
    """A folder in which an interrupted command left only its own things is free."""
    try:
        taken = root.exists() and (not root.is_dir() or any(path.name != OWN for path in root.iterdir()))
    except OSError as error:
        raise CannotMake(_why(root, error)) from None
    if taken:
        text = say(
            "`{path}` is there already, and not empty: a campaign is made in a folder of its own", path=root
        )
        raise CannotMake(text)


def _make(root: Path) -> None:
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotMake(_why(root, error)) from None


def _why(root: Path, error: OSError) -> str:
    return say("`{path}` cannot be written: {reason}", path=root, reason=(error.strerror or "").lower())


def _copied(folder: Path) -> Iterable[tuple[str, str]]:
    """The files of a ruleset that is not bundled, scenarios too, as the campaign's own base."""
    for path in sorted(folder.rglob("*.yaml")):
        if path.is_file() and not path.is_symlink():
            yield f"{BASE}/{path.relative_to(folder).as_posix()}", path.read_bytes().decode("utf-8")


def _rules_text(id: str, base: str, options: Mapping[str, str]) -> str:
    lines = [
        "# The rules of this campaign: house options, and whatever else is to be otherwise than in the base.",
        "# What was approved lies in approved/.",
        "",
        f"ruleset: {id}",
        'version: "1"',
        f"densho: {FORMAT}",
        f"extends: {base}",
    ]
    if options:
        lines += ["set:", *(f"  {scalar(name)}: {scalar(value)}" for name, value in options.items())]
    return "\n".join(lines) + "\n"
