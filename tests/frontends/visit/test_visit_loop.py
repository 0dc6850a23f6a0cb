"""A whole visit: who goes where, errands, being gone, and what a fault of ours costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from core.live.live_table import LiveTable
from core.records import codec
from core.sessions.arrival import resumption, table_access, tables
from core.sessions.arrival.orders import Order
from core.table import Move
from frontends import screens
from frontends.terminal.picture import Look
from frontends.visit.destination import Destination, ToLobby, ToReplay
from frontends.visit.table import arrival
from frontends.visit.visit import Visit
from frontends.visit.visit_loop import BROKEN, Errand
from journal import Draft, seal
from tests.core.parlour import submit
from tests.frontends.terminals import House, open_house

MODES = pytest.mark.parametrize("screen", [False, True])


def watching(id: str) -> Errand:
    async def errand(visit: Visit) -> Destination:
        return await tables.watch(visit.session, id)

    return errand


def recalling(id: str) -> Errand:
    async def errand(visit: Visit) -> Destination:
        return ToReplay(await table_access.recall(visit.session, id), ToLobby())

    return errand


def resuming(code: str) -> Errand:
    async def errand(visit: Visit) -> Destination:
        return await resumption.resume(visit.session, code)

    return errand


def going_on(id: str) -> Errand:
    async def errand(visit: Visit) -> Destination:
        return await resumption.go_on(visit.session, id, all_seats=False, luck="")

    return errand


def opening(*words: Any, **options: Any) -> Errand:
    async def errand(visit: Visit) -> Destination | None:
        return await arrival.open_table(visit, Order(*words, **options))

    return errand


# Errands.


@pytest.mark.parametrize("errand", [watching("zzzzz"), going_on("zzzzz"), resuming("zzzzz-x"), recalling("zzzzz")])
async def test_errand_that_cannot_be_done_says_why_and_exits_with_one(errand: Errand) -> None:
    async with open_house() as house:
        anna = house.enter("Anna", errand=errand)
        assert await anna.left() == 1
        assert anna.text == "There is no table zzzzz. To see all tables: list\n"


async def test_errand_is_done_at_once_and_ends_the_visit() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Bert", deal=7)
        for errand in (watching(live.id), recalling(live.id)):
            anna = house.enter("Anna", errand=errand)
            await anna.told("quit")
            assert await anna.left() == 0
            assert "lobby" not in anna.text


async def test_replay_in_an_errand_leads_back_to_the_table_first() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", errand=opening("pileon", {}, deal=7))
        await anna.told("replay")
        assert anna.prompt.text.startswith("replay ")
        await anna.told("quit")
        assert anna.prompt.text == "your move> "
        await anna.told("quit", "y")
        assert await anna.left() == 0


# Being gone.


@pytest.mark.parametrize("where", ["door", "lobby", "table", "screen", "question", "text", "replay", "bookmark"])
async def test_those_who_are_gone_leave_everything(where: str) -> None:
    async with open_house() as house:
        anna = house.enter("" if where == "door" else "Anna", screen=where in ("screen", "text", "bookmark"))
        if where not in ("door", "lobby"):
            await anna.told("new pileon deal=7")
        if where in ("text", "bookmark"):
            await anna.pressed("?" if where == "text" else "m")
        if where in ("question", "replay"):
            await anna.told("quit" if where == "question" else "replay")
        anna.hang_up()
        assert await anna.left() == 0
        assert house.service._live == {}


async def test_game_goes_on_without_those_who_are_gone() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        anna.hang_up()
        await anna.left()
        assert live.listeners == {}
        await submit(live, Move("roll"), 0)
        again = await house.seat("Anna", live)
        assert again.prompt.text == "your move> "


# Damaged tables.


async def damage(house: House, live: LiveTable) -> str:
    """Append a record that makes no sense to a sound chain."""
    last = live.last
    cards = {"source": 1, "target": 2, "cards": ["Zz"], "completes": False}
    draft = Draft("pileon.moved", cards, {"id": "x", "by": 0, "seen": last.seq, "command": {"move": "1 2"}})
    records = seal(last, [draft], codec.time_text(house.service.now()))
    await house.service.journal.append(live.stream, last.seq, records)
    return live.id


async def damaged_table(house: House) -> str:
    anna = house.enter("Anna")
    await anna.told("new pileon deal=7", "quit", "y")
    id = await house.only_table()
    async with house.service.table(id, attended=False) as live:
        pass
    return await damage(house, live)


async def test_damaged_table_is_a_sentence_wherever_one_comes_from() -> None:
    async with open_house() as house:
        id = await damaged_table(house)
        bert = house.enter("Bert")
        for line in (f"watch {id}", f"join {id}", f"replay {id}", f"resume {id}-aaaa-aaaa-aaaaa", f"saves {id}-a"):
            told = " ".join((await bert.told(line)).split())
            assert told.startswith("That is damaged and cannot be shown. The operator will see it.")
            assert bert.prompt.text == "lobby> "
        await bert.told("new pileon deal=8")
        assert bert.prompt.text == "your move> "


async def test_damaged_table_is_named_in_lists_and_takes_statistics_from_nobody() -> None:
    async with open_house() as house:
        id = await damaged_table(house)
        await house.service.views.wait_for(id, 5)
        bert = house.enter("Bert")
        await bert.told("new pileon deal=8")
        await bert.told(bert.prompt.words[0])
        bert.type("quit", "y", "list", "stats")
        await bert.wait_text(f"{id}  cannot be shown here")
        await bert.wait_text("1 in progress")


@pytest.mark.parametrize("errand", [watching, recalling])
async def test_damaged_errand_ends_with_a_sentence_and_status_one(errand: Any) -> None:
    async with open_house() as house:
        id = await damaged_table(house)
        carl = house.enter("Carl", errand=errand(id), has_files=True)
        assert await carl.left() == 1
        assert "is damaged" in carl.text


# Faults of ours.


@contextmanager
def faulty_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Our screen of Pileon fails as long as the list says so."""
    fails = [True]
    good = screens.screen_of("pileon")

    def draw(*arguments: Any) -> None:
        if fails[0]:
            raise ZeroDivisionError
        good.draw(*arguments)

    def describe(*arguments: Any) -> Any:
        if fails[0]:
            raise ZeroDivisionError
        return good.describe(*arguments)

    faulty = replace(good, draw=draw, describe=describe)

    def screen_of(game: str, one_key: bool = False) -> Any:
        return faulty if game == "pileon" else screens.screen_of(game, one_key)

    monkeypatch.setattr("frontends.visit.table.animation.screen_of", screen_of)
    yield fails


@MODES
async def test_fault_in_showing_a_table_costs_the_table_and_not_the_visit(
    monkeypatch: pytest.MonkeyPatch, screen: bool
) -> None:
    with faulty_screen(monkeypatch):
        async with open_house() as house:
            anna = house.enter("Anna", screen=screen)
            await anna.told("new pileon deal=7")
            assert BROKEN.template in " ".join(anna.text.split())
            assert (anna.prompt.text, anna.on_screen) == ("lobby> ", False)
            await anna.told("new mille")
            assert "Hand 1" in anna.words


@MODES
async def test_fault_in_showing_news_costs_the_table_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch, screen: bool
) -> None:
    with faulty_screen(monkeypatch) as fails:
        fails[0] = False
        async with open_house() as house:
            live = await house.set_up("pileon", "Anna", deal=7)
            anna = await house.seat("Anna", live, screen=screen)
            fails[0] = True
            await submit(live, Move("1 14"), 0)
            assert live.table.now.plays == 1
            await anna.told()
            assert BROKEN.template in " ".join(anna.text.split())
            assert anna.prompt.text == "lobby> "


async def test_fault_in_showing_news_during_a_question_ends_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    with faulty_screen(monkeypatch) as fails:
        fails[0] = False
        async with open_house() as house:
            live = await house.set_up("pileon", "Anna", deal=7)
            anna = await house.seat("Anna", live, screen=True)
            await anna.pressed("q")
            fails[0] = True
            await submit(live, Move("1 14"), 0)
            await anna.told()
            assert anna.prompt.text == "lobby> "


async def test_fault_in_another_window_costs_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    with faulty_screen(monkeypatch) as fails:
        fails[0] = False
        async with open_house() as house:
            live = await house.set_up("pileon", "Anna", deal=7)
            anna = await house.seat("Anna", live, screen=True)
            fails[0] = True
            await anna.resized(Look(rows=40, columns=100))
            assert anna.prompt.text == "lobby> "
            assert anna.status is None


async def test_fault_ends_an_errand_with_status_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with faulty_screen(monkeypatch):
        async with open_house() as house:
            anna = house.enter("Anna", errand=opening("pileon", {}, deal=7), has_files=True)
            assert await anna.left() == 1
            assert " ".join(anna.text.split()).endswith(BROKEN.template)


async def test_fault_in_an_errand_itself_ends_it_with_status_one() -> None:
    async with open_house() as house:

        async def errand(visit: Visit) -> Destination:
            raise ZeroDivisionError

        anna = house.enter("Anna", errand=errand)
        assert await anna.left() == 1
        assert anna.text
