"""Diagnostics as people and programs see them."""

from __future__ import annotations

import json

from densho.diagnostics.model import Diagnostic, Label
from densho.diagnostics.render import render_github, render_json, render_sarif, render_text, summary
from densho.source import NOWHERE, Source, Span

PATH = "techniques/kasumi.yaml"


def diagnostic(
    text: str, underlined: str, *help_: str, labels: tuple[tuple[str, str], ...] = (), message: str = "wrong"
) -> tuple[Diagnostic, dict[str, Source]]:
    """A diagnostic at the last place of `underlined`, with labels at theirs."""

    def span(part: str) -> Span:
        start = text.rindex(part)
        return Span(PATH, start, start + len(part))

    shown = tuple(Label(span=span(part), text=said) for part, said in labels)
    one = Diagnostic(slug="unknown-name", span=span(underlined), message=message, help=help_, labels=shown)
    return one, {PATH: Source(PATH, text)}


def text_of(
    text: str, underlined: str, *help_: str, labels: tuple[tuple[str, str], ...] = (), width: int = 110
) -> str:
    one, sources = diagnostic(text, underlined, *help_, labels=labels)
    return render_text([one], sources, width=width)


def lines_of(rendered: str) -> list[str]:
    """The picture alone."""
    return [line for line in rendered.splitlines()[2:] if "│" in line or "⋮" in line]


def test_the_usual_form() -> None:
    text = "technique: kasumi\nrules:\n  s:\n    r:\n      when: x\n      then: stance := jodann\n"
    one, sources = diagnostic(
        text, "jodann", "did you mean `jodan`?", "stances: free, jodan", message="there is no stance `jodann`"
    )
    assert render_text([one], sources) == (
        "error[unknown-name]: there is no stance `jodann`\n"
        "  ┌─ techniques/kasumi.yaml:6:23\n"
        "6 │       then: stance := jodann\n"
        "  │                       ^^^^^^ did you mean `jodan`?\n"
        "  = stances: free, jodan\n"
    )


def test_several_are_divided_by_an_empty_line() -> None:
    one, sources = diagnostic("a: b\n", "b")
    assert render_text([one, one], sources).count("\n\nerror[") == 1
    assert render_text([], sources) == ""


def test_labels_in_the_same_and_in_another_file() -> None:
    one, sources = diagnostic("a: 1\nb: 2\nc: 3\nd: 4\n", "d", labels=(("a", "first here"),))
    other = Label(span=Span("other.yaml", 3, 4), text="declared here")
    unread = Label(span=Span("unread.yaml", 3, 4), text="and here")
    one = Diagnostic(slug=one.slug, span=one.span, message="m", labels=(*one.labels, other, unread))
    sources["other.yaml"] = Source("other.yaml", "x: y\n")
    assert render_text([one], sources).splitlines()[1:] == [
        "  ┌─ techniques/kasumi.yaml:4:1",
        "1 │ a: 1",
        "  │ - first here",
        "  ⋮",
        "4 │ d: 4",
        "  │ ^",
        "  ├─ other.yaml:1:4",
        "1 │ x: y",
        "  │    - declared here",
        "  ├─ unread.yaml (and here)",
    ]


def test_wide_characters_and_tabs_are_aligned() -> None:
    assert lines_of(text_of("漢字:\tжx 😀 bad\n", "bad")) == [
        "1 │ 漢字:   жx 😀 bad",
        "  │               ^^^",
    ]
    assert lines_of(text_of("a: é́ bad\n", "bad")) == ["1 │ a: é́ bad", "  │      ^^^"]


def test_terminal_escapes_are_made_harmless() -> None:
    one, sources = diagnostic("a: \x1b[2Jbad\x00 \u202ex\n", "bad", message="no \x1b[2J here\n")
    rendered = render_text([one], sources)
    assert "\x1b" not in rendered
    assert "\x00" not in rendered
    assert "\u202e" not in rendered
    assert rendered.splitlines()[0] == "error[unknown-name]: no ␛[2J here␊"
    assert lines_of(rendered) == ["1 │ a: ␛[2Jbad␀ <U+202E>x", "  │        ^^^"]


def test_long_lines_are_cut_around_the_place() -> None:
    text = "k: " + "left " * 60 + "BAD " + "right " * 60 + "\n"
    shown, underline = lines_of(text_of(text, "BAD", width=60))
    assert len(shown) <= 4 + 62
    assert shown[4] == shown[-1] == "…"
    assert shown[underline.index("^") :].startswith("BAD")
    assert underline.count("^") == 3


def test_a_place_longer_than_the_line_is_cut() -> None:
    text = "k: " + "x" * 500 + "\n"
    shown, underline = lines_of(text_of(text, "x" * 500, width=40))
    assert len(shown) <= 4 + 42
    assert len(underline) <= len(shown)


def test_spans_over_lines() -> None:
    text = "m: a\n  b\n  c\n  d\nn: 1\n"
    assert lines_of(text_of(text, "a\n  b\n")) == ["1 │ m: a", "  │    ^", "2 │   b", "  │   ^"]
    assert lines_of(text_of(text, "a\n  b\n  c\n  d")) == [
        "1 │ m: a",
        "  │    ^",
        "  ⋮",
        "4 │   d",
        "  │   ^",
    ]


def test_places_without_text() -> None:
    assert lines_of(text_of("a:\r\n", "\r\n")) == ["1 │ a:", "  │   ^"]
    end = Diagnostic(slug="unclosed-quote", span=Span("f", 3, 3), message="m")
    assert render_text([end], {"f": Source("f", "a:\n")}).endswith("2 │\n  │ ^\n")
    unread = Diagnostic(slug="cannot-open", span=Span("f", 0, 0), message="m", help=("did you mean `g`?",))
    assert render_text([unread], {}) == "error[cannot-open]: m\n  ┌─ f\n  = did you mean `g`?\n"
    nowhere = Diagnostic(slug="missing-file", span=NOWHERE, message="m")
    assert render_text([nowhere], {}) == "error[missing-file]: m\n"


def test_colours_change_nothing_else() -> None:
    import re  # noqa: PLC0415

    one, sources = diagnostic("a: 1\nb: 2\n", "b", "did you mean `c`?", "help", labels=(("a", "here"),))
    coloured = render_text([one], sources, color=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text([one], sources)


def test_summary() -> None:
    one, _ = diagnostic("a: b", "b")
    warning = Diagnostic(slug="unused-name", span=NOWHERE, message="m")
    assert summary([one, one, warning]) == "2 errors, 1 warning"
    assert summary([]) == ""


def test_json_has_every_part() -> None:
    one, sources = diagnostic("a: ж\n  bad\n", "ж\n  bad", "help", labels=(("a", "here"),))
    assert json.loads(render_json([one], sources)) == [
        {
            "file": PATH,
            "line": 1,
            "column": 4,
            "end_line": 2,
            "end_column": 6,
            "code": "D301",
            "slug": "unknown-name",
            "severity": "error",
            "message": "wrong",
            "help": ["help"],
            "labels": [
                {"file": PATH, "line": 2, "column": 4, "end_line": 2, "end_column": 5, "text": "here"}
            ],
        }
    ]


def test_sarif_names_rule_and_region() -> None:
    one, sources = diagnostic("a: b c\n", "b c", "help")
    (run,) = json.loads(render_sarif([one], sources))["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["D301"]
    (result,) = run["results"]
    assert (result["ruleId"], result["level"], result["message"]["text"]) == ("D301", "error", "wrong\nhelp")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == PATH
    assert place["region"] == {"startLine": 1, "startColumn": 4, "endLine": 1, "endColumn": 7}


def test_github_escapes_what_it_reads_itself() -> None:
    one, sources = diagnostic("a: b\n", "b", "50% more", message="two\x1b lines\nhere")
    one = Diagnostic(slug=one.slug, span=Span("a,b:c", 3, 4), message=one.message, help=one.help)
    sources["a,b:c"] = Source("a,b:c", "a: b\n")
    assert render_github([one], sources) == (
        "::error file=a%2Cb%3Ac,line=1,endLine=1,col=4,endColumn=5,title=D301 unknown-name::"
        "two␛ lines␊here%0A50%25 more\n"
    )


def test_names_that_are_no_text_can_be_printed() -> None:
    one = Diagnostic(
        slug="cannot-open", span=Span("\udcff.yaml", 0, 0), message="`\udcff.yaml` cannot be opened"
    )
    for rendered in (
        render_text([one], {}),
        render_json([one], {}),
        render_sarif([one], {}),
        render_github([one], {}),
    ):
        rendered.encode("utf-8")
