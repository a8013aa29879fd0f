"""The list of everything Densho may complain about: a stable code, a slug and a title each.

Codes are handed out once and never used again for something else; a retired one keeps its line. To add a diagnostic, add its line here
(the next free number of its range) and a page `pages/CODE.md`. Ranges: D0 files and YAML, D1 the shape of documents, D2 expressions
and declarations as text, D3 names and types, D4 rulesets as a whole, D5 scenarios and characters, D6 faults while a fight runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from densho.diagnostics.model import Severity


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of diagnostic."""

    code: str
    slug: str
    title: str
    severity: Severity = "error"

    @property
    def page(self) -> Path:
        """The page that explains it."""
        return Path(__file__).parent / "pages" / f"{self.code}.md"


_TABLE = """
D001 cannot-open            a file or folder cannot be opened
D002 not-utf8               a file is not text in UTF-8
D003 too-big                a file is larger than any ruleset's file should be
D004 control-character      an invisible character stands in a file
D005 empty-file             a file holds nothing
D006 not-a-mapping          a file does not begin with a key
D007 several-documents      a file holds more than one YAML document
D008 duplicate-key          a key stands twice in one mapping
D009 key-not-text           a list or mapping stands where a key should
D010 yaml-feature           anchors, aliases, merge keys, tags and directives of YAML are not used
D011 too-deep               collections are nested too deep
D012 tab-indentation        a tab stands in the indentation
D013 indentation            a line's indentation fits nowhere
D014 missing-blank          no blank follows a key's colon
D015 missing-colon          a key has no colon
D016 unclosed-quote         a quote is never closed
D017 bad-escape             a backslash in double quotes means nothing
D018 text-after-quote       text follows a value that has ended
D019 unclosed-bracket       brackets of YAML do not pair up
D020 quote-expression       an expression must be quoted, because YAML reads a part of it as its own sign
D021 yaml-syntax            YAML cannot be read
D022 too-slow               reading and checking takes longer than it may
D023 no-main-file           a part lies in no ruleset
D026 layout-fault           in its canonical layout a file would say something else

D101 unknown-header         a file's first key does not say what the file is
D102 unknown-key            a key is not known at this place
D103 missing-key            a key is missing
D104 wrong-shape            a text, list or mapping stands where another of them should
D105 wrong-value            a value is none of those that are possible here
D106 unknown-section        a section is neither the language's nor declared by the ruleset
D107 misplaced-section      a section may not stand in this kind of file
D108 wrong-format           a file is written for another version of the language

D201 syntax                 a text of the language cannot be read
D202 empty-text             an expression or declaration is missing
D203 text-too-long          an expression is longer than anybody could read
D204 nested-too-deep        an expression is nested too deep
D205 look-alike             a sign or letter only looks like one of the language's
D206 capital-letters        names and words are written small
D207 quotes-inside          quotes stand inside an expression
D208 bracket-mismatch       brackets of an expression do not pair up
D209 brackets-needed        a part of an expression needs brackets
D210 missing-operand        nothing stands beside an operator
D211 missing-operator       nothing joins two values
D212 foreign-operator       a word or sign of another language
D213 chained-comparison     more than two things are compared at a time
D214 comma-for-set          a comma stands where a set or list is meant
D215 incomplete-if          an `if` without its `then` or `else`
D216 incomplete-quantifier  a `some`, `every`, `count` … that does not say among what
D217 incomplete-rule        a rule without its `when` or `then`
D218 incomplete-verdict     a verdict that does not say who, or why
D219 wrong-assignment       `=` and `:=` confused
D220 bad-effect             something that is no effect stands where one should
D221 bad-number             a number is not written as whole numbers are
D222 bad-type               a type is not written as types are
D223 bad-declaration        a slot, word, group or refusal is not declared as they are
D224 bad-head               a name, its parameters or its paragraph numbers are not written as they are
D225 stray-text             signs that mean nothing at this place
D226 said-twice             a property is given twice
D227 zone-bracket           the cells of a drawn zone are not closed
D228 zone-sign              a sign means nothing in a drawn zone
D229 zone-no-fighter        a drawn zone has no fighter
D230 zone-two-fighters      a drawn zone has two fighters
D231 zone-cell-twice        a zone names a cell twice
D232 zone-words             a zone in words cannot be read
D233 bad-relation           a line of a relation is not written as they are
D234 bad-flow               a line of the flow is not written as they are

D301 unknown-name           a name stands for nothing here
D302 ambiguous-name         a name may mean two things here
D303 wrong-type             a value is of another type than its place wants
D304 duplicate-name         a name is declared twice
D305 unknown-text           a text for people is given to something that does not exist
D306 not-a-row              a name is not a row of the kind that is wanted
D307 missing-column         a row does not give a column that has no default
D308 recursive-definition   a definition depends on itself
D309 wrong-arguments        a call has too many or too few arguments
D310 bad-row-file           a row file does not fit the kind that it adds to
D311 rows-in-option         an option's value declares what only a ruleset or row file may
D312 no-me                  a name is about a fighter where nobody in particular is meant
D313 no-foe                 `foe` is used where more than two may fight
D314 no-member              there is no such thing after the dot
D315 not-a-slot             an effect writes what is no slot
D316 not-constant           a value depends on the fight where a plain one is wanted
D317 out-of-bounds          a value lies outside the bounds of its place
D318 reserved-name          a word of the language cannot be a name

D401 unused-name            a name is declared and never used
D402 exception-target       an exception aims at nothing that it could change
D403 exception-conflict     two exceptions apply at once and disagree
D404 not-visible            a refusal reads what its owner may not see
D405 unbounded              a value has no bound where one is needed
D406 bad-roll               a roll cannot be made
D407 undecided-pair         a relation leaves pairs undecided
D408 bad-step               a step has no place in the flow
D409 wrong-ruleset          a file belongs to another ruleset than the one it lies in
D410 missing-file           a file or ruleset that is named does not exist
D411 option-value           an option has no such value
D412 decided-twice          a relation decides a pair twice, in different ways
D413 like-with-words        a decision that is like another has words of its own
D414 bad-fold               a fold does not go along its own choice
D415 unreachable-row      nothing in a ruleset leads to a row, or out of it
D416 empty-zone           a zone can never hold anybody
D417 never-applies        the conditions of a rule, refusal or exception exclude one another
D418 idle-file            a row file changes nothing and nothing asks for what it brings
D419 missing-words        names have no words in a language of the ruleset
D420 not-kept             progression uses what a character does not keep
D421 between-fights       a fight uses what only characters have
D422 never-ends           no rule ends the fight
D423 unreachable-line     the flow never comes to a line
D424 endless-repeat       nothing ends a repeat
D425 outside-block        a verdict is about a block that its step stands outside of
D450 bad-invariant          an invariant does not say one thing that it promises
D460 odd-language         texts are in a language that is surely another's slip
D461 repeated-line        a line of the flow or of an award stands twice, one after the other
D462 told-differently     an event is told with fields that do not go together
D463 near-name            a name is almost another's and stands nowhere else
D464 certain-comparison   a comparison comes out the same in every fight
D465 spelt-alike          two things that an order may name are spelt alike
D470 house-lint           a row lacks what a lint of the ruleset asks for

D501 unknown-fighter        a scenario names a fighter that it does not have
D502 bad-fighters           a scenario's fighters do not fit the ruleset
D503 unknown-paragraph      a scenario cites a paragraph that the ruleset does not name
D504 no-score               points are spoken of in a ruleset that has none
D505 no-bout                a bout is spoken of in a ruleset that has none
D506 out-of-range           a value in a scenario lies outside the bounds of its field
D507 rejects-nothing        a choice should be refused that the step does not hand in
D508 scenario-twice         two scenarios of a file bear one name
D509 idle-paragraph         a paragraph is named for something that no scenario exercises
D510 no-characters        a character is for a ruleset that keeps nothing between fights
D530 bad-credit           an award cannot be the credit for what was approved
D531 bad-campaign         a record of a campaign does not say what such records say
D532 outside-campaign     something in a campaign leads out of its folder
D533 changed-afterwards   a file of a campaign is no longer what was recorded
D534 unrecorded-change    the rules of a campaign were changed without a decision
D535 other-base           the base of a campaign's rules is another than in the beginning
D536 stray-file           a file in a campaign belongs to nothing
D537 bad-proposal         a file cannot be proposed
D538 no-scenarios         a proposal comes without scenarios
D539 failing-scenario     a scenario of a campaign or a proposal fails

D601 ruleset-fault          the rules contradict themselves while a fight runs
D602 other-rules            a fight was begun under other rules than those that are there now
D603 bad-fight              a fight that was kept does not follow from its own start
D607 broken-promise         a fight at random breaks what a ruleset promises
D608 no-way-on              somebody owes a choice, and none is legal
D609 not-kept-secret        a fight at random shows somebody what is hidden
"""

_WARNINGS = frozenset(
    {
        "unused-name", "unreachable-row", "unreachable-line", "empty-zone", "never-applies", "idle-file",
        "unknown-paragraph", "idle-paragraph", "unknown-text", "house-lint",
        "unrecorded-change", "stray-file", "odd-language", "repeated-line", "told-differently", "near-name",
        "certain-comparison", "spelt-alike",
    }
)  # fmt: skip

_NOTES = frozenset({"missing-words"})
"""Worth knowing, but no reason to stop: a technique in one language is a good technique."""


@cache
def entries() -> tuple[Entry, ...]:
    """All entries, by code."""
    lines = (line.split(maxsplit=2) for line in _TABLE.splitlines() if line.strip())
    found = (Entry(code, slug, title, _severity(slug)) for code, slug, title in lines)
    return tuple(sorted(found, key=lambda entry: entry.code))


def _severity(slug: str) -> Severity:
    if slug in _NOTES:
        return "note"
    return "warning" if slug in _WARNINGS else "error"


@cache
def _by_slug() -> dict[str, Entry]:
    return {entry.slug: entry for entry in entries()}


def entry_of(slug: str) -> Entry:
    """The entry of a slug; raises KeyError for one that is not in the catalogue."""
    return _by_slug()[slug]


def code_of(slug: str) -> str:
    """The code of a slug; raises KeyError for one that is not in the catalogue."""
    return entry_of(slug).code


def severity_of(slug: str) -> Severity:
    """How bad it is; raises KeyError for a slug that is not in the catalogue."""
    return entry_of(slug).severity


def find(code_or_slug: str) -> Entry | None:
    """The entry of a code (in any case) or slug as a person may type it."""
    wanted = code_or_slug.strip()
    for entry in entries():
        if wanted.upper() == entry.code or wanted.lower() == entry.slug:
            return entry
    return None
