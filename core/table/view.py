"""A table as one viewer may know it: the gate to every screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from core.game import Options, Outcome, Viewer
from core.message import Name
from core.table.clock import Clock, Clocks
from core.table.events import Origin
from core.table.state import Table


@attrs.frozen
class PlayerView:
    """Who sits at a seat, as anybody may know it."""

    name: Name = ""
    """Empty while the seat is free."""
    is_bot: bool = False
    luck: str = ""
    """What this seat added to the chance."""
    is_lent: bool = False
    """Whether somebody plays here for whose seat it is."""


@attrs.frozen(eq=False)
class TableView:
    """A table as one viewer sees it: the game's view, and what stands around it.

    Compared by identity, so that what was drawn of a view can be looked up by it and shared.
    """

    id: str
    game: str
    options: Options
    deal: int | None
    """The number of the deal, in games whose deals are numbered."""
    players: tuple[PlayerView, ...]
    seat: int | None
    """The viewer's own seat, counted from 0; None for those who do not play."""
    view: Any
    turn: tuple[int, ...]
    """The seats that may move now; empty before the game has begun and when it is over."""
    outcome: Outcome | None
    seq: int
    """The last record that is in this view."""
    commitment: str
    """In hexadecimal; empty where deals are numbered."""
    house_seed: str
    """In hexadecimal once the game is over; empty before."""
    begun: bool = True
    takes_back_freely: bool = False
    """Whether the viewer takes moves back without asking anybody."""
    plays: int = 0
    """Moves in force: made and not taken back."""
    undos: int = 0
    hints: int = 0
    demonstrated: bool = False
    """Whether the computer has moved for a player who looked on."""
    marks: tuple[str, ...] = ()
    """Names of the bookmarks that can be returned to."""
    asks: int | None = None
    """The seat that asks to take back a move and waits for an answer."""
    elapsed: float = 0.0
    """Seconds of play up to the last record; long pauses are not counted."""
    clock: Clock = 0
    """0 is no clock."""
    clocks: Clocks | None = None
    """How the clocks stand; None without."""
    turn_at: float = 0.0
    """Seconds since the epoch when the game last moved on."""
    origin: Origin | None = None
    """The game of which this one is a practice copy."""
    restored: bool = False
    """Whether this is an exact copy, which counts as played with help."""

    @property
    def is_lent(self) -> bool:
        """Whether the viewer's own seat is lent, so that two may look at this: whose it is, and who plays there."""
        return self.seat is not None and self.players[self.seat].is_lent

    @property
    def names(self) -> tuple[Name, ...]:
        """The players' names by seat; empty for a free seat."""
        return tuple(player.name for player in self.players)


def _view_game(table: Table, viewer: Viewer) -> Any:
    """The game as one viewer may know it; where it was given up or ran out of time, nobody is to move any more."""
    view = table.setup.game.view(table.now.state, viewer)
    return attrs.evolve(view, turn=()) if table.ended and view.turn else view


def view_table(table: Table, viewer: Viewer, names: Sequence[Name]) -> TableView:
    """What one viewer may know of a table; `names` are those of its players by seat, empty for a free seat."""
    setup, seat = table.setup, viewer.number
    is_player = seat is not None and not table.ended
    players = tuple(
        PlayerView(name, bool(chair.bot), chair.luck, bool(chair.stand_in))
        for name, chair in zip(names, table.chairs, strict=True)
    )
    return TableView(
        setup.id, setup.game.name, setup.options, setup.deal, players, seat, _view_game(table, viewer),
        table.turn, table.outcome, table.seq,
        setup.commitment, setup.house_seed.hex() if table.ended else "",
        begun=table.begun,
        takes_back_freely=is_player and table.takes_back_freely,
        plays=table.now.plays, undos=table.undos, hints=table.hints, demonstrated=bool(table.demonstrated),
        marks=tuple(name for name, _ in table.marks) if seat is not None else (),
        asks=table.asks, elapsed=table.elapsed, clock=setup.clock, clocks=table.clocks, turn_at=table.turn_at,
        origin=setup.origin, restored=table.restored,
    )  # fmt: skip
