"""Two houses on one journal hold a duel at once: no game is opened or played twice, and its results are those that
follow from the journal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from core.duels.duel import NOBODY_CAME, Duel
from core.duels.events import GameCalled, GameEnded, stream_of
from core.duels.rules import ABSENT, CLOSED, ILLEGAL, TIMEOUT
from core.records import codec
from core.sessions.at_table.seat import Seat
from core.sessions.limits import Budget
from journal import open_journal
from tests.core.house.duelling import BERT, ROBO, Ring, a_ring, check_results, illegally, not_at_all, well
from tests.patience import PATIENCE

SOON = Budget(records_a_minute=10**6, duel_no_show_seconds=1)


@asynccontextmanager
async def two_rings(budget: Budget | None = None) -> AsyncIterator[tuple[Ring, Ring]]:
    """Two houses in which duels are minded; Robo is in the one, and Berta in the other."""
    async with (
        open_journal("memory:") as journal,
        a_ring(budget, journal) as here,
        a_ring(budget, journal, tokens=here.tokens) as there,
    ):
        for one in (here.berta, there.robo):
            assert one.session is not None
            one.session.leave()
        with trio.fail_after(PATIENCE):
            while not (is_there(here, BERT) and is_there(there, ROBO)):
                await trio.sleep(0.005)
        yield here, there


def is_there(ring: Ring, name: str) -> bool:
    """Whether a house knows of that program, in the other house and in no more."""
    return [bool(one.house) for one in ring.house.service.presence.named(name)] == [True]


async def check_played_once(ring: Ring, duel: Duel) -> None:
    """Each game was called once, and ended once, at the table that was called, as follows from the journal."""
    records = [codec.decode(one) for one in await ring.house.service.journal.read(stream_of(duel.id))]
    called = [event for event in records if isinstance(event, GameCalled)]
    assert len({(one.pair, one.game) for one in called}) == len(called) == len(duel.games)
    ended = [event.table for event in records if isinstance(event, GameEnded)]
    assert sorted(ended) == sorted(one.table for one in called)
    await check_results(ring, duel)


@pytest.mark.parametrize("names", ["Robo Berta", "Robo computer:easy"])
async def test_duel_is_held_by_both_houses_and_each_game_played_once(names: str, autojump_clock: MockClock):
    async with two_rings() as (here, there):
        duel = await there.until(await here.order("elixir 2 tables=2", names))
        assert [one.reason for one in duel.results] == [""] * 4
        await check_played_once(there, duel)


@pytest.mark.parametrize(
    ("style", "comes", "reason"), [(not_at_all, True, TIMEOUT), (illegally, True, ILLEGAL), (well, False, ABSENT)]
)
async def test_both_houses_say_the_same_of_why_a_game_was_lost(
    style: Callable[[Seat], str], comes: bool, reason: str, autojump_clock: MockClock
):
    async with two_rings(SOON) as (here, there):
        there.berta.style, there.berta.comes = style, comes
        duel = await here.until(await here.order("elixir 6 seconds=2 tables=4"))
        await check_played_once(here, duel)
        # A duel to which somebody does not come over and over is stopped, and what is under way then closed.
        closed = CLOSED if duel.reason else None
        ended = [(one.reason, one.loser, one.points) for one in duel.results if one.reason != closed]
        assert len(ended) >= NOBODY_CAME
        assert set(ended) == {(reason, 1, 2)}
