"""Looking for fights: playing at random or towards something, making what was found short, and writing it down as a scenario.

Comes in: a ruleset and starts. Goes out: scenarios that exercise what none exercised (`drafting`), and scenarios in which a
promise of the ruleset is broken (`fuzzing`). Both stand on the same ground: a `Fight` is data, `replaying` plays it again however it was
changed, `shrinking` changes it for the shorter as long as it shows what it should, `writing` makes text of it.
"""
