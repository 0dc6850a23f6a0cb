"""What a computer player is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from core.base.chance import Dice

NORMAL = "normal"
"""The level of whoever is asked for without a level."""


@attrs.frozen
class Bot:
    """A computer player for one game."""

    game: str
    name: str
    """How it is called at the table, in lists and in the journal for ever: "Comp", "Comp easy", "Comp strong"."""
    choose: Callable[[Any, Dice], str]
    """A view in which it is the viewer's turn, and dice of its own → a move as a person would type it; empty
    when it gives up. Everything it remembers is derived from the view, so a restart changes nothing."""
    slow: bool = False
    """Whether a choice may take more than a few milliseconds; it is then made in a worker process, for which
    `choose` must be a module-level function and the view picklable."""
    level: str = NORMAL
    """The word by which it is asked for."""
