"""A new row of a kind, such as a technique or a weapon: a file of its own where the kind has such, else lines to put into one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from densho.authoring.habits import Habits
from densho.exploring.writing import scalar
from densho.ir import nodes as ir
from densho.ir import types as t
from densho.showing.types import type_text
from densho.surface.zones import draw_zone

WIDTH = 44
"""Comments beside lines begin here, if the line is no longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is asked for. `ruleset`: as `for:` names it; `values`: columns as YAML; `names`: by language."""

    kind: ir.Kind
    name: str
    ruleset: str
    like: str | None
    values: Mapping[str, str]
    names: Mapping[str, str]


def row_file(ruleset: ir.Ruleset, wanted: Wanted, habits: Habits, changed: str | None) -> str:
    """The file of a row. `changed`: the definition that its example of an exception is about; None: without one."""
    return "\n".join([*_head(wanted), *_columns(ruleset, wanted), *_word(wanted, habits), *_exceptions(wanted, habits, changed), *_words(ruleset, wanted, habits)]) + "\n"  # fmt: skip


def row_lines(ruleset: ir.Ruleset, wanted: Wanted) -> str:
    """Lines for a kind whose rows have no files of their own."""
    like = [] if wanted.like is None else [f"like: {wanted.like}"]
    lines = [f"{wanted.kind.plural}:"]
    if wanted.kind.columns:
        lines.append(f"  {wanted.name}: {{{', '.join([*like, *_given(ruleset, wanted)])}}}")
    else:
        lines[0] += f" [{wanted.name}]"
    lines += [f"  # {line}" for line in _column_notes(wanted)]
    lines += [
        "",
        "words:",
        *(
            f"  {language}: {{{wanted.kind.name}.{wanted.name}: {scalar(text)}}}"
            for language, text in _called(ruleset, wanted)
        ),
    ]
    return "\n".join(lines) + "\n"


def languages(ruleset: ir.Ruleset, kind: ir.Kind) -> tuple[str, ...]:
    """Those in which rows of the kind are called something, else those of the ruleset's own name, else English."""
    for beginning in (f"{kind.name}.", "ruleset"):
        found = {language for language, key, _ in ruleset.texts if key.startswith(beginning)}
        if found:
            return tuple(sorted(found, key=lambda one: (one != "en", one)))
    return ("en",)


def spaced(name: str) -> str:
    return name.replace("_", " ")


# --- parts of the file --------------------------------------------------------------------------------


def _head(wanted: Wanted) -> Iterator[str]:
    yield _beside(f"{wanted.kind.name}: {wanted.name}", f"a new row of the kind `{wanted.kind.name}` …")
    yield _beside(f"for: {wanted.ruleset}", "… of this ruleset")
    yield _beside("densho: 1", "the version of the language")
    yield ""
    yield "# Say here in a sentence what it is, for whoever reads this file."


def _columns(ruleset: ir.Ruleset, wanted: Wanted) -> Iterator[str]:
    if not wanted.kind.columns:
        return
    yield ""
    given = list(_given(ruleset, wanted))
    if wanted.like is not None:
        given.insert(0, _beside(f"like: {wanted.like}", "as this one, but for what is said here", WIDTH - 2))
    if given:
        yield "row:"
        yield from (f"  {line}" for line in given)
    else:
        yield "# row:                                      # what is known of it: columns with their types"
    yield from (f"  # {line.strip()}" if given else f"# {line}" for line in _column_notes(wanted))


def _given(ruleset: ir.Ruleset, wanted: Wanted) -> Iterator[str]:
    """The columns that have a value, and those that must."""
    for column in wanted.kind.columns:
        if column.name in wanted.values:
            yield f"{column.name}: {_written(wanted.values[column.name])}"
        elif wanted.like is None and isinstance(column.type, t.TRow):
            yield f"{column.name}: {_some_row(ruleset, column.type.kind)}"


def _written(value: str) -> str:
    """A column's value as YAML takes it: a drawn zone stands in quotes, which a shell has taken off."""
    return f'"{value}"' if value.startswith("[") and ("<" in value or ">" in value) else value


def _some_row(ruleset: ir.Ruleset, name: str) -> str:
    """The first row of a kind, where one must be given."""
    rows = next(kind.rows for kind in ruleset.kinds if kind.name == name)
    return rows[0].name if rows else name


def _column_notes(wanted: Wanted) -> Iterator[str]:
    """The columns that are left as they are, with their types."""
    for column in wanted.kind.columns:
        if column.name not in wanted.values and not (wanted.like is None and isinstance(column.type, t.TRow)):
            yield _beside(f"  {column.name}: {_empty(column)}", type_text(column.type), WIDTH - 2)


def _empty(column: ir.Column) -> str:
    """The value that a column has when nothing is said."""
    value = column.empty
    match column.type, value:
        case t.TBool(), _:
            return "true" if value else "false"
        case t.TInt(), int():
            return str(value)
        case ((t.TSet(of=t.TInt()) | t.TList(of=t.TInt())), _):
            return f'"{draw_zone([1])}"'
        case ((t.TSet() | t.TList() | t.TBag()), _):
            return "[]"
        case _:
            return "nothing"


def _word(wanted: Wanted, habits: Habits) -> Iterator[str]:
    if habits.word is None:
        return
    decision, group = habits.word
    yield from ("", "decisions:", f"  {decision}:", "    words:")
    yield _beside(
        f"      {wanted.name}: in {group}", "one more word that may be said; arguments: `n of 1..9`"
    )
    yield ""
    yield "# forbid:                                   # when it is refused"
    yield f"#   {decision}:"
    yield f"#     {wanted.name}_not_now: {{when: {decision} has {wanted.name} and CONDITION, because: {{en: why}}}}"


def _exceptions(wanted: Wanted, habits: Habits, changed: str | None) -> Iterator[str]:
    condition = _condition(wanted, habits)
    yield ""
    if changed is None:
        yield "# exceptions:                               # how it differs from what has a name"
        yield f"#   differs: {{changes: NAME, when: {condition}, to: VALUE}}"
        return
    yield _beside("exceptions:", "how it differs from what has a name: see `densho show`")
    yield _beside(
        f"  differs: {{changes: {changed}, when: {condition}, to: base}}",
        "`base` is the old value: write another",
    )


def _condition(wanted: Wanted, habits: Habits) -> str:
    if habits.word is not None:
        return f"{habits.word[0]} has {wanted.name}"
    if habits.grant is None:
        return "CONDITION"
    if habits.grant.how == "value":
        return f"{habits.grant.slot} = {wanted.name}"
    return f"{wanted.name} in {habits.grant.slot}"


def _words(ruleset: ir.Ruleset, wanted: Wanted, habits: Habits) -> Iterator[str]:
    yield ""
    yield _beside("words:", "its name, and what a player may write")
    for language, name in _called(ruleset, wanted):
        text = scalar(name)
        keys = [f"{wanted.kind.name}.{wanted.name}"]
        keys += [f"{habits.word[0]}.{wanted.name}"] if habits.word is not None else []
        yield f"  {language}: {{{', '.join(f'{key}: {text}' for key in keys)}}}"


def _called(ruleset: ir.Ruleset, wanted: Wanted) -> Iterator[tuple[str, str]]:
    """Its name by language: in those that are usual, and in those that were asked for."""
    for language in dict.fromkeys([*languages(ruleset, wanted.kind), *wanted.names]):
        yield language, wanted.names.get(language, spaced(wanted.name))


def _beside(text: str, comment: str, width: int = WIDTH) -> str:
    return f"{text:<{width}}# {comment}" if len(text) < width else f"{text}  # {comment}"


def unknown(kind: ir.Kind, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the names that are no columns of the kind."""
    known = {column.name for column in kind.columns}
    return tuple(name for name in names if name not in known)
