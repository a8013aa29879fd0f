"""Broken texts and what their authors meant: the table from which syntax faults are explained.

The parser only says where it could not go on. A row applies when the text before that point ends like `before` and the text after it
begins like `at` (patterns; brackets that are closed again are blanked out, and nothing outside of the innermost open bracket
is seen). The first row that applies explains the fault; every row has an example, which the tests try. In messages and
helps `{name}` stands for the group of that name, `{fault}` for what is underlined: the group `u`, else what `at` matched,
else, at the end of the text, the last word.
"""

from __future__ import annotations

from densho.surface.broken.declarations import DECLARATIONS
from densho.surface.broken.effects import EFFECTS
from densho.surface.broken.expressions import QUANTIFIED, SHAPES
from densho.surface.broken.foreign import NUMBERS, SIGNS, WORDS
from densho.surface.broken.rows import OPERAND, Broken
from densho.surface.broken.types import TYPES_AND_SLOTS

__all__ = ["OPERAND", "TABLE", "Broken"]

TABLE: tuple[Broken, ...] = (
    *EFFECTS,
    *TYPES_AND_SLOTS,
    *SIGNS,
    *DECLARATIONS,
    *NUMBERS,
    *WORDS,
    *QUANTIFIED,
    *SHAPES,
)
