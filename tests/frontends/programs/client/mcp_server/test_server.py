"""A language model in a house: it reads, plays a hand of mille, and is told why something is refused."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from mcp import Client

from core.sessions.limits import Budget
from parlour.client import Table, connect
from parlour.client.mcp_server.server import TOOLS, serving
from tests.frontends.programs.client.backends import BOTH, on
from tests.frontends.programs.client.mcp_server.models import call, play_a_hand
from tests.frontends.programs.sockets import doors

QUICK = Budget(records_a_minute=1e6)


@BOTH
async def test_hand_of_mille_is_played(backend: str) -> None:
    async def program(address: str) -> list[str]:
        async with Client(serving(address, name="Model")) as client:
            return await play_a_hand(client)

    async with doors(budget=QUICK) as house:
        told = await on(backend, program, f"127.0.0.1:{house.programs}")
    assert told[0].startswith("A hand is dealt")
    assert [one for one in told if one.startswith("Comp")]
    assert told[-1].startswith("You ")


async def take_a_turn(table: Table) -> None:
    """Pick a card, and discard one: after a safety it would be the same player's turn."""
    async for state in table.turns():
        move = next((move for move in state.moves if move.startswith("d")), "p")
        await table.play(move)
        if move != "p":
            return


async def test_model_sees_no_more_than_its_seat() -> None:
    async def program(address: str) -> Any:
        async with Client(serving(address, name="Model")) as client, connect(address, name="Anna") as anna:
            hers = await anna.seek("mille")
            while not (lines := await call(client, "tables")):
                pass  # Lists follow what is stored a moment later.
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(take_a_turn, hers)
                position = await call(client, "join", table=hers.id)
            seen = await client.read_resource(f"parlour://tables/{hers.id}")
            return lines, hers, position, json.loads(seen.contents[0].text)  # type: ignore[union-attr]

    async with doors(budget=QUICK) as house:
        lines, hers, position, seen = await on("asyncio", program, f"127.0.0.1:{house.programs}")
    assert lines[0].startswith(hers.id)
    assert position["your_seat"] == seen["seat"] == 1
    assert position["players"] == ["~Anna[bot]", "~Model[bot]"]
    assert position["view"]["hands"][0] is seen["view"]["hands"][0] is None
    assert len(position["view"]["hands"][1]) >= 6


async def test_state_and_hint_and_refusals() -> None:
    async def program(address: str) -> tuple[Any, ...]:
        async with Client(serving(address, name="Model")) as client:
            opened = await call(client, "open", game="pileon", deal=7)
            table = opened["table"]
            advised = await call(client, "hint", table=table)
            refused = [
                await client.call_tool("play", {"table": table, "move": "99 99"}),
                await client.call_tool("state", {"table": "nowhere"}),
                await client.call_tool("open", {"game": "chess"}),
            ]
            state = await call(client, "state", table=table)
            return await call(client, "games"), opened, advised, refused, state

    async with doors() as house:
        games, opened, advised, refused, state = await on("asyncio", program, f"127.0.0.1:{house.programs}")
    assert "mille" in games
    assert any(move.startswith(advised) for move in opened["moves"])
    assert [one.is_error for one in refused] == [True] * 3
    assert '"chess" is not a game here' in refused[2].content[0].text
    assert state["moves"] == opened["moves"]


async def test_tools_resources_and_the_prompt_are_listed() -> None:
    async def program(address: str) -> tuple[Any, ...]:
        async with Client(serving(address, name="Model")) as client:
            tools = [one.name for one in (await client.list_tools()).tools]
            resources = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
            prompt = await client.get_prompt("play", {"game": "elixir", "level": "strong"})
            return tools, resources, prompt.messages[0].content

    async with doors() as house:
        tools, resources, prompt = await on("asyncio", program, f"127.0.0.1:{house.programs}")
    assert tools == list(TOOLS)
    assert resources == ["parlour://rules/{game}", "parlour://tables/{table}"]
    assert "elixir" in prompt.text


async def test_no_house_is_said_at_once() -> None:
    async def program() -> None:
        async with Client(serving("127.0.0.1:1", name="Model")):
            pass

    with pytest.raises(ConnectionError):
        await on("asyncio", program)
