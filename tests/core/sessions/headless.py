"""An evening in a house without a front-end: two people play a hand of mille, a third watches, one comes back by code.

python -m tests.core.sessions.headless
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager

import trio

from core.base.message import english
from core.house.service import open_service
from core.live.live_table import LiveTable, News
from core.sessions.arrival import resumption, tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import Seat, at
from core.sessions.identity import entry
from core.sessions.parlour import Origin, Parlour
from core.sessions.session import Session
from journal import open_journal

HALF = 20
"""Moves after which one of the two goes, and comes back by code."""


async def evening() -> list[str]:
    """The evening. Returns: what the one who watched was told, in English."""
    told: list[str] = []

    def watch(live: LiveTable, news: News) -> None:
        told.extend(english(said, live.names) for said in live.tell(live.latest, watcher.viewer))

    async with open_journal("memory:") as journal, open_service(journal) as service:
        parlour = Parlour(service)
        with _session(parlour, "a") as anna, _session(parlour, "b") as bert, _session(parlour, "c") as carl:
            for session, name in ((anna, "Anna"), (bert, "Bert"), (carl, "Carl")):
                assert await entry.come_in(session, name) is None
            opened = await tables.open_table(anna, Order("mille", {}, "person"))
            joined = await tables.join(bert, opened.id)
            seen = await tables.watch(carl, opened.id)
            async with at(carl, seen) as watcher, at(anna, opened) as one:
                with watcher.following(object(), watch):
                    async with at(bert, joined) as two:
                        code = two.code
                        await _play((one, two), HALF)
                    bert.leave()
                    with _session(parlour, "d") as again:
                        back = await resumption.resume(again, code)
                        assert again.name == "Bert"
                        async with at(again, back) as two:
                            await _play((one, two), 10_000)
                        assert any(_is_over(seat) for seat in (one, two))
                assert not watcher.moves
    return told


def _session(parlour: Parlour, address: str) -> AbstractContextManager[Session]:
    return parlour.session(Origin(address))


async def _play(seats: tuple[Seat, Seat], most: int) -> None:
    """Play until the hand is over, or so many moves are made."""
    for _ in range(most):
        seat = next((seat for seat in seats if seat.moves), None)
        if seat is None or _is_over(seat):
            return
        await seat.play(next(iter(seat.moves)), seen=seat.seq)


def _is_over(seat: Seat) -> bool:
    """Whether the hand is over, and the player is asked whether they want another."""
    return "another" in seat.moves


if __name__ == "__main__":
    said = trio.run(evening)
    assert not [name for name in sys.modules if name.split(".")[0] in ("frontends", "prompt_toolkit")]
    sys.stdout.write("\n".join(said))
