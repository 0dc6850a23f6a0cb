"""Two houses on one journal, each in a process of its own, in which the same person plays the same seat of mille.

    python -m tests.bench two_houses

Both play random legal moves against the computer as fast as they can, each move with the version that was seen. Both
run the computer player, too. Nobody ever stops the session, so nothing but a stray answer could end it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import attrs
import trio

from core.base.chance import Dice, deal_seed
from core.base.game import Refused, Seat
from core.games import GAMES
from core.games.mille.state import Phase
from core.house.service import open_service
from core.live.decision import MovedOn
from core.live.live_table import LiveTable
from core.records import fold
from core.table import Move, Table
from core.table.opening import Player
from journal import Record, open_journal
from tests.bench.figures import heading, per_second, table
from tests.core.parlour import submit

HANDS = 500
ASIDE = ("stop", "o")
"""Moves that nobody makes at random."""
MINE = 0
"""The seat that both houses play."""


@attrs.frozen
class House:
    """What one of the houses did."""

    moves: int
    late: int
    """Moves that were refused because the other house had made one first."""
    wrong: tuple[str, ...]
    """Refusals with any other reason, of which there must be none."""


@attrs.frozen
class Result:
    """What came of it."""

    houses: tuple[House, ...]
    records: tuple[Record, ...] = attrs.field(repr=False)
    table: Table = attrs.field(repr=False)
    """Verified."""
    seconds: float

    @property
    def ended(self) -> int:
        """Hands that came to their end."""
        return sum(record.kind == "mille.hand_ended" for record in self.records)

    @property
    def doubled(self) -> tuple[str, ...]:
        """Decisions that are in the journal twice."""
        ids = Counter(record.play["id"] for record in self.records if record.has_play)
        return tuple(id for id, count in ids.items() if count > 1)


def play(directory: Path, hands: int) -> Result:
    """Let two houses play so many hands. Raises: Damaged when the game does not verify."""
    url = f"sqlite:{directory / 'both.db'}"
    return play_at(url, trio.run(opened, url), hands)


def play_at(url: str, id: str, hands: int) -> Result:
    """The same at a table of a journal; both begin when both are open."""
    processes = [
        subprocess.Popen(
            (sys.executable, "-m", "tests.bench.two_houses_bench", url, id, str(number), str(hands)),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for number in range(2)
    ]  # fmt: skip
    for process in processes:
        assert process.stdout
        process.stdout.readline()
    began = time.perf_counter()
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    answers = [process.communicate()[0] for process in processes]
    seconds = time.perf_counter() - began
    records = trio.run(read, url, id)
    houses = tuple(House(made["moves"], made["late"], tuple(made["wrong"])) for made in map(json.loads, answers))
    return Result(houses, records, fold.verify(fold.stream_of(id), records), seconds)


async def opened(url: str) -> str:
    async with open_journal(url) as journal, open_service(journal) as service:
        return await service.open(GAMES["mille"], {}, [Player("anna"), Player(bot="Comp")])


async def read(url: str, id: str) -> tuple[Record, ...]:
    async with open_journal(url) as journal:
        return await journal.read(fold.stream_of(id))


# One house.


async def keep_house(url: str, id: str, number: int, hands: int) -> None:
    """Play until so many hands are over, once told to begin, and print what was done."""
    async with open_journal(url) as journal, open_service(journal) as service, service.table(id) as live:
        print("ready", flush=True)
        await trio.to_thread.run_sync(sys.stdin.readline)
        made = await play_seat(live, Dice(deal_seed(number), "both", 1), hands)
    print(json.dumps(attrs.asdict(made)))


async def play_seat(live: LiveTable, choose: Dice, hands: int) -> House:
    """Make random moves whenever it is the seat's turn."""
    moves, late, wrong = 0, 0, list[str]()
    while not is_over(live.table, hands):
        view, moved = live.view(Seat(MINE)), live.wait_moved
        if MINE not in view.turn:
            await moved()
            continue
        texts = [text for text in GAMES["mille"].moves(view.view) if text not in ASIDE]
        try:
            await submit(live, Move(texts[choose.below(len(texts))]), MINE, view.seq)
            moves += 1
        except MovedOn:
            late += 1
        except Refused as refused:
            wrong.append(str(refused))
            await live.catch_up()
        # Some stores answer without a pause; the computer player and the follower get their turns here.
        await trio.lowlevel.checkpoint()
    return House(moves, late, tuple(wrong))


def is_over(table: Table, hands: int) -> bool:
    """Whether the last hand is over, or the session against all expectation."""
    return bool(table.ended) or (table.state.phase is Phase.HAND_OVER and table.state.dealt >= hands)


# Figures.


def run(directory: Path, hands: int = HANDS) -> None:
    """Print the figures."""
    heading(f"two houses play one seat of mille against the computer at once, {hands} hands")
    result = play(directory, hands)
    rows = [
        (f"house {number}", f"{made.moves:,}", f"{made.late:,}", str(len(made.wrong)))
        for number, made in enumerate(result.houses, 1)
    ]
    table(("", "moves made", "too late", "refused otherwise"), rows)
    decisions = sum(record.has_play for record in result.records)
    print(f"  {len(result.records):,} records, {decisions:,} decisions, {per_second(decisions, result.seconds)} /s")
    print(f"  verified; hands ended: {result.ended}; decisions doubled: {len(result.doubled)}; ", end="")
    print(f"session ended by {result.table.ended}" if result.table.ended else "the session goes on")


if __name__ == "__main__":
    trio.run(keep_house, sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
