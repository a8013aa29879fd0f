"""First half of resolving: all files of a ruleset are laid together, and every name gets its one place.

Comes in: the surface models of a ruleset's files (its preludes' and its base's among them), in any order. Goes out: a `Symbols`.
The order of files plays no part: the base comes first, then row files in the order of their kind, then options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from densho.diagnostics.model import Label, Report
from densho.diagnostics.suggestions import meant, nearest
from densho.ir.nodes import Gate
from densho.messages import Text, quoted, say
from densho.resolved.remedies import instead_of_roll
from densho.resolved.symbols import DecisionSymbol, Declared, KindSymbol, Origin, RowSymbol, Symbols
from densho.source import Span
from densho.surface import model
from densho.surface.awards import AWARD, awards
from densho.surface.build import FRAME_KEYS, SECTIONS
from densho.surface.syntax import ColumnDecl, Head, Name

Bundled = tuple[model.Bundle, Origin]


def declare(files: Sequence[model.File], report: Report) -> Symbols:
    """Lays the files together. `files`: a base ruleset's before those of the house ruleset that extends it."""
    return _Declaring(report).run(files)


class _Declaring:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.symbols = Symbols()

    def run(self, files: Sequence[model.File]) -> Symbols:
        for file in files:
            if file.seats is not None:
                self.symbols.seats = file.seats
        base = [
            (f.bundle, Origin(borrowed=f.kind == "prelude"))
            for f in sorted(files, key=lambda f: f.kind != "prelude")
            if f.kind != "row"
        ]
        for bundle, _origin in base:
            self.reasons_of(bundle)
        for bundle, origin in base:
            self.kinds(bundle, origin)
        row_files = self.row_files([f for f in files if f.kind == "row"])
        bundles: list[Bundled] = [*base, *row_files]
        for bundle, origin in row_files:
            self.kinds(bundle, origin)
            self.reasons_of(bundle)
        for bundle, _origin in bundles:
            self.options(bundle)
        option_bundles = list(self.option_bundles())
        for bundle, origin in option_bundles:
            self.no_rows_in_options(bundle, origin)
            self.reasons_of(bundle)
        self.settings(files)
        for bundle, origin in bundles:
            self.rows(bundle, origin)
        self.order_rows()
        for bundle, _origin in [*bundles, *option_bundles]:
            self.career(bundle)
        for bundle, origin in [*bundles, *option_bundles]:
            self.names(bundle, origin)
        for bundle, origin in [*bundles, *option_bundles]:
            self.refusals(bundle, origin)
        self.roots()
        return self.symbols

    # --- kinds and rows --------------------------------------------------------------------------

    def reasons_of(self, bundle: model.Bundle) -> None:
        kind = self.symbols.kinds.get("reason")
        if kind is None:
            kind = KindSymbol(
                name="reason",
                cites=(),
                span=Span("", 0, 0),
                plural="reasons",
                in_files=False,
                order=(),
                columns=(),
            )
            self.symbols.kinds["reason"] = kind
            self.symbols.plurals["reasons"] = "reason"
        for name in bundle.reasons:
            if name.id not in kind.index:
                kind.index[name.id] = len(kind.rows)
                kind.rows.append(
                    RowSymbol(name=name.id, cites=(), span=name.span, origin=Origin(), like=None, columns=())
                )

    def kinds(self, bundle: model.Bundle, origin: Origin) -> None:
        for entry in bundle.kinds:
            head = entry.head
            plural = entry.plural.id if entry.plural else ""
            if self.taken(
                self.symbols.kinds, head, say("the kind `{name}` is declared twice", name=head.name.id)
            ):
                continue
            if plural and plural in self.symbols.plurals:
                assert entry.plural is not None
                self.report.add(
                    "duplicate-name",
                    entry.plural.span,
                    say(
                        "the rows of the kind `{kind}` are called `{plural}` already",
                        kind=self.symbols.plurals[plural],
                        plural=plural,
                    ),
                )
                plural = ""
            columns: list[tuple[str, ColumnDecl, Span]] = []
            for column_head, column in entry.columns:
                columns.append((column_head.name.id, column, column_head.name.span))
            symbol = KindSymbol(
                name=head.name.id,
                cites=cites(head),
                span=head.name.span,
                plural=plural,
                in_files=entry.in_files,
                order=entry.order,
                columns=tuple(columns),
            )
            self.symbols.kinds[head.name.id] = symbol
            if plural:
                self.symbols.plurals[plural] = head.name.id
            for name in entry.rows:
                row = RowSymbol(name=name.id, cites=(), span=name.span, origin=origin, like=None, columns=())
                self.add_row(symbol, row)

    def row_files(self, files: Iterable[model.File]) -> list[Bundled]:
        """The bundles of row files, in the order of their kinds' rows."""
        found: list[tuple[tuple[str, int, str], Bundled]] = []
        for file in files:
            assert file.row_kind is not None
            kind = self.symbols.kinds.get(file.row_kind.text)
            if kind is None or not kind.in_files:
                self.bad_row_file(file, kind)
                continue
            if file.row_head is None:
                continue
            name = file.row_head.name.id
            origin = Origin(
                bundle=f"{kind.name}.{name}", prefix=f"{name}.", row=(kind.name, name), guard=file.while_
            )
            row = RowSymbol(
                name=name,
                cites=cites(file.row_head),
                span=file.row_head.name.span,
                origin=origin,
                like=file.row_like,
                columns=file.row,
            )
            self.add_row(kind, row)
            order = [one.id for one in kind.order]
            rank = order.index(name) if name in order else len(order)
            found.append(((kind.name, rank, name), (file.bundle, origin)))
        return [bundle for _key, bundle in sorted(found, key=lambda one: one[0])]

    def bad_row_file(self, file: model.File, kind: KindSymbol | None) -> None:
        assert file.row_kind is not None
        known = [one.name for one in self.symbols.kinds.values() if one.in_files]
        if kind is not None:
            message = say("rows of the kind `{kind}` do not come from files of their own", kind=kind.name)
        else:
            message = say("this ruleset has no kind `{kind}`", kind=file.row_kind.text)
        help_ = meant(nearest(file.row_kind.text, known))
        if known:
            help_.append(say("kinds in files: {names}", names=quoted(known)))
        self.report.add("bad-row-file", file.row_kind.span, message, help=help_)

    def add_row(self, kind: KindSymbol, row: RowSymbol) -> None:
        if row.name in kind.index:
            first = kind.rows[kind.index[row.name]]
            self.report.add(
                "duplicate-name",
                row.span,
                say("the kind `{kind}` has a row `{name}` already", kind=kind.name, name=row.name),
                labels=[Label(span=first.span, text=say("first declared here"))],
            )
            return
        kind.index[row.name] = len(kind.rows)
        kind.rows.append(row)

    def rows(self, bundle: model.Bundle, origin: Origin) -> None:
        for section in bundle.rows:
            kind = self.symbols.kinds.get(self.symbols.plurals.get(section.section.text, ""))
            if kind is None:
                self.unknown_section(section)
                continue
            for entry in section.rows:
                self.add_row(
                    kind,
                    RowSymbol(
                        name=entry.head.name.id,
                        cites=cites(entry.head),
                        span=entry.head.name.span,
                        origin=origin,
                        like=entry.like,
                        columns=entry.columns,
                    ),
                )

    def unknown_section(self, section: model.RowsEntry) -> None:
        name = section.section.text
        known = (*self.symbols.plurals, *sorted(SECTIONS), *sorted(FRAME_KEYS))
        near = nearest(name, known)
        help_ = meant(near)
        help_.append(say("row sections of this ruleset: {names}", names=quoted(sorted(self.symbols.plurals))))
        self.report.add(
            "unknown-section",
            section.section.span,
            say("there is no section `{name}`", name=name),
            help=help_,
        )

    def _kind_of(self, row: str) -> str | None:
        """The kind that has a row of this name."""
        return next((kind.name for kind in self.symbols.kinds.values() if row in kind.index), None)

    def order_rows(self) -> None:
        """Rows of kinds in files: first those in `order`, then the rest as the text or the alphabet has them."""
        for kind in self.symbols.kinds.values():
            if not kind.in_files:
                continue
            order = {name.id: place for place, name in enumerate(kind.order)}
            unlisted = [row.name for row in kind.rows if row.name not in order]
            for name in kind.order:
                if name.id not in kind.index and (near := nearest(name.id, unlisted)):
                    self.report.add(
                        "unknown-name",
                        name.span,
                        say(
                            "no file brings the row `{name}` of the kind `{kind}`",
                            name=name.id,
                            kind=kind.name,
                        ),
                        help=meant(near[:1]),
                    )
                elif name.id not in kind.index and (other := self._kind_of(name.id)) is not None:
                    self.report.add(
                        "not-a-row",
                        name.span,
                        say(
                            "`{name}` is a row of `{other}`, not of `{kind}`",
                            name=name.id,
                            other=other,
                            kind=kind.name,
                        ),
                        help=say("take it away"),
                    )
            kind.rows.sort(
                key=lambda row: (
                    order.get(row.name, len(order)),
                    row.origin.row is not None,
                    row.name if row.origin.row else "",
                )
            )
            kind.index = {row.name: place for place, row in enumerate(kind.rows)}

    # --- options ---------------------------------------------------------------------------------

    def options(self, bundle: model.Bundle) -> None:
        for entry in bundle.options:
            name = entry.head.name.id
            if self.taken(
                self.symbols.options, entry.head, say("the option `{name}` is declared twice", name=name)
            ):
                continue
            self.symbols.options[name] = entry
            values = tuple(value.id.text for value in entry.values)
            self.symbols.option_values[name] = values
            self.symbols.option_default[name] = values[0] if values else ""
            if not values:
                self.report.add(
                    "option-value", entry.head.name.span, say("the option `{name}` has no values", name=name)
                )

    def settings(self, files: Iterable[model.File]) -> None:
        for file in files:
            for key, value in file.set:
                values = self.symbols.option_values.get(key.text)
                if values is None:
                    near = nearest(key.text, self.symbols.option_values)
                    self.report.add(
                        "unknown-name",
                        key.span,
                        say("there is no option `{name}`", name=key.text),
                        help=meant(near[:1]),
                    )
                elif value.text not in values:
                    self.report.add(
                        "option-value",
                        value.span,
                        say("the option `{option}` has no value `{name}`", option=key.text, name=value.text),
                        help=say("values: {names}", names=quoted(values)),
                    )
                else:
                    self.symbols.option_default[key.text] = value.text

    def option_bundles(self) -> Iterable[Bundled]:
        for name, option in self.symbols.options.items():
            users = self.likes(option)
            for value in option.values:
                gate = Gate(option=name, values=users[value.id.text])
                origin = Origin(
                    bundle=f"option.{name}.{value.id.text}",
                    prefix=f"{name}.{value.id.text}.",
                    gates=(gate,),
                )
                yield value.bundle, origin

    def likes(self, option: model.OptionEntry) -> dict[str, tuple[str, ...]]:
        """For each value, the values under which its bundle is in force: itself and those that are `like` it."""
        parent = {value.id.text: value.like for value in option.values}
        users: dict[str, tuple[str, ...]] = dict.fromkeys(parent, ())
        for value in parent:
            at: str | None = value
            seen: set[str] = set()
            while at is not None and at not in seen:
                seen.add(at)
                users[at] = (*users[at], value)
                like = parent[at]
                if like is not None and like.id not in parent:
                    self.report.add(
                        "option-value",
                        like.span,
                        say(
                            "the option `{option}` has no value `{name}`",
                            option=option.head.name.id,
                            name=like.id,
                        ),
                        help=say("values: {names}", names=quoted(parent)),
                    )
                    break
                at = like.id if like is not None else None
        return users

    def no_rows_in_options(self, bundle: model.Bundle, origin: Origin) -> None:
        heads = [entry.head for entry in bundle.kinds] + [entry.head for entry in bundle.records]
        heads += [entry.head for entry in bundle.relations]
        spans = {head.name.span: "" for head in heads}
        spans |= {section.section.span: section.section.text for section in bundle.rows}
        spans |= {entry.head.name.span: "" for entry in bundle.options}
        for span, section in spans.items():
            near = nearest(section, SECTIONS) if section and section not in self.symbols.plurals else ()
            if near:
                message = say("there is no section `{name}`", name=section)
                self.report.add("unknown-section", span, message, help=meant(near))
                continue
            self.report.add(
                "rows-in-option",
                span,
                say("an option's value cannot add kinds, rows, records, relations or options"),
                help=say("declare them in the ruleset and let the option change a definition that uses them"),
            )
        del origin

    # --- characters ------------------------------------------------------------------------------

    def career(self, bundle: model.Bundle) -> None:
        """What characters keep, and the decision that awards are words of."""
        self.symbols.keeps.extend(bundle.keeps)
        self.symbols.credits.extend(bundle.credits)
        own = [slot.head.name.span for slot in bundle.slots if slot.holder == "character"]
        span = bundle.career or next(iter(own), None)
        if span is not None and self.symbols.career is None:
            entry = awards(span)
            symbol = DecisionSymbol(name=AWARD, entry=entry, origin=Origin(), root=AWARD)
            symbol.words.extend((word, Origin()) for word in entry.words)
            self.symbols.career = span
            self.symbols.decisions[AWARD] = symbol

    # --- all other names -------------------------------------------------------------------------

    def names(self, bundle: model.Bundle, origin: Origin) -> None:
        symbols = self.symbols
        for slot in bundle.slots:
            name = slot.head.name.id
            table, twice = (
                symbols.fighter,
                say("the slot `{name}` of the fighter is declared twice", name=name),
            )
            if slot.holder == "arena":
                table, twice = (
                    symbols.arena,
                    say("the slot `{name}` of the arena is declared twice", name=name),
                )
            if not self.taken(table, slot.head, twice):
                table[name] = Declared(entry=slot, origin=origin)
        for record in bundle.records:
            name = record.head.name.id
            if not self.taken(
                symbols.records, record.head, say("the record `{name}` is declared twice", name=name)
            ):
                symbols.records[name] = Declared(entry=record, origin=origin)
        for relation in bundle.relations:
            symbols.relations.setdefault(relation.head.name.id, []).append(
                Declared(entry=relation, origin=origin)
            )
        for define in bundle.defines:
            name = define.head.name.id
            if not self.taken(
                symbols.defines, define.head, say("the definition `{name}` is declared twice", name=name)
            ):
                symbols.defines[name] = Declared(entry=define, origin=origin)
        for fold in bundle.folds:
            name = fold.head.name.id
            if not self.taken(
                symbols.folds, fold.head, say("the fold `{name}` is declared twice", name=name)
            ):
                symbols.folds[name] = Declared(entry=fold, origin=origin)
        for roll in bundle.rolls:
            name = roll.head.name.id
            twice = say("the roll `{name}` is declared twice", name=name)
            if name in symbols.rolls:
                help_ = [
                    say("give it another name, or leave it out"),
                    instead_of_roll(symbols, name),
                ]
                self.duplicate(twice, roll.head, symbols.rolls[name].entry.head, help_)
            else:
                symbols.rolls[name] = Declared(entry=roll, origin=origin)
        for invariant in bundle.invariants:
            name = invariant.head.name.id
            if not self.taken(
                symbols.invariants, invariant.head, say("the invariant `{name}` is declared twice", name=name)
            ):
                symbols.invariants[name] = Declared(entry=invariant, origin=origin)
        for lint in bundle.lints:
            name = lint.head.name.id
            if not self.taken(
                symbols.lints, lint.head, say("the lint `{name}` is declared twice", name=name)
            ):
                symbols.lints[name] = Declared(entry=lint, origin=origin)
        for rule in bundle.rules:
            name = f"{origin.prefix}{rule.step.id}.{rule.head.name.id}"
            if name in symbols.rules:
                twice = say("the rule `{name}` is declared twice", name=rule.head.name.id)
                self.duplicate(twice, rule.head, symbols.rules[name].entry.head)
            else:
                symbols.rules[name] = Declared(entry=rule, origin=origin)
        for exception in bundle.exceptions:
            name = f"{origin.prefix}{exception.head.name.id}"
            if name in symbols.exceptions:
                twice = say("the exception `{name}` is declared twice", name=exception.head.name.id)
                self.duplicate(twice, exception.head, symbols.exceptions[name].entry.head)
            else:
                symbols.exceptions[name] = Declared(entry=exception, origin=origin)
        for step in bundle.steps:
            symbols.steps.append(Declared(entry=step, origin=origin))
        symbols.flow.extend(Declared(entry=line, origin=origin) for line in bundle.flow)
        (symbols.lent_texts if origin.borrowed else symbols.texts).extend(bundle.texts)
        symbols.display.extend(bundle.display)
        self.decisions(bundle, origin)

    def decisions(self, bundle: model.Bundle, origin: Origin) -> None:
        for entry in bundle.decisions:
            name = entry.head.name.id
            symbol = self.symbols.decisions.get(name)
            if symbol is None:
                symbol = DecisionSymbol(name=name, entry=entry, origin=origin, root=name)
                self.symbols.decisions[name] = symbol
            elif entry.groups or entry.owed or entry.like or entry.let or entry.fill:
                twice = say("the decision `{name}` is declared twice", name=name)
                self.duplicate(twice, entry.head, symbol.entry.head)
            symbol.words.extend((word, origin) for word in entry.words)

    def refusals(self, bundle: model.Bundle, origin: Origin) -> None:
        for entry in bundle.refusals:
            symbol = self.symbols.decisions.get(entry.decision.id)
            if symbol is None:
                near = nearest(entry.decision.id, self.symbols.decisions)
                self.report.add(
                    "unknown-name",
                    entry.decision.span,
                    say("there is no decision `{name}`", name=entry.decision.id),
                    help=meant(near[:1]),
                )
                continue
            same = [one for one in symbol.refusals if one.entry.head.name.id == entry.head.name.id]
            if same:
                twice = say("the refusal `{name}` is declared twice", name=entry.head.name.id)
                self.duplicate(twice, entry.head, same[0].entry.head)
                continue
            symbol.refusals.append(Declared(entry=entry, origin=origin))

    def roots(self) -> None:
        """Follows `like` from decision to decision."""
        decisions = self.symbols.decisions
        for symbol in decisions.values():
            seen = {symbol.name}
            at = symbol
            while at.entry.like is not None:
                following = decisions.get(at.entry.like.id)
                if following is None or following.name in seen:
                    self.bad_like(at.entry.like, following is None)
                    break
                seen.add(following.name)
                at = following
            symbol.root = at.name

    def bad_like(self, like: Name, unknown: bool) -> None:
        if unknown:
            near = nearest(like.id, self.symbols.decisions)
            help_ = meant(near[:1])
            self.report.add(
                "unknown-name", like.span, say("there is no decision `{name}`", name=like.id), help=help_
            )
        else:
            self.report.add("recursive-definition", like.span, say("`{name}` is like itself", name=like.id))

    # --- duplicates ------------------------------------------------------------------------------

    def taken(self, table: Mapping[str, object], head: Head, message: Text) -> bool:
        """Whether the name is declared already; reports it."""
        first = table.get(head.name.id)
        if first is None:
            return False
        self.duplicate(message, head, _head_of(first))
        return True

    def duplicate(
        self, message: Text, head: Head, first: Head | Span | None, help_: list[Text] | None = None
    ) -> None:
        """`help_`: what to do, where it is not the usual."""
        usual = say("rename one, or write an exception if the other is to be changed")
        span = first.name.span if isinstance(first, Head) else first
        self.report.add(
            "duplicate-name",
            head.name.span,
            message,
            help=help_ or usual,
            labels=[Label(span=span, text=say("first declared here"))] if span is not None else [],
        )


def _head_of(first: object) -> Head | Span | None:
    if isinstance(first, Declared):
        head = getattr(first.entry, "head", None)
        return head if isinstance(head, Head) else None
    if isinstance(first, KindSymbol):
        return first.span
    if isinstance(first, model.OptionEntry):
        return first.head
    return None


def cites(head: Head) -> tuple[str, ...]:
    """The paragraphs named after a declared name."""
    return tuple(name.id for name in head.cites)
