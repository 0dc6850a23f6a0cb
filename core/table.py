"""The decider around every game: opened, seated, played, taken back, resigned, said, closed."""

from __future__ import annotations

from typing import Any

import attrs

from core.game import Options, Outcome


@attrs.frozen
class Chair:
    """Who sits at a seat, as everybody may know it."""

    name: str = ""
    """Empty while the seat is free."""
    is_bot: bool = False


@attrs.frozen
class Sight:
    """A table as one viewer sees it: the game's view, and what stands around it."""

    id: str
    game: str
    options: Options
    deal: int | None
    """The number of the deal, in games whose deals are numbered."""
    chairs: tuple[Chair, ...]
    seat: int | None
    """The viewer, counted from 0; None is a spectator."""
    view: Any
    outcome: Outcome | None
    seq: int
    """The last record that is in this sight."""
    commitment: str
    seed: str
    """In hexadecimal once the game is over; empty before."""
    can_undo: bool = False
    can_redo: bool = False
    plays: int = 0
    """Moves made that have not been taken back."""
    undos: int = 0
    hints: int = 0
    marks: tuple[str, ...] = ()
    """Names of the bookmarks that can be returned to."""
    asks: int | None = None
    """The seat that asks to take back a move and waits for an answer."""
    elapsed: float = 0.0
    """Seconds of play up to the last record; long pauses are not counted."""
