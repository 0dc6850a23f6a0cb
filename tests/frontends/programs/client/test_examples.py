"""The examples play in a house as they stand."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import anyio

from core.sessions.limits import Budget
from parlour.client import connect
from parlour.client.examples.answers_seeks import main as answer_seeks
from parlour.client.examples.game_to_csv import main as write_game
from parlour.client.examples.random_player import main as play_at_random
from tests.frontends.programs.client.backends import BOTH, on
from tests.frontends.programs.sockets import doors

QUICK: dict[str, Any] = {"budget": Budget(records_a_minute=1e6, tables_an_hour=1e6)}


@BOTH
async def test_random_player_plays_a_game(backend: str, capsys: Any) -> None:
    async with doors(**QUICK) as house:
        await on(backend, play_at_random, f"127.0.0.1:{house.programs}")
    assert capsys.readouterr().out.startswith("Outcome(reason=")


@BOTH
async def test_seeks_of_before_and_after_it_came_are_answered(backend: str) -> None:
    async def seek(address: str) -> str:
        async with connect(address, name="Anna") as house:
            table = await house.seek("elixir")
            async for state in table.turns():
                await table.play(state.moves[0])
            return table.state.players[1].name

    async def program(address: str) -> list[str]:
        partners: list[str] = []

        async def early() -> None:
            partners.append(await seek(address))
            partners.append(await seek(address))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(early)
            await answer_seeks(address, "Partner", 2)
        return partners

    async with doors(**QUICK) as house:
        assert await on(backend, program, f"127.0.0.1:{house.programs}") == ["~Partner[bot]", "~Partner[bot]"]


@BOTH
async def test_game_is_written_down_as_everybody_may_see_it(backend: str, tmp_path: Path) -> None:
    async def program(address: str, path: str) -> int:
        async with connect(address, name="Anna") as anna:
            table = await anna.open("mille", level="easy")
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(write_game, address, table.id, path)
                while not any(one.get("watching") for one in (await anna.ask("who")).fields["people"]):
                    pass
                async for state in table.turns():
                    await table.play("stop" if "stop" in state.moves else state.moves[0])
            return table.state.at

    path = tmp_path / "game.csv"
    async with doors(**QUICK) as house:
        last = await on(backend, program, f"127.0.0.1:{house.programs}", str(path))
    first, *rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    assert first == ["record", "kind", "facts", "said"]
    assert (rows[-1][1], int(rows[-1][0])) == ("over", last)
    assert {"mille.picked", "mille.played"} <= {row[1] for row in rows}
    assert not [row for row in rows if row[1] == "mille.picked" and '"card": "' in row[2]]
