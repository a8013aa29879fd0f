"""A fault of the rules while a fight runs, as a problem at the places of the rules that it names."""

from __future__ import annotations

from densho.diagnostics.model import Diagnostic, Label
from densho.errors import DenshoError
from densho.messages import Text, say
from densho.source import NOWHERE


def fault_problem(fault: DenshoError, *help_: Text) -> Diagnostic:
    """What `densho check` would show of it; `help_` comes after the fault's own."""
    spans = [span for span in getattr(fault, "spans", ()) if span.path]
    return Diagnostic(
        slug="ruleset-fault",
        span=spans[0] if spans else NOWHERE,
        message=fault.message,
        help=(*getattr(fault, "help", ()), *help_),
        labels=tuple(Label(span=span, text=say("and here")) for span in spans[1:]),
    )
