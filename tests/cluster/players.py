"""A house in a process of its own whose people move all the time: python -m tests.cluster.players URL SEAT TABLE ...

They sit at the same seat of every table, the other seats belong to another house. Says a line for every append that was
acknowledged, and for every one that was refused.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import trio

from core.base.chance import Dice, deal_seed
from core.base.game import Refused, Seat
from core.games import GAMES
from core.house.service import Service, open_service
from core.live.live_table import LiveTable
from core.table import Move
from journal import Conflict, JournalError, Record, open_journal
from tests.core.parlour import submit

ASIDE = ("stop", "o")
"""Moves that nobody makes at random."""
PAUSES = int(os.environ.get("PLAYERS_THINK", "1000"))
"""Milliseconds, less one, that somebody thinks at the most."""
AGAIN = 0.5
"""Seconds until somebody tries again whom the journal has refused."""


def say(*words: object) -> None:
    """Print a line in one write, so that it is out or it is not."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def listen_in(journal: Any) -> None:
    """Say what a journal acknowledges."""
    append = journal.append

    async def heard(stream: str, after: int, records: Sequence[Record], *known: Any) -> int:
        try:
            head: int = await append(stream, after, records, *known)
        except Conflict:
            raise
        except JournalError as error:
            say("refused", type(error).__name__, str(error).replace("\n", " "))
            raise
        for record in records:
            say("stored", stream, record.seq, record.hash)
        return head

    journal.append = heard


async def move_all_the_time(live: LiveTable, seat: int, choose: Dice) -> None:
    """Random legal moves whenever it is the seat's turn."""
    while True:
        view, moved = live.view(Seat(seat)), live.wait_moved
        if seat not in view.turn:
            await moved()
            continue
        texts = [text for text in GAMES["mille"].moves(view.view) if text not in ASIDE]
        await trio.sleep(choose.below(PAUSES) / 1000)
        try:
            await submit(live, Move(texts[choose.below(len(texts))]), seat, view.seq)
        except Refused:
            await live.catch_up()


async def sit(service: Service, id: str, seat: int) -> None:
    """Play at a table for ever, whatever the journal does."""
    choose = Dice(deal_seed(1 + seat + sum(map(ord, id))), "chaos", 1)
    while True:
        try:
            async with service.table(id) as live:
                await move_all_the_time(live, seat, choose)
        except JournalError:
            await trio.sleep(AGAIN)


async def keep_house(url: str, seat: int, ids: Sequence[str]) -> None:
    """Open the house, and play until killed."""
    async with open_journal(url) as journal:
        listen_in(journal)
        async with open_service(journal) as service, trio.open_nursery() as nursery:
            say("open")
            for id in ids:
                nursery.start_soon(sit, service, id, seat)


if __name__ == "__main__":
    trio.run(keep_house, sys.argv[1], int(sys.argv[2]), sys.argv[3:])
