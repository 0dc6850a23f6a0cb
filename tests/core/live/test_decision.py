"""What a decision comes to with the computer's replies to it, and that all of it is stored as one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from trio.testing import wait_all_tasks_blocked

from core.base.game import Refused
from core.games import GAMES
from core.games.features import bots
from core.games.features.bots import Bot, bot_of
from core.house.service import open_service
from core.live.live_table import LiveTable
from core.records import fold
from core.table import Move
from journal import Record, open_journal
from tests.core.parlour import ANNA, COMP, a_service, move, moves, submit, until

MILLE, ELIXIR = GAMES["mille"], GAMES["elixir"]


class Counting:
    """A journal that keeps how many records each append had."""

    def __init__(self, journal: Any) -> None:
        self._journal = journal
        self.appends: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    async def append(self, stream: str, after: int, records: Sequence[Record], *known: Any) -> int:
        """Append, and count."""
        if stream.startswith(fold.TABLE):
            self.appends.append(len(records))
        return int(await self._journal.append(stream, after, records, *known))


async def throw_away(live: LiveTable) -> None:
    """End the person's turn, who has picked a card."""
    await submit(live, Move(next(text for text in moves(live, 0) if text.startswith("d "))), 0)


def fails(view: Any, dice: Any) -> str:
    raise ValueError("a fault of the computer's")


async def test_computer_that_answers_at_once_does_so_in_the_same_append():
    async with open_journal("memory:") as journal:
        counting = Counting(journal)
        async with open_service(counting) as service:
            id = await service.open(MILLE, {}, [ANNA, COMP])
            async with service.table(id) as live:
                await wait_all_tasks_blocked()
                await submit(live, Move("p"), 0)
                before = len(counting.appends)
                await throw_away(live)
                # It has its turn already, with nothing to wait for.
                assert live.turn == (0,)
                assert len(counting.appends) == before + 1
            records = await service.records(id)
    causes = [record.play for record in records if record.play]
    assert len({cause["id"] for cause in causes}) == len(causes)
    # A safety is played besides, now and then.
    assert [cause["by"] for cause in causes[-3:]] in ([0, 1, 1], [1, 1, 1])
    assert fold.verify(fold.stream_of(id), records).seq == records[-1].seq


async def test_listeners_hear_of_each_decision_by_itself():
    async with a_service() as service:
        id = await service.open(MILLE, {}, [ANNA, COMP])
        async with service.table(id) as live:
            await wait_all_tasks_blocked()
            await submit(live, Move("p"), 0)
            heard: list[tuple[int, int, bool]] = []
            live.listeners["a test"] = lambda live, news: heard.append((len(news.events), live.table.seq, news.goes_on))
            before = live.table.seq
            await throw_away(live)
            assert [seq for _, seq, _ in heard] == list(range(before + 1, live.table.seq + 1))
    assert len(heard) >= 3
    assert {count for count, _, _ in heard} == {1}
    assert [goes_on for _, _, goes_on in heard] == [True] * (len(heard) - 1) + [False]


async def test_computer_that_thinks_keeps_nobody_waiting_for_it():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, None])
        async with service.table(id) as live:
            await service.sit(live, 1, replace(COMP, bot=bot_of("elixir").name))
            await until(live, lambda: live.turn == (0,))
            before = live.table.now.plays
            await move(live)
            assert live.table.now.plays == before + 1
            await until(live, lambda: live.turn == (0,))


async def test_where_the_computer_does_not_go_on_only_the_person_moves():
    async with a_service() as service:
        id = await service.open(MILLE, {}, [ANNA, COMP])
        async with service.table(id, attended=False) as live:
            await live.begin_if_ready()
            await submit(live, Move("p"), 0)
            await throw_away(live)
            assert live.turn == (1,)


@asynccontextmanager
async def against(choose: Any, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LiveTable]:
    """A game of mille against a computer player that chooses so, in which the person has just thrown a card away."""
    async with a_service() as service:
        id = await service.open(MILLE, {}, [ANNA, COMP])
        async with service.table(id) as live:
            await wait_all_tasks_blocked()
            await submit(live, Move("p"), 0)
            monkeypatch.setattr(bots, "ALL", (Bot("mille", "Comp", choose), *bots.ALL[3:]))
            before = live.table.now.plays
            await throw_away(live)
            assert live.table.now.plays == before + 1
            yield live


async def test_fault_of_the_computer_takes_nobody_their_move(monkeypatch: pytest.MonkeyPatch):
    async with against(fails, monkeypatch) as live:
        assert live.turn == (1,)


async def test_what_the_rules_refuse_the_computer_is_not_stored(monkeypatch: pytest.MonkeyPatch):
    async with against(lambda view, dice: "u 1", monkeypatch) as live:
        with pytest.raises(Refused):
            await submit(live, Move("u 1"), 1)
