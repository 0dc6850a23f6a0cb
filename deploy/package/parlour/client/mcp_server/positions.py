"""Where a table stands, and what has happened there, as a model reads it."""

from __future__ import annotations

from typing import Any

import anyio
from pydantic import BaseModel, Field

from parlour.client import State, Table


class Position(BaseModel):
    """A table as its player may know it."""

    table: str
    game: str
    happened: list[str] = Field(description="What has happened since you were last told, in sentences.")
    your_turn: bool
    moves: list[str] = Field(description="The legal moves, as `play` takes them.")
    players: list[str] = Field(description="By seat, counted from 0.")
    your_seat: int | None
    view: dict[str, Any] = Field(description="What you may know of the position.")
    result: str = Field(description="How the game ended; empty while it goes on.")


async def position(table: Table, patience: float) -> Position:
    """Where it stands once it is the player's turn, or the game is over; after so many seconds in any case."""
    happened = await _told(table, patience)
    state = table.state
    return Position(
        table=table.id, game=state.game, happened=happened, your_turn=state.is_mine, moves=state.moves,
        players=[one.name or "(nobody yet)" for one in state.players], your_seat=state.seat, view=state.view,
        result=happened[-1] if state.outcome and happened else "",
    )  # fmt: skip


async def _told(table: Table, patience: float) -> list[str]:
    said: list[str] = []
    with anyio.move_on_after(patience):
        async for news in table:
            if news.text:
                said.append(news.text)
            if isinstance(news, State) and news.at == table.state.at and news.is_mine:
                break
    return said
