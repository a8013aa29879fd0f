"""Makes new files that already check, with comments that say what may stand where: whole rulesets, rows such as techniques, scenarios.

What is made for a ruleset comes out of its own data: its kinds and their columns, what its row files usually bring, the languages that it speaks.
"""
