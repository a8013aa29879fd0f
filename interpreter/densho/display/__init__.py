"""Positions and events as people read them: drawings, tables and sentences, made from what a viewer may see.

What is drawn is what the ruleset's `board` and `tally` declare; no slot is known here by name. Everything becomes `Drawing`s and `Grid`s
(see `blocks`), which a terminal, a forum post or a test can show as it likes.
"""
