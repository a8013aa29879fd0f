"""What the canonical layout looks like, case by case: a text, and what becomes of it."""

from __future__ import annotations

import pytest
from spoiling import laid_out

from densho.formatting.spacing import Start, lines_of, spaced

HEAD = "ruleset: x\nversion: 1\ndensho: 1\n\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "stances: {free: {forward: 3}, jodan: {forward: 10, strike: men}}\n",
            "stances:\n  free:  {forward: 3}\n  jodan: {forward: 10, strike: men}\n",
            id="rows are a table",
        ),
        pytest.param(
            "cuts:\n  a: {zone: '[>][x]', by: 1, to: b}\n  longer: {zone: '[x][x>][ ]', by: 12}\n",
            'cuts:\n  a:      {zone: "[>][x]",     by: 1,  to: b}\n  longer: {zone: "[x][x>][ ]", by: 12}\n',
            id="last cells may be missing",
        ),
        pytest.param(
            "cuts:\n  a: {by: 1, to: b}\n  longer: {by: 12, at: 1, to: b}\n",
            "cuts:\n  a:      {by: 1, to: b}\n  longer: {by: 12, at: 1, to: b}\n",
            id="other cells may not",
        ),
        pytest.param(
            f"cuts:\n  a: {{to: {'b' * 86}}}\n  much_longer: {{by: 12}}\n  c: {{by: 1}}\n",
            f"cuts:\n  a: {{to: {'b' * 86}}}\n  much_longer: {{by: 12}}\n  c:           {{by: 1}}\n",
            id="a row that fills the line keeps out of the columns",
        ),
        pytest.param(
            "cuts:\n  a: {by: 1, to: b}\n  longer: {to: b, by: 12}\n",
            "cuts:\n  a:      {by: 1, to: b}\n  longer: {to: b, by: 12}\n",
            id="columns in two orders are none",
        ),
        pytest.param(
            "cuts:\n  a: {by: 1}\n\n  longer: {by: 12}\n",
            "cuts:\n  a: {by: 1}\n\n  longer: {by: 12}\n",
            id="an empty line ends a table",
        ),
        pytest.param(
            "slots: {fighter: {hp: 0..9  =  3}}\nfighters: 2\n",
            "fighters: 2\n\nslots:\n  fighter:\n    hp: 0..9 = 3\n",
            id="headers go first, declarations have lines of their own",
        ),
        pytest.param(
            "rolls:\n  dice:\n    for: fighters\n    number: 2\n",
            "rolls: {dice: {for: fighters, number: 2}}\n",
            id="a single short roll needs one line",
        ),
        pytest.param(
            "forbid:\n  order:\n    far: {when: 'n > min(pool, 3)', cut: true}\n",
            "forbid:\n  order:\n    far:\n      when: n > min(pool, 3)\n      cut: true\n",
            id="an expression is not quoted for the sake of brackets",
        ),
        pytest.param(
            "define:\n"
            "  before(y): if mutual(y) and enemy(y) and edge(y) then edge(y) else if reaction != y.reaction then reaction else 2\n",
            "define:\n  before(y): >-\n"
            "    if mutual(y) and enemy(y) and edge(y) then edge(y)\n"
            "    else if reaction != y.reaction then reaction\n"
            "    else 2\n",
            id="long expressions break where a reader would",
        ),
        pytest.param(
            "rules:\n  move:\n"
            "    step: 'when goal != cell and not held then cell := goal; advanced := (goal - cell) * sign; tell move(who me)'\n",
            "rules:\n  move:\n    step: >-\n"
            "      when goal != cell and not held\n"
            "      then cell := goal; advanced := (goal - cell) * sign; tell move(who me)\n",
            id="long rules break before then",
        ),
        pytest.param(
            "options:\n  a: {b: {}, c: {}}\n  d:\n    e: {}\n    f: {exceptions: {g: {lifts: h}}}\n",
            "options:\n  a: {b: {}, c: {}}\n  d:\n    e: {}\n    f: {exceptions: {g: {lifts: h}}}\n",
            id="options",
        ),
        pytest.param(
            "flow:\n- repeat   game:\n  - ask order\n  - do  move by  fighter\n",
            "flow:\n  - repeat game:\n      - ask order\n      - do move by fighter\n",
            id="flow",
        ),
        pytest.param(
            "words:\n  en:\n    order.a:   'one: two'\n    order.b: 'three'\n    order.c: \"it's\"\n  ru: {order.a: \"да\"}\n",
            'words:\n  en: {order.a: "one: two", order.b: three, order.c: it\'s}\n  ru: {order.a: да}\n',
            id="quotes where YAML needs them",
        ),
        pytest.param(
            "words: {en: {a.b: '1.5', a.c: 'true', a.d: '7', a.e: off}}\n",
            'words: {en: {a.b: "1.5", a.c: "true", a.d: "7", a.e: off}}\n',
            id="quotes where others would read a number",
        ),
        pytest.param(
            "define:\n  a: 1 # one\n  longer: 22   #   two\n\n\n\n  b: 3 # three\n",
            "define:\n  a: 1        # one\n  longer: 22  #   two\n\n  b: 3  # three\n",
            id="comments at ends of lines stand in a column",
        ),
        pytest.param(
            "define:\n  a: 1\n  # about b\n  b: 2\n    # deeper, about b too\n  # the end of define\n# about forbid\nforbid: {}\n# the end\n",
            "define:\n  a: 1\n  # about b\n  b: 2\n  # deeper, about b too\n  # the end of define\n\n# about forbid\nforbid: {}\n# the end\n",
            id="comments in lines of their own",
        ),
        pytest.param(
            "stances: { # all of them\n  a: {}, # one\n  # two is\n  b: {c: 1} } # that is all\n",
            "stances:  # all of them\n  a: {}  # one\n  # two is\n  b: {c: 1}\n  # that is all\n",
            id="comments within brackets",
        ),
        pytest.param(
            "flow:\n  - # first\n    ask a\n  # second\n  -\n    # of a block\n    repeat b:\n    - do c # third\n",
            "flow:\n  - ask a  # first\n  # second\n  # of a block\n  - repeat b:\n      - do c  # third\n",
            id="comments among items",
        ),
        pytest.param(
            "define:\n  a: >  # why\n    b\n    and c\n",
            "define:\n  a: b and c  # why\n",
            id="comments at the sign of a block text",
        ),
        pytest.param(
            'words:\n  en:\n    a.b: |\n      two\n       lines\n\n    a.c: "x\\ny"\n',
            "words:\n  en:\n    a.b: |\n      two\n       lines\n\n    a.c: |-\n      x\n      y\n",
            id="texts of several lines",
        ),
    ],
)
def test_sections(before: str, after: str) -> None:
    found = laid_out(HEAD + before)
    if after.startswith("fighters"):
        assert found == "ruleset: x\nversion: 1\ndensho: 1\n" + after
    else:
        assert found == HEAD + after
    assert laid_out(found) == found


def test_scenarios() -> None:
    before = """\
ruleset:   ..
scenarios:
- name: one
  setup:
    fighters:
      A: {hp: 1}
  steps:
  - {choose: {A: "strike; stay"}, expect: {A: {hp: 0}}}
- name: two
  steps: []
"""
    assert (
        laid_out(before)
        == """\
ruleset: ..
scenarios:
  - name: one
    setup: {fighters: {A: {hp: 1}}}
    steps:
      - choose: {A: strike; stay}
        expect: {A: {hp: 0}}

  - name: two
    steps: []
"""
    )


def test_headers_stay_where_a_comment_would_move() -> None:
    text = "# what it is\nruleset: x\n\n# two of them\nfighters: 2\n# the language\ndensho: 1\n"
    assert laid_out(text) == text


def test_the_kind_of_a_row_file_stands_first() -> None:
    assert laid_out("densho: 1\nfor: x\ntrick: leap\n") == "trick: leap\nfor: x\ndensho: 1\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_keep_the_sort_of_their_ends(end: str) -> None:
    text = f"ruleset:  x{end}densho: 1{end}words:{end}  en:{end}    a.b: |-{end}      c{end}      d{end}"
    after = f"ruleset: x{end}densho: 1{end}{end}words:{end}  en:{end}    a.b: |-{end}      c{end}      d{end}"
    assert laid_out(text) == after


@pytest.mark.parametrize(
    ("start", "text", "after"),
    [
        ("expr", "a+b *c", "a + b * c"),
        ("expr", "( a and b ) or c", "(a and b) or c"),
        ("expr", "f ( x,y ) - ( 1 )", "f(x, y) - (1)"),
        ("expr", "- 3 .. n|m", "-3..n|m"),
        ("expr", "just( x )", "just (x)"),
        ("expr", "a  and\n   b", "a and b"),
        ("expr", "a and and", "a and and"),
        ("slot", "0..9=3,each bout ,  hidden", "0..9 = 3, each bout, hidden"),
        ("slot", "bool,  hidden, each bout", "bool, hidden, each bout"),
        ("head", "ahead( n of -9..9 )  B1   B2", "ahead(n of -9..9) B1 B2"),
        ("rule", "when a>b then c:=1;tell x( who me )", "when a > b then c := 1; tell x(who me)"),
    ],
)
def test_blanks_in_expressions(start: Start, text: str, after: str) -> None:
    assert spaced(start, text) == after


@pytest.mark.parametrize(
    ("start", "text", "lines"),
    [
        (None, "one two three", ["one two", "three"]),
        ("expr", "aa and bb or cc", ["aa and bb", "or cc"]),
        ("expr", "f(aa, bb) and c", ["f(aa, bb)", "and c"]),
        ("expr", "abcdefghijklmnop", ["abcdefghijklmnop"]),
        ("effects", "a := 1; b := 2", ["a := 1;", "b := 2"]),
        ("slot", "0..9 = 3, hidden", ["0..9 = 3,", "hidden"]),
    ],
)
def test_lines_of_expressions(start: Start | None, text: str, lines: list[str]) -> None:
    assert lines_of(text, 10, start) == lines
    assert " ".join(lines) == text


def test_an_empty_line_above_an_entry_stays_above_what_comes_out_of_it() -> None:
    text = "part of: x\ndefine:\n  b: 2\n\n  a:  # one\n    # two\n    1\n"
    assert laid_out(text) == "part of: x\n\ndefine:\n  b: 2\n\n  # one\n  # two\n  a: 1\n"
