"""Fights as they are kept: a text that a person can read, from which a fight is played on, taken back or told again.

`record` is what the file holds, `fight` the fight that follows from it; `text` and `save` write, `read` and `open` read.
"""
