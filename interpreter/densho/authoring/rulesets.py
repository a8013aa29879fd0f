"""A new ruleset: the smallest whole duel, to be changed, with its first scenarios; or a house ruleset that extends another."""

from __future__ import annotations

from collections.abc import Mapping

MAIN = """\
ruleset: {name}
version: "1"
densho: 1

# The smallest whole duel: both say in secret what they do, and three hits win.
# `densho check {name}` says what is wrong, `densho play {name}` plays it.

fighters: 2
reasons: [points]                # what a verdict may give as its reason

kinds:                           # things of one sort, with what is known of each
  act: {{rows: acts, columns: {{tiring: bool}}}}

acts:                            # the acts that there are; add your own
  cut: {{tiring: true}}
  feint: {{}}
  guard: {{}}

relations:                       # which beats which
  beats(act, act):
    - cut beats feint
    - feint beats guard
    - guard beats cut
    - otherwise no

slots:                           # what the fight remembers: TYPE = how it starts
  fighter:
    hits: 0..9
    tired: bool

decisions:                       # what is asked of the fighters, in secret
  order:
    groups: {{what: one}}          # exactly one of the words of this group
    words:
      do: in what, how of act    # a player writes `do cut`

forbid:                          # orders that are refused, and why
  order:
    too_tired: {{when: tired and order.do.tiring, because: {{en: who is tired cannot do this again at once}}}}

flow:                            # what comes after what
  - repeat round:
      - ask order
      - do exchange
      - do judge

define:                          # values with a name; techniques can change them
  beaten: beats(foe.order.do, order.do)

rules:                           # what happens in a step, for each fighter
  exchange:
    hit: when foe.beaten then hits += 1; tell hit(who me, target foe)
    tire: tired := order.do.tiring
  judge:
    won: when hits = 3 then win fight for me by points

tally: {{fighter: [hits, tired]}}  # what is shown of the fighters

words:                           # names for people, and what a player may write
  en:
    ruleset: {title}
    act.cut: cut
    act.feint: feint
    act.guard: guard
    slot.hits: hits
    slot.tired: tired
    decision.order: order
    order.do: [do, act]
    reason.points: three hits
    event.hit: a hit
    telling.hit: "{{who}} hits {{target}}"
"""

SCENARIOS = """\
ruleset: {name}

# What must come out. `densho test {name}` plays these; only what is named is compared.

scenarios:
  - name: a cut beats a feint
    steps:
      - choose: {{A: do cut, B: do feint}}
        expect: {{events: [{{event: hit, who: A}}], A: {{hits: 1, tired: true}}, B: {{hits: 0}}}}

  - name: nobody cuts twice in a row
    setup: {{fighters: {{A: {{tired: true}}, B: {{}}}}}}
    steps:
      - choose: {{A: do cut}}
        reject: {{A: too_tired}}
      - choose: {{A: do guard, B: do guard}}
        expect: {{A: {{tired: false}}}}

  - name: three hits win
    setup: {{fighters: {{A: {{hits: 2}}, B: {{}}}}}}
    steps:
      - choose: {{A: do feint, B: do guard}}
        expect: {{outcome: {{winner: A, by: points}}}}
"""

HOUSE = """\
ruleset: {name}
version: "1"
densho: 1
extends: {base}

# A house ruleset: all of {base}, and what is said here. Techniques and other rows of your own go into files beside this one.
{set}
# What else may stand here, to be uncommented and changed:
#
# exceptions:                    # how your game differs from what has a name; `densho show {base}` lists the names
#   dearer: {{changes: NAME, when: CONDITION, to: VALUE}}
#
# lints:                         # what you ask of files beside what makes them right
#   russian: {{for: t in KIND, words in: ru}}
"""


def ruleset_files(name: str) -> dict[str, str]:
    """The files of a whole ruleset, by their paths in its folder."""
    title = name.replace("_", " ").capitalize()
    return {
        f"{name}.yaml": MAIN.format(name=name, title=title),
        "tests/first.yaml": SCENARIOS.format(name=name),
    }


def house_files(name: str, base: str, options: Mapping[str, str]) -> dict[str, str]:
    """The file of a ruleset that extends another, with defaults of options."""
    chosen = "".join(f"  {option}: {value}\n" for option, value in options.items())
    defaults = (
        f"\nset:                             # house rules that are the default here\n{chosen}"
        if chosen
        else ""
    )
    return {f"{name}.yaml": HOUSE.format(name=name, base=base, set=defaults)}
