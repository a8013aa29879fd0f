"""A ruleset as people read it: an overview, the order of a turn, a card for everything that has a name, and what happens when two things meet.

What is shown comes from the core, so it is what is played; conditions and effects stand as their authors wrote them (`written` reads the files
again). All of it is made into a `page`, which a screen shows as plain text or with colours.
"""
