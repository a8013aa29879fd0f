"""The core: what the engine runs. Closed, frozen, printable; it knows no stance, strike or zone.

Names are kept as strings (a row is an index into its kind, see `types`). Items that exist only under some value of an
option carry `gates`; compiling a program for a set of options drops those whose gate is shut and folds
`OptionValue`. Spans are kept for messages and never compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from densho.ir.types import Type
from densho.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# --- expressions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Const(Node):
    """A value in the representation of its type."""

    type: Type
    value: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Var(Node):
    """A bound name: `me`, `viewer`, `choice`, `part`, a parameter, a quantifier's or `for`'s variable, `base`."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Foe(Node):
    """The other of exactly two fighters."""

    type: Type
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighters(Node):
    """The set of the fighters present (`everybody`: of all seats)."""

    type: Type
    everybody: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FighterFact(Node):
    """`seat` (from 1), `first` or `name` of a fighter."""

    type: Type
    fact: Literal["seat", "first", "name"]
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotGet(Node):
    """A slot of the arena (`holder` None) or of a fighter."""

    type: Type
    slot: str
    holder: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Node):
    """A definition, of the fighter `holder` (None: it is about nobody)."""

    type: Type
    name: str
    holder: Expr | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldGet(Node):
    """A register of a fold run over `choice` of the fighter `holder`; with `before`, over the parts before that part."""

    type: Type
    fold: str
    register: str
    holder: Expr
    choice: Expr
    before: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Register(Node):
    """Within a fold's update: the register's value before the part."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnGet(Node):
    type: Type
    kind: str
    column: str
    row: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Related(Node):
    type: Type
    relation: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMake(Node):
    type: Type
    record: str
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordGet(Node):
    type: Type
    record: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceGet(Node):
    """The choice that `holder` made at the decision (empty if none was owed)."""

    type: Type
    decision: str
    holder: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceHas(Node):
    """Whether the choice holds the word."""

    type: Type
    choice: Expr
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceArg(Node):
    """An argument of a word of a choice; the type's empty value when the word is absent."""

    type: Type
    choice: Expr
    word: str
    arg: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWords(Node):
    """The set of words of a choice (`group` None: of all groups)."""

    type: Type
    choice: Expr
    group: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceParts(Node):
    """The list of parts of a sequence group of a choice."""

    type: Type
    choice: Expr
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceUses(Node):
    """The rows of a kind in files whose files brought a word, argument or row that the choice uses."""

    type: Type
    choice: Expr
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartGet(Node):
    """Of a part: `word`, `place` (from 1), or an argument (the type's empty value where its word has none)."""

    type: Type
    what: Literal["word", "place", "arg", "row"]
    name: str
    part: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockResult(Node):
    """How a block last ended: `winner` (a fighter), `by` (a reason), `ended` (whether by a verdict)."""

    type: Type
    block: str
    what: Literal["winner", "by", "ended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionValue(Node):
    """The value of an option: its place in the list, or the number itself where `number`."""

    type: Type
    option: str
    number: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary(Node):
    type: Type
    op: Literal["-", "not"]
    operand: Expr


ArithmeticOp = Literal["+", "-", "*", "/", "mod"]
CompareOp = Literal["=", "!=", "<", "<=", ">", ">="]
GroupOp = Literal["in", "not in", "within", "meets"]
JoinOp = Literal["join", "without"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic(Node):
    """On numbers; `/` rounds down, and dividing by 0 gives 0. `nothing` counts as 0."""

    type: Type
    op: ArithmeticOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(Node):
    type: Type
    op: CompareOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Belongs(Node):
    """`in`, `not in`: element and collection; `within`, `meets`: two collections of one sort (bags count)."""

    type: Type
    op: GroupOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Node):
    """Two sets, two lists or two bags: joined, or the left without the right."""

    type: Type
    op: JoinOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Logic(Node):
    type: Type
    op: Literal["and", "or"]
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Node):
    type: Type
    condition: Expr
    then: Expr
    otherwise: Expr


LONGEST_RANGE = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Node):
    """The set of the whole numbers from `low` to `high`, at most `LONGEST_RANGE` of them."""

    type: Type
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Gather(Node):
    """A set, list or bag (by `type`) of these elements."""

    type: Type
    items: tuple[Expr, ...]


QuantifierWord = Literal["some", "every", "no", "count", "sum", "most", "least", "those", "list", "first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantifier(Node):
    """Over `domain` (a set, list or bag; sets in ascending order), elements where `where` (None: all); `of` is what is summed,
    compared or gathered (None: the element)."""

    type: Type
    word: QuantifierWord
    var: str
    domain: Expr
    where: Expr | None
    of: Expr | None


FunctionName = Literal[
    "min", "max", "abs", "sign", "clamp", "size", "total", "faces", "head", "rest", "nth", "bag"
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Function(Node):
    type: Type
    name: FunctionName
    args: tuple[Expr, ...]


Expr = (
    Const | Var | Foe | Fighters | FighterFact | SlotGet | Call | FoldGet | Register | ColumnGet | Related
    | RecordMake | RecordGet | ChoiceGet | ChoiceHas | ChoiceArg | ChoiceWords | ChoiceParts | ChoiceUses | PartGet
    | BlockResult | OptionValue | Unary | Arithmetic | Compare | Belongs | Join | Logic | If | Range | Gather
    | Quantifier | Function
)  # fmt: skip


# --- effects -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Node):
    """`:=`, `+=` or `-=` on a slot of the arena (`holder` None) or a fighter. With `whole`, the value of a `+=`/`-=` on a collection is
    itself a set, list or bag to be joined or taken; else one element."""

    slot: str
    holder: Expr | None
    op: Literal[":=", "+=", "-="]
    value: Expr
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceDrop(Node):
    """Takes a word (or, with `group`, all words of a group) out of a fighter's revealed choice."""

    decision: str
    holder: Expr
    word: str | None
    group: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell(Node):
    """An event, with its fields in order; `private`: for `me` alone."""

    event: str
    fields: tuple[tuple[str, Expr], ...]
    private: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Node):
    """`win`, `draw`, `leave` or `again` of a block; `fight` is the whole."""

    kind: Literal["win", "draw", "leave", "again"]
    block: str
    who: Expr | None
    by: Expr | None


Effect = Put | ChoiceDrop | Tell | Verdict


# --- declarations ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate(Node):
    """Open when the option has one of these values (their ids)."""

    option: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Node):
    """What all declared things share.

    `bundle` is the id of the row file or `option.value` that brought it ("" for the base); `cites` are paragraphs of the rulebook.
    """

    name: str
    bundle: str = ""
    cites: tuple[str, ...] = ()
    gates: tuple[Gate, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Node):
    """`empty` is the value read when the row is `nothing`."""

    name: str
    type: Type
    empty: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Item):
    """`values` in the order of the kind's columns."""

    values: tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Item):
    plural: str
    in_files: bool
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Item):
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationLine(Node):
    """The pairs that one line of a relation names; none: it is the line `otherwise`."""

    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation(Item):
    """Pairs (left row, right row) that are related. What no line names is `otherwise`; the lines stand in the order of the text."""

    left: str
    right: str
    pairs: tuple[tuple[int, int], ...]
    lines: tuple[RelationLine, ...]

    @property
    def decided(self) -> frozenset[tuple[int, int]]:
        """The pairs that a line names."""
        return frozenset(pair for line in self.lines for pair in line.pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot(Item):
    """`clamp` None: out of bounds is a fault; () : cut to the type's bounds; (low, high): to these.

    `hidden` None: all see it; True: only its owner; an expression: only its owner while it holds (`me` is the owner). `working`: nobody sees it.
    """

    holder: Literal["arena", "fighter"]
    type: Type
    start: Expr
    each: str | None
    fades: str | None
    clamp: tuple[Expr, ...] | None
    hidden: Expr | Literal[True] | None
    working: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Param(Node):
    name: str
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition(Item):
    """`about_me`: it reads `me`. A decision's `let` is a definition named `DECISION.NAME`."""

    params: tuple[Param, ...]
    type: Type
    body: Expr
    about_me: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldRegister(Node):
    name: str
    type: Type
    start: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldUpdate(Node):
    """For parts whose word is in `words` (None: any other): the registers that change."""

    words: tuple[str, ...] | None
    sets: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold(Item):
    """Over the sequence `group` of a choice (bound as `param`) of `decision`."""

    param: str
    decision: str
    group: str
    registers: tuple[FoldRegister, ...]
    updates: tuple[FoldUpdate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Node):
    name: str
    mode: Literal["one", "at most one", "any", "sequence"]
    up_to: int
    repeats_counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument(Node):
    """`default` None: must be written (unless `left_out`). `listing`: the values listed as legal (a set; for a bag, the collection whose
    sub-bags are meant), `up_to` the greatest number of elements of a listed bag or list. `bundle`: (kind, row) of the row file that brought it."""

    name: str
    type: Type
    default: Const | None
    left_out: bool
    named: bool
    flag: bool
    listing: Expr | None
    up_to: Expr | None
    bundle: tuple[str, str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Node):
    """`row`: (kind, row) for words made by `each KIND`. `bundle`: (kind, row) of the row file that brought the word."""

    name: str
    group: str
    args: tuple[Argument, ...]
    or_none: bool
    says_nothing: bool
    not_beside: tuple[str, ...]
    adds_up: bool
    hidden: bool
    row: tuple[str, str] | None
    bundle: tuple[str, str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(Node):
    """`ways` may read `me`, `choice` and `part`."""

    arg: str
    ways: Expr
    avoiding: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Item):
    """In order of precedence within its decision. `says` is the id that is named (usually `name`). Reads `me`, `choice`, and `var` (of `domain`)."""

    decision: str
    says: str
    test: Literal["condition", "crowded", "unreadable word", "unreadable argument", "unreadable shape"]
    group: str | None
    var: str | None
    domain: Expr | None
    when: Expr | None
    lets_off: bool
    cut: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Item):
    """`root`: the decision that this one is `like` (itself, if none): gives its choices their type and layout.

    `places` are kept free for the refusals of row files and options: each with the number of refusals that stand before it.
    """

    root: str
    owed: Expr
    unreadable: str
    groups: tuple[Group, ...]
    words: tuple[Word, ...]
    fill: Fill | None
    open: bool
    refusals: tuple[Refusal, ...]
    places: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Item):
    """`name` is `STEP.NAME`, in a row file or option `BUNDLE.STEP.NAME`."""

    step: str
    once: bool
    var: str | None
    domain: Expr | None
    guard: Expr | None
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Item):
    """`number` dice whose faces are the set `faces` into the bag `slot`; or one member of `draw` into it. `whom` None: once, for the arena."""

    whom: Expr | None
    number: Expr | None
    faces: Expr | None
    draw: Expr | None
    holder: Literal["arena", "fighter"]
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Exception_(Item):
    """One exception at one target. `target` is `define:NAME`, `forbid:DECISION.ID`, `rule:NAME` or `exception:NAME` (the latter holds for every
    target of that exception). `over`: names of exceptions that it outranks."""

    target: str
    verb: Literal["changes", "adds", "lifts", "extends", "replaces"]
    guard: Expr | None
    value: Expr | None
    effects: tuple[Effect, ...]
    over: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Item):
    """The first value is the default, unless a house ruleset set another."""

    values: tuple[str, ...]
    default: str


# --- flow --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Node):
    decision: str
    when: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Do(Node):
    """`by_fighter`: the step's events go by seat, then by rule; else by rule, then by seat."""

    step: str
    by_fighter: bool
    when: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDice(Node):
    roll: str
    when: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Node):
    name: str
    repeat: bool
    while_: Expr | None
    at_most: int | None
    when: Expr | None
    body: tuple[Flow, ...]


Flow = Ask | Do | RollDice | Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds(Item):
    """Must hold whenever a choice is owed and at the end; where it reads `me`, for every fighter present."""

    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Conserved(Item):
    """Must be whenever a choice is owed, and at the end, what it was when the first one was; where it reads `me`, for every fighter."""

    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class EndsWithin(Item):
    """However the fighters choose, the fight is over after so many decisions."""

    decisions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection(Node):
    """What a slot is in the mirror; of a fighter's, `me` is its owner."""

    holder: Literal["arena", "fighter"]
    slot: str
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirrored(Item):
    """When the fighters sit down in reverse order, with slots as `slots` say, the same choices and dice give the same, seen in the mirror."""

    slots: tuple[Reflection, ...]


Invariant = Holds | Conserved | EndsWithin | Mirrored


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint(Item):
    """What a group asks of its files, beside what makes them right: no part of the rules.

    `rows`: the rows of `kind` that it is about; both None: the whole. `broken`: those of them (of the whole: whether it is) that
    do not fulfil the condition; None where there is none. `languages`: in which each row has to have words.
    """

    kind: str | None
    rows: Expr | None
    broken: Expr | None
    languages: tuple[str, ...]


# --- how a fight is drawn ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge(Node):
    """The first or last cell of a strip: `number`, or `number` times the slot of the arena."""

    number: int
    slot: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing(Node):
    """What lies on the cells of a strip: `sign` is drawn in the cells that a slot of the arena holds (a number, or many), or
    that the `field` of its records gives."""

    sign: str
    slot: str
    field: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Node):
    """A field of an event; `who` is the event's first field that holds a fighter."""

    event: str
    field: str
    who: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip(Node):
    """A row of cells. `at` and `facing` are slots of fighters; `facing_column` is the column of the facing's kind that is above 0 for
    the right and below for the left (None: the slot itself is such a number). `struck` are fields of events that hold cells."""

    low: Edge
    high: Edge
    at: str | None
    facing: str | None
    facing_column: str | None
    things: tuple[Thing, ...]
    struck: tuple[Told, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pools(Node):
    """Slots of fighters that hold dice, or how many there are, in the order in which they are drawn."""

    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ribbon(Node):
    """What each fighter did place by place, as events tell it: `shown` in the column `place` (a field of the same event). `marks`:
    (sign, event), an event that is drawn as a sign behind the same fighter's entry. `planned` is a list slot with what is still to come."""

    shown: Told
    place: str | None
    marks: tuple[tuple[str, Told], ...]
    planned: str | None


Picture = Strip | Pools | Ribbon


@dataclass(frozen=True, slots=True, kw_only=True)
class Display(Node):
    """The board's pictures, and the slots that are listed beside it (None: all)."""

    board: tuple[Picture, ...]
    arena: tuple[str, ...] | None
    fighter: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(Node):
    """What goes with a fighter from fight to fight.

    `keeps` are slots of fighters, `slots` those that only a character has. `awards` is a decision: its words are the awards, and the word `new`, whose
    refusals say what a new character may not be; `rules` are what awards do. `definitions` and `exceptions` are those that a fight does without.
    `credit` is the award for a row of one's own that was approved, None if there is none; it takes the row, or nothing.
    """

    keeps: tuple[str, ...]
    slots: tuple[Slot, ...]
    awards: Decision
    rules: tuple[Rule, ...]
    definitions: tuple[Definition, ...]
    exceptions: tuple[Exception_, ...]
    credit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Node):
    """A whole ruleset, with all its options. `texts`: (language, key, texts) sorted; `present` None: all fighters always are."""

    id: str
    version: str
    seats: tuple[int, int]
    present: Expr | None
    score: str | None
    kinds: tuple[Kind, ...]
    records: tuple[Record, ...]
    relations: tuple[Relation, ...]
    slots: tuple[Slot, ...]
    definitions: tuple[Definition, ...]
    folds: tuple[Fold, ...]
    decisions: tuple[Decision, ...]
    rules: tuple[Rule, ...]
    rolls: tuple[Roll, ...]
    exceptions: tuple[Exception_, ...]
    options: tuple[Option, ...]
    flow: tuple[Flow, ...]
    invariants: tuple[Invariant, ...]
    lints: tuple[Lint, ...]
    display: Display
    texts: tuple[tuple[str, str, tuple[str, ...]], ...]
    character: Character | None = None
