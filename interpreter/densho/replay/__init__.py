"""A fight told again, step by step: as text, as a post for a forum, or as data; whole, or as one viewer may see it."""
