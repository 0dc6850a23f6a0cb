"""Positions that nobody plays: what a table would look like at which a game stood so."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from core.base.chance import SEED_BYTES
from core.base.game import Game, Options, Seat
from core.table import RecordInfo, Setup, TableView, open_table, view_table
from core.table.snapshot import Snapshot


def table_of(game: Game, options: Options, state: Any, names: tuple[str, ...]) -> TableView:
    """A table of that game in that state, as the first seat sees it; `names` are the players' by seat."""
    table = open_table(Setup("", game, options, bytes(SEED_BYTES)), RecordInfo(1, 0.0))
    return view_table(replace(table, begun=True, now=Snapshot(1, state)), Seat(0), names)
