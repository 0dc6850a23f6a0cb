"""Plays with everybody who looks for an opponent, several at once: answers_seeks HOST:PORT [NAME [GAMES]]"""

from __future__ import annotations

import random
import sys

import anyio

from parlour.client import House, Lost, Refused, Table, connect


async def main(address: str, name: str = "Partner", games: int = 0) -> None:
    """Answer so many seeks, 0 is all; those of before one came are in the list."""
    async with connect(address, name=name) as house, anyio.create_task_group() as tasks:
        answered: set[str] = set()
        notices = house.notices()
        while not games or len(answered) < games:
            for one in await house.list():
                if one["state"] == "waiting" and one["table"] not in answered:
                    answered.add(one["table"])
                    tasks.start_soon(join, house, one["table"])
            with anyio.move_on_after(2):  # The list may know of a table a moment later than people are told.
                await anext(notices)


async def join(house: House, id: str) -> None:
    """Play one game, unless somebody else was quicker."""
    try:
        await play(await house.join(id))
    except (Refused, Lost) as why:
        print(f"{id}: {why}")


async def play(table: Table) -> None:
    """Make any moves until the game is over, and make room for the next."""
    await table.say("Good luck!")
    async for state in table.turns():
        await table.play(random.choice([move for move in state.moves if move != "another"]))
    print(table.id, table.state.outcome)
    if table.id in table.house.tables:
        await table.leave()


if __name__ == "__main__":
    address, name, games = (*sys.argv[1:], *("", "Partner", "0")[len(sys.argv) - 1 :])
    anyio.run(main, address, name, int(games))
