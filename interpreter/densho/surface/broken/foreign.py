"""Signs, numbers and words of other languages."""

from __future__ import annotations

from densho.surface.broken.rows import NAME, OPERAND, OPERATOR, QUANTIFIERS, Broken


def _instead(before: str, at: str, meant: str, example: str, *, slug: str = "foreign-operator") -> Broken:
    """Something of another language, and how it is written here."""
    return Broken(
        slug,
        before,
        at,
        "`{fault}` is not a word or sign of this language",
        "write `{meant}`",
        example,
        joined=slug == "foreign-operator",
        meant=meant,
    )


SIGNS = (
    _instead(r"(?P<u>!=)\Z", r"=", "!=", "a !== b"),
    _instead(r"(?P<u>=)\Z", r"==?", "=", "a == b"),
    _instead("", r"&&?", "and", "a && b"),
    _instead(r"(?P<u>\|)\Z", r"\|", "or", "a || b"),
    _instead(r"(?P<u><)\Z", r">", "!=", "a <> b"),
    _instead(r"(?P<u>=)\Z", r"<", "<=", "a =< b"),
    _instead(r"(?P<u>=)\Z", r">", ">=", "a => b"),
    _instead("", r"!(?!=)", "not", "!a"),
    _instead("", r"~", "not", "~a"),
    _instead("", r"%", "mod", "a % 2"),
    _instead(r"(?P<u>\*)\Z", r"\*", "a * a", "a ** 2"),
    _instead(r"(?P<u>/)\Z", r"/", "/", "a // 2"),
    _instead(r"(?P<u>\.\.)\Z", r"\.|<", "..", "1 ... 3"),
    _instead("", r"\?", "if … then … else …", "a ? b : c"),
    _instead(r"(?P<u>-)\Z", r">", "if … then … else …", "a -> b"),
    Broken(
        "foreign-operator",
        r"",
        r"\{[^}]*\}?",
        "braces mean nothing in this language",
        "a set is written `a|b`, a list `[a, b]`",
        "a in {b, c}",
    ),
)

NUMBERS = (
    Broken(
        "bad-number",
        r"(?P<u>(?<![\w.])[0-9]+\.)\Z",
        r"[0-9]+",
        "there are only whole numbers",
        "reckon in halves or tenths; `/` rounds down",
        "1.5",
        joined=True,
    ),
    Broken(
        "bad-number",
        r"",
        r"(?P<number>[0-9]+)(?P<word>[a-z_]\w*)",
        "`{fault}` is neither a number nor a name",
        "write `{number} * {word}`, or begin the name with a letter",
        "2d6",
    ),
    Broken(
        "bad-number",
        rf"(?:^|[(\[,]|{OPERATOR})\s*\Z",
        r"\+",
        "a number stands without `+`",
        "take it away",
        "+ 3",
    ),
)

WORDS = (
    _instead(OPERAND + r"\Z", r"is\s+not\b|isnt\b|ne\b|differs\s+from\b", "!=", "a is not b"),
    _instead(OPERAND + r"\Z", r"is\b|equals?\b|eq\b", "=", "a is b"),
    _instead(
        rf"\b{QUANTIFIERS}\s+\w+\s+in\b.*{OPERAND}\Z",
        r"where\b|when\b|if\b|that\b|such\s+that\b|satisfies\b|,|:",
        "with",
        "some x in s where x.a",
        slug="incomplete-quantifier",
    ),
    _instead(OPERAND + r"\Z", r"contains?\b|includes?\b", "has", "a contains b"),
    _instead(OPERAND + r"\Z", r"intersects\b|overlaps\b|touches\b", "meets", "a intersects b"),
    _instead(OPERAND + r"\Z", r"subset\s+of\b|subset\b", "within", "a subset b"),
    _instead(OPERAND + r"\Z", r"union\b|plus\b", "+", "a plus b"),
    _instead(OPERAND + r"\Z", r"minus\b", "-", "a minus b"),
    _instead(OPERAND + r"\Z", r"times\b", "*", "a times b"),
    _instead(OPERAND + r"\Z", r"div\b", "/", "a div b"),
    _instead(OPERAND + r"\Z", r"xor\b", "!=", "a xor b"),
    _instead(OPERAND + r"\Z", r"unless\b", "and not", "a unless b"),
    _instead(
        r"(?P<u>\bany|\bexists?)\s+\Z",
        rf"{NAME}(?=\s+in\b)",
        "some x in …",
        "any x in s",
        slug="incomplete-quantifier",
    ),
    _instead(
        r"(?P<u>\ball|\bforall|\beach)\s+\Z",
        rf"{NAME}(?=\s+in\b)",
        "every x in …",
        "all x in s with x.a",
        slug="incomplete-quantifier",
    ),
    _instead(
        r"(?P<u>\bnone)\s+\Z", rf"{NAME}(?=\s+in\b)", "no x in …", "none x in s", slug="incomplete-quantifier"
    ),
    _instead(
        r"(?P<u>\bthe|\bfind)\s+\Z",
        rf"{NAME}(?=\s+in\b)",
        "first x in …",
        "the x in s",
        slug="incomplete-quantifier",
    ),
    _instead(
        r"(?P<u>\bmax|\bhighest|\bmaximum)\s+\Z",
        rf"{NAME}(?=\s+in\b)",
        "most x in …",
        "max x in s of x",
        slug="incomplete-quantifier",
    ),
    _instead(
        r"(?P<u>\bmin|\blowest|\bminimum)\s+\Z",
        rf"{NAME}(?=\s+in\b)",
        "least x in …",
        "min x in s of x",
        slug="incomplete-quantifier",
    ),
    _instead(
        r"(?P<u>\btotal)\s+\Z",
        rf"{NAME}(?=\s+in\b)",
        "sum x in …",
        "total x in s of x",
        slug="incomplete-quantifier",
    ),
    _instead(
        r"(?P<u>\bset|\bfilter)\s+\Z",
        rf"{NAME}(?=\s+in\b)",
        "those x in …",
        "set x in s with x.a",
        slug="incomplete-quantifier",
    ),
    Broken(
        "incomplete-quantifier",
        r"\bfor\s+\Z",
        rf"{NAME}\s+in\b",
        "only rules and refusals have `for`",
        "write `some x in … with …`, `every x in … with …` or another quantifier",
        "for x in s",
        ("expr",),
    ),
)
