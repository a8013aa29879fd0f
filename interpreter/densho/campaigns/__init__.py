"""Campaigns: a group's rules, what is proposed and decided about them, its characters and its fights, in a folder of text files.

`records` are what is written down (`written` and `read` turn them into texts and back), `opening` reads a campaign, `changes` changes one so that nothing is
ever half done. `proposing`, `reviewing`, `deciding` and `amending` are what people do; `checking` tells whether all fits together, `page` shows it.
"""
