"""A scenario file as data: what was written, with the place of every part, its names known to belong to the ruleset.

Values of slots and of event fields are kept as plain data (texts, whole numbers, truth values, lists, mappings); only a
compiled program can say what they are while running. Choices are kept as texts.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from densho.ir.types import Type
from densho.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Written):
    """A name or text, where it stands."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """For which ruleset a file's scenarios are, and the loose files that are added to it."""

    ruleset: Named
    extra: tuple[Named, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(Written):
    """A value for a slot of the fighter `holder` (None: of the arena)."""

    holder: str | None
    slot: str
    type: Type
    value: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The fighters' names in seat order, and what differs from the ruleset's own start."""

    fighters: tuple[str, ...]
    given: tuple[Given, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed(Written):
    """A choice that a fighter hands in."""

    fighter: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted(Written):
    """The results of one fighter's dice (None: of chance that belongs to nobody) in a step, in order."""

    fighter: str | None
    results: tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected(Written):
    """The fighter's choice is refused: by this refusal, or (None) by any."""

    fighter: str
    refusal: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How a fight or bout ended; without `winner` in a draw. `by` None: the reason is not compared."""

    winner: str | None
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectSlot(Written):
    """A slot's value."""

    holder: str | None
    slot: str
    type: Type
    value: object


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectPending(Written):
    """The choice that the fighter has handed in and that is not resolved; `text` None: there is none."""

    fighter: str
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectEnd(Written):
    """`end` None: it has not ended. `whole`: of the fight, not of a bout."""

    whole: bool
    end: End | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectWaiting(Written):
    """Fighter and decision, of all who owe one."""

    owed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectLegal(Written):
    """Of the choices that a fighter has now: some that are legal, some that are not, all of them, and their number."""

    fighter: str
    has: tuple[Named, ...]
    lacks: tuple[Named, ...]
    only: tuple[Named, ...] | None
    only_span: Span
    count: int | None
    count_span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldLike(Written):
    name: str
    type: Type | None
    value: object


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLike(Written):
    """An event of this name with these fields, others not compared."""

    event: str
    fields: tuple[FieldLike, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectEvents(Written):
    events: tuple[EventLike, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectSight(Written):
    """Whether the fighter's view holds a slot (or `choice`) of `holder` (None: of the arena)."""

    viewer: str
    holder: str | None
    slot: str
    seen: bool


Expectation = (
    ExpectSlot | ExpectPending | ExpectEnd | ExpectWaiting | ExpectLegal | ExpectEvents | ExpectSight
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Written):
    """`number` counts from 1."""

    number: int
    choose: tuple[Handed, ...]
    rolls: tuple[Scripted, ...]
    rejects: tuple[Rejected, ...]
    expects: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Written):
    """`options` are those that differ from the ruleset's defaults, sorted by id."""

    name: str
    cites: tuple[Named, ...]
    options: tuple[tuple[str, str], ...]
    setup: Setup
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFile:
    """`broken`: the names of scenarios with a mistake, which are not among `scenarios`."""

    path: str
    header: Header
    scenarios: tuple[Scenario, ...]
    broken: tuple[Named, ...] = ()
