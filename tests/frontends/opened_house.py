"""A house as `parlour serve` opens it, in which somebody plays: which modules of ours are loaded only then.

python -m tests.frontends.opened_house
"""

from __future__ import annotations

import sys

import trio

import frontends.telnet.startup  # noqa: F401  # `serve` loads it when a house is opened.
from core.games import GAMES
from frontends.commands.serve import load_all
from tests.frontends.terminals import open_house

ROOMS = ("core", "frontends", "journal")


def ours() -> set[str]:
    """The modules that are loaded."""
    return {name for name in sys.modules if name.partition(".")[0] in ROOMS}


async def play() -> set[str]:
    """Have a look at every game in both modes; the answer is what was loaded for that."""
    async with open_house() as house:
        before = ours()
        for screen in (False, True):
            anna = house.enter("Anna", screen=screen)
            await anna.told("list", "stats", "who", "help", "language fr", "language en")
            for game in GAMES:
                await anna.told(f"new {game}")
                if screen:
                    await anna.pressed("?", "escape", "h", "down", "enter", "q", "y")
                else:
                    await anna.told("help", "hint", "board", "rules", "quit", "y")
        return ours() - before


if __name__ == "__main__":
    load_all()
    sys.stdout.write("\n".join(sorted(trio.run(play))))
