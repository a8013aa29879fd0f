"""A fight at a terminal: any number of people at one keyboard, none of whom sees what another chooses, bots in empty seats, or a script.

`table` is the course of a fight; `keyboard` reads what is typed; `offers` says what may be chosen; `commands` are the words that are no
choices.
"""
