"""The server: what a model can do, read, and be asked to do."""

from __future__ import annotations

import functools
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeAlias, TypeVar

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from parlour.client import House, Lost, Refused, Table, connect
from parlour.client.mcp_server.positions import Position, position

HERE = (sys.executable, "-m", "parlour")
"""The program that is installed beside this one."""
PATIENCE = 20.0
"""Seconds for which a move waits for the other player."""
INSTRUCTIONS = """A games parlour. Read the rules of a game first. `open` a table, or `join` one of `tables`; then
`play` one of the legal moves that come with each position until there is a result. A position has all you may know."""
InHouse: TypeAlias = Context[House, Any]
P = ParamSpec("P")
T = TypeVar("T")


def serving(where: str | Sequence[str], **hello: Any) -> MCPServer[House]:
    """A server that is a player in a house; `where` and `hello` are as `parlour.client.connect` takes them."""

    @asynccontextmanager
    async def be_there(_: MCPServer[House]) -> AsyncIterator[House]:
        async with connect(where, **hello) as house:
            yield house

    server: MCPServer[House] = MCPServer("parlour", instructions=INSTRUCTIONS, lifespan=be_there, log_level="WARNING")
    for name, tool in TOOLS.items():
        server.add_tool(_told(tool), name=name)
    server.resource("parlour://rules/{game}", mime_type="text/plain")(rules)
    server.resource("parlour://tables/{table}", mime_type="application/json")(running_game)
    server.prompt("play")(play_a_game)
    return server


def _told(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """The same tool, whose refusals are told to the model."""

    @functools.wraps(tool)
    async def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except (Refused, Lost, OSError) as error:
            raise ToolError(str(error)) from error

    return told


def _house(context: InHouse) -> House:
    house: House = context.request_context.lifespan_context
    return house


def _table(context: InHouse, id: str) -> Table:
    if (table := _house(context).tables.get(id)) is None:
        raise Refused("not_there", f"You are not at table {id}: open one, or join it.")
    return table


async def games(context: InHouse) -> list[str]:
    """The games that are played here."""
    welcome = _house(context).welcome
    return list(welcome.fields["games"]) if welcome else []


async def tables(context: InHouse) -> list[str]:
    """Tables where others play or wait for a second player, a line each; `join` takes a table's id."""
    return [f"{one['table']}: {one['said']['text']}" for one in await _house(context).list()]


async def open_table(context: InHouse, game: str, level: str = "", opponent: str = "", deal: int = 0) -> Position:
    """Open a table and sit down. `opponent` is "computer" (the usual one) or "person", who has to come; `level` is that
    of the computer: easy, normal or strong; `deal` is the number of a solitaire's deal."""
    order = {"level": level, "opponent": opponent, "deal": deal}
    table = await _house(context).open(game, **{name: value for name, value in order.items() if value})
    return await position(table, PATIENCE)


async def join(context: InHouse, table: str) -> Position:
    """Take the free seat of a table."""
    return await position(await _house(context).join(table), PATIENCE)


async def play(context: InHouse, table: str, move: str) -> Position:
    """Make a move, one of `moves`, and see what follows until it is your turn again."""
    here = _table(context, table)
    await here.play(move)
    return await position(here, PATIENCE)


async def state(context: InHouse, table: str) -> Position:
    """Where a table stands, and what has happened since you were last told."""
    here = _table(context, table)
    await here.ask("look")
    return await position(here, 1.0)


async def hint(context: InHouse, table: str) -> str:
    """A move that a good player would make; a game with hints counts as played with help."""
    return await _table(context, table).hint()


async def rules(game: str) -> str:
    """How a game is played, and how its moves are typed."""
    told = await anyio.run_process([*HERE, "rules", game], check=False)
    if told.returncode:
        raise Refused("refused", told.stderr.decode().strip())
    return told.stdout.decode()


TOOLS: dict[str, Callable[..., Awaitable[Any]]] = {
    "games": games, "tables": tables, "open": open_table, "join": join, "play": play, "state": state, "hint": hint,
    "rules": rules,
}  # fmt: skip


async def running_game(table: str, context: InHouse) -> dict[str, Any]:
    """A running game as its player may know it."""
    return dict(_table(context, table).state.fields)


def play_a_game(game: str = "mille", level: str = "normal") -> str:
    """Play a whole game against the computer."""
    return (
        f"Play a game of {game} against the computer in the parlour. First read its rules with the tool `rules`, then "
        f"open a table with level={level}. In each position weigh the legal moves, play the best one, and say in a "
        "sentence why. Go on until there is a result, and tell me how it came to that."
    )
