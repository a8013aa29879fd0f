"""Posts: nothing that a forum would obey, and nothing that is hidden."""

from __future__ import annotations

import json
import random
import re

import pytest

from densho import engine
from densho.display.blocks import Drawing
from densho.display.seeing import PUBLIC, Viewer
from densho.fights.fight import Fight, hand_in
from densho.replay import data, posts
from densho.replay.outline import Items, Pictures, Title, outline
from playing import chosen, fight_of, story_of

HIDERS = ("bokken", "muay_thai", "pojedynek", "goofspiel")


def post(fight: Fight, form: str, viewer: Viewer = PUBLIC) -> str:
    """A post as it would be written, with all reasons in it."""
    story = story_of(fight, viewer)
    if form == "json":
        return data.as_json(story, why=True)
    return posts.POSTS[form](outline(story, why=True, most=posts.WIDTH))


FORMS = ("markdown", "bbcode", "json")


# --- nothing hidden --------------------------------------------------------------------------------


def vow(fight: Fight, text: str) -> Fight:
    return chosen(fight, {"A": text, "B": "stay"})


@pytest.mark.parametrize("form", FORMS)
def test_a_hidden_word_is_in_no_post_before_it_is_heard(form: str) -> None:
    """The same fight with and without a secret vow: until it binds, the public and the other see the same."""
    start = fight_of("bokken", fighters={"A": {"techniques": ["kakegoe"]}, "B": {}})
    silent, secret = vow(start, "stance jodan"), vow(start, "stance jodan; kakegoe")
    for viewer in (PUBLIC, Viewer(1)):
        assert post(silent, form, viewer) == post(secret, form, viewer)
    assert post(silent, form, Viewer(0)) != post(secret, form, Viewer(0))
    assert "kakegoe" in post(secret, form, Viewer(0))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", HIDERS)
def test_choices_that_are_not_revealed_are_in_no_post(name: str, form: str) -> None:
    fight = fight_of(name)
    rng = random.Random(1)
    choices = {
        engine.print_choice(fight.program, fight.owed["A"], engine.sample(fight.program, fight.state, 0, rng))
        for _ in range(8)
    }
    found = {post(hand_in(fight, "A", choice), form) for choice in choices}
    assert len(choices) > 1
    assert found == {post(fight, form)}


@pytest.mark.parametrize("form", FORMS)
def test_what_was_planned_and_never_played_is_in_no_post(form: str) -> None:
    """Ribbons that begin alike and differ behind the knockout: the posts are the same."""
    start = fight_of("muay_thai", fighters={"A": {"hp": 1, "max_hp": 1}, "B": {}}, spend_all="may", seed="7")
    found = set()
    for ribbon in ("jab", "jab; low_block"):
        fight = chosen(start, {"A": ribbon, "B": "low_kick"})
        assert fight.over
        found.add(post(fight, form))
    assert len(found) == 1


@pytest.mark.parametrize("form", FORMS)
def test_refused_attempts_are_their_owners_alone(form: str) -> None:
    fight = fight_of("bokken")
    with pytest.raises(Exception, match="refused") as refused:
        hand_in(fight, "A", "strike")
    noted = chosen(refused.value.fight, {"A": "stay", "B": "stay"})  # type: ignore[attr-defined]
    plain = chosen(fight, {"A": "stay", "B": "stay"})
    for viewer in (PUBLIC, Viewer(1)):
        assert post(noted, form, viewer) == post(plain, form, viewer)
    assert "no_strike_from_free" in post(noted, form, Viewer(0)).replace("\\", "")


@pytest.mark.parametrize("form", FORMS)
def test_the_seed_is_in_no_post(form: str) -> None:
    fight = fight_of("pojedynek", seed="abracadabra")
    assert "abracadabra" not in post(fight, form)


def test_hidden_slots_are_in_no_public_data() -> None:
    fight = chosen(fight_of("pojedynek", seed="3"), {"A": "dice 3", "B": "dice 2"})
    steps = json.loads(post(fight, "json"))["steps"]
    assert all("available" not in step["position"]["A"] for step in steps)
    assert not any(line["text"].startswith("A: available") for step in steps for line in step["why"])
    own = json.loads(post(fight, "json", Viewer(0)))["steps"]
    assert own[-1]["position"]["A"]["available"] == 2


# --- nothing that a forum obeys ----------------------------------------------------------------------

EVIL = [
    "**bold** _it_ `code` <script>",
    "[link](http://evil.example) @everyone #1",
    "[b]x[/b][/code][url=http://evil.example]y[/url]",
    "1. list",
    "- list",
    "> quote",
    "```",
    "https://evil.example and www.evil.example",
]


@pytest.mark.parametrize("text", EVIL)
def test_markdown_takes_nothing_for_its_own(text: str) -> None:
    written = posts.in_markdown(text)
    assert not re.search(r"(?<!\\)[*_`<>\[\]#|~]", written)
    assert not re.match(r"\s*([-+>]|\d+\.)\s", written)
    assert "://" not in written
    assert "@e" not in written
    assert written.replace("\\", "").replace(posts.JOINER, "") == text


@pytest.mark.parametrize(
    ("text", "written"), [("0..3", "0\\..3"), ("12) x", "12\\) x"), ("- x", "\\- x"), ("3", "3")]
)
def test_what_would_begin_a_list(text: str, written: str) -> None:
    """A backslash before a digit would be seen."""
    assert posts.in_markdown(text) == written


@pytest.mark.parametrize("text", EVIL)
def test_bbcode_takes_nothing_for_its_own(text: str) -> None:
    written = posts.in_bbcode(text)
    assert not re.search(r"\[[a-z/*]", written)
    assert "://" not in written
    assert written.replace(posts.JOINER, "") == text


def test_drawings_cannot_leave_their_block() -> None:
    drawing = Pictures((Drawing(("```", "[/code]", "[2][5]")),))
    shown = posts.markdown([drawing]).splitlines()
    assert shown[0] == shown[-1] == "````"
    assert posts.bbcode([drawing]).count("[/code]") == 1
    assert "[2][5]" in posts.bbcode([drawing])


def test_lists_and_titles_are_escaped() -> None:
    elements = [Title("a*b"), Items("told", "x_y", ("[i]z",))]
    assert posts.markdown(elements) == "## a\\*b\n\nx\\_y:\n\n* \\[i\\]z\n"
    assert posts.bbcode(elements).startswith(f"[b]a*b[/b]\n\nx_y:\n[list]\n[*][{posts.JOINER}i]z\n[/list]")
