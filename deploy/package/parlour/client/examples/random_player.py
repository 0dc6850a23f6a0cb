"""Plays a game of mille against the computer, any legal move: random_player HOST:PORT"""

import random
import sys

import anyio

from parlour.client import connect


async def main(address: str) -> None:
    """Play it."""
    async with connect(address, name="Random") as house:
        table = await house.open("mille", level="easy")
        async for state in table.turns():
            await table.play(random.choice(state.moves))
        print(table.state.outcome)


if __name__ == "__main__":
    anyio.run(main, sys.argv[1])
