"""Figures: what happened in a house is in them."""

from __future__ import annotations

import logging
import re

import httpx
import pytest
import trio
import trio.testing

from core.base.game import Refused
from core.games import GAMES
from core.house.service import open_service
from core.sessions.allowances import Allowances
from core.sessions.limits import Budget, Limit
from frontends.server import logs
from frontends.server.logs import LimitLog
from frontends.server.metrics import Figures
from journal import open_journal
from tests.core.parlour import ANNA, BERT, a_service, move
from tests.frontends.served import come_in, serving, visitors
from tests.frontends.telnet.clients import Bare
from tests.patience import PATIENCE


def value(text: str, figure: str) -> float:
    """A figure of what was shown."""
    found = re.search(rf"^{re.escape(figure)} (\S+)$", text, re.MULTILINE)
    assert found, text
    return float(found[1])


async def test_moves_are_counted_and_their_appends_measured() -> None:
    async with a_service() as service:
        figures = Figures(service, lambda: 3)
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        async with service.table(id, attended=False) as live:
            await move(live, 5)
            await live.say("anna", 0, "not a move")
            text = figures.show().decode()
            assert value(text, "parlour_tables") == 1
        assert value(text, "parlour_visitors") == 3
        assert value(text, "parlour_moves_total") == 5
        assert value(text, "parlour_append_seconds_count") == 1 + 2 + 1 + 5 + 1
        assert value(text, 'parlour_append_seconds_bucket{le="+Inf"}') == 10
        assert value(text, 'parlour_worker_questions{state="waiting"}') == 0


async def test_what_is_sent_to_the_world_outside_is_counted_by_what_came_of_it() -> None:
    async with a_service() as service:
        figures = Figures(service, lambda: 0)
        for event, result in (("mail", "sent"), ("mail", "failed"), ("webhook", "refused")):
            logs.count(event, result)
        text = figures.show().decode()
        assert value(text, 'parlour_mails_total{result="sent"}') >= 1
        assert value(text, 'parlour_mails_total{result="failed"}') >= 1
        assert value(text, 'parlour_webhooks_total{result="refused"}') >= 1
        assert value(text, 'parlour_threads{kind="lists",state="waiting"}') == 0


async def test_nothing_that_failed_counts_as_a_move() -> None:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        figures = Figures(service, lambda: 0)
        await service.journal.append("table/abcde", 0, ())
        assert await service.journal.head("table/abcde") == 0
        assert value(figures.show().decode(), "parlour_moves_total") == 0


async def test_refusals_are_counted_by_their_reasons() -> None:
    async with a_service() as service:
        figures = Figures(service, lambda: 0)
        allowance = Allowances(Budget(copies_an_hour=1), LimitLog()).allowance("192.0.2.7")
        allowance.spend(Limit.COPIES, "anna")
        for _ in range(2):
            with pytest.raises(Refused):
                allowance.spend(Limit.COPIES, "anna")
        logs.note(logging.INFO, "refused", address="192.0.2.7", why="house-full")
        text = figures.show().decode()
        assert value(text, 'parlour_budgets_exceeded_total{why="copies"}') >= 2
        assert value(text, 'parlour_refused_total{why="house-full"}') >= 1


async def test_loop_that_stands_still_is_seen(autojump_clock: trio.testing.MockClock) -> None:
    async with a_service() as service, trio.open_nursery() as nursery:
        figures = Figures(service, lambda: 0)
        nursery.start_soon(figures.watch_loop)
        await trio.sleep(1.75)
        assert value(figures.show().decode(), "parlour_loop_lag_seconds_count") == 3
        autojump_clock.jump(2.0)
        await trio.sleep(0.1)
        text = figures.show().decode()
        assert value(text, 'parlour_loop_lag_seconds_bucket{le="1.0"}') == 3
        assert value(text, "parlour_loop_lag_seconds_count") == 4
        nursery.cancel_scope.cancel()


async def test_house_shows_what_happens_in_it(home: object) -> None:
    async with serving("--journal", "memory:", "--metrics", "127.0.0.1:0") as house, visitors(house, Bare) as (anna,):
        address = house.said.split()[3]
        await come_in(anna, "Annabella")
        await anna.ask("new pileon", "move> ")
        with trio.fail_after(PATIENCE):
            async with httpx.AsyncClient() as client:
                text = (await client.get(address)).text
        assert (value(text, "parlour_visitors"), value(text, "parlour_people"), value(text, "parlour_tables")) == (
            1,
            1,
            1,
        )


async def test_house_shows_no_figures_unless_that_is_wanted(home: object) -> None:
    async with serving("--journal", "memory:") as house:
        assert "Figures" not in house.said
