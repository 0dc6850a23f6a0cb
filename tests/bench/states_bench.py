"""How large the states are that a program is sent, over whole games played by the dice.

    python -m tests.bench.states_bench

The floor is what no state can do without: its view. Without moves is what `hello` with "moves": false brings.
"""

from __future__ import annotations

import json
from statistics import median

import trio

from core.base.chance import Dice
from tests.bench.figures import heading, table
from tests.frontends.programs.programs import Robot, in_turn, robots

MOST = 1024
GAMES_PLAYED = 3
MOVES = 250
VARIANT = "generals-patience"
PLAYED: dict[str, tuple[str, dict[str, object]]] = {
    "mille": ("mille", {"opponent": "person"}),
    "El-Ixir": ("elixir", {"opponent": "person"}),
    "Terrace": ("terrace", {"deal": 7}),
    "General's Patience": ("terrace", {"deal": 7, "options": {"variant": VARIANT}}),
    "Pileon": ("pileon", {"deal": 7}),
}


def lengths(line: bytes) -> tuple[int, int, int]:
    """Bytes of a state, of the same without its moves, and of its view."""
    state = json.loads(line)
    moves = len(json.dumps(state.get("moves", []), separators=(",", ":")))
    return len(line), len(line) - moves - len(',"moves":'), len(json.dumps(state["view"], separators=(",", ":")))


async def play(game: str, more: dict[str, object], dice: Dice) -> list[tuple[int, int, int]]:
    """All states of a game that is played by the dice, as Annabelle and Bartholomew are sent them."""
    found = []
    async with robots() as house:
        those: list[Robot] = [await house.guest("Annabelle")]
        opened = await those[0].ask("open", game=game, **more)
        if "opponent" in more:
            those.append(await house.guest("Bartholomew"))
            await those[1].ask("join", table=opened["table"])
        for _ in range(MOVES):
            if not those[0].state.get("turn"):
                break
            mover = in_turn(*those)
            moves = [text for text in mover.state["moves"] if text != "stop"]
            if not moves:
                break
            await mover.play(moves[dice.below(len(moves))])
            for one in those:
                last = [line for line in one.octets.splitlines() if line.startswith(b'{"type":"state"')][-1]
                one.octets = last + b"\n"
                found.append(lengths(last))
    return found


async def measure() -> None:
    rows = []
    for name, (game, more) in PLAYED.items():
        found = [
            one for number in range(GAMES_PLAYED) for one in await play(game, more, Dice(bytes([number] * 16), game, 1))
        ]
        rows.append((name, *(f"{median(column):.0f} / {max(column)}" for column in zip(*found, strict=True))))
    table(("bytes, median / most", "a state", "without moves", "its view"), rows)


def run() -> None:
    """Print the figures."""
    heading("states", f"a state at most {MOST} bytes for each game")
    trio.run(measure)


if __name__ == "__main__":
    run()
