"""Work that takes a while: the person is told after half a second, and can end it at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio

from core.base.game import Refused
from core.base.message import message
from core.live import winnability
from core.sessions.arrival.orders import Order
from core.table import Undo
from frontends.terminal.picture import Look
from frontends.visit.everywhere.waiting import wait
from frontends.visit.table import arrival
from frontends.visit.visit import Visit
from journal import JournalError
from tests.core.parlour import move, submit
from tests.frontends.terminals import House, ListTerminal, open_house

LOOKING = message("Looking for it.")
Work = Callable[[], Awaitable[str]]


class Slow:
    """A solver that takes as long as a test wants, and notices when it is cancelled."""

    def __init__(self) -> None:
        self.done = trio.Event()
        self.is_running = False
        self.was_cancelled = False

    async def work(self) -> str:
        """Wait for the test."""
        self.is_running = True
        try:
            await self.done.wait()
        except trio.Cancelled:
            self.was_cancelled = True
            raise
        finally:
            self.is_running = False
        return "found"

    async def judge(self, *_: object, **__: object) -> Any:
        """Instead of `core.live.winnability.judge`."""
        return message("It was {result}.", result=await self.work())


def begin(house: House, work: Work) -> tuple[ListTerminal, list[object]]:
    """Somebody who waits for work, and what came of it; afterwards a line that is repeated."""
    found: list[object] = []

    async def errand(visit: Visit) -> None:
        try:
            found.append(await wait(visit, LOOKING, work))
        except (Refused, JournalError) as error:
            found.append(type(error))
        found.append(await visit.ask(message("Next:")))

    return house.enter("Anna", errand=errand), found


async def at_pileon(house: House, monkeypatch: pytest.MonkeyPatch, slow: Slow) -> ListTerminal:
    """Somebody at a screen who has asked whether a deal can be won."""
    monkeypatch.setattr(winnability, "judge", slow.judge)
    live = await house.set_up("pileon", "Anna", deal=7)
    anna = await house.seat("Anna", live, screen=True)
    await anna.pressed("w")
    return anna


async def test_quick_work_is_not_spoken_of(autojump_clock: object) -> None:
    async with open_house() as house:

        async def work() -> str:
            await trio.sleep(0.4)
            return "found"

        anna, found = begin(house, work)
        await trio.sleep(0.6)
        assert (found, anna.text) == (["found"], "")


async def test_slow_work_is_told_after_half_a_second(autojump_clock: object) -> None:
    async with open_house() as house:
        slow = Slow()
        anna, found = begin(house, slow.work)
        await trio.sleep(0.45)
        assert anna.text == ""
        await trio.sleep(0.1)
        assert anna.text == "Looking for it. Press Enter to stop.\n"
        await trio.sleep(100)
        slow.done.set()
        await trio.sleep(0)
        await anna.told()
        assert found == ["found"]


@pytest.mark.parametrize("line", ["", "  ", "stop", "STOP "])
async def test_empty_line_or_stop_ends_it_at_once(line: str, autojump_clock: object) -> None:
    async with open_house() as house:
        slow = Slow()
        anna, found = begin(house, slow.work)
        await trio.sleep(1)
        await anna.told(line)
        assert (found, slow.was_cancelled) == ([None], True)
        await anna.told("after")
        assert found == [None, "after"]


@pytest.mark.parametrize("key", ["c-c", "escape", "c-d"])
async def test_key_ends_it_in_lines(key: str, autojump_clock: object) -> None:
    async with open_house() as house:
        slow = Slow()
        anna, found = begin(house, slow.work)
        await trio.sleep(1)
        await anna.pressed(key)
        assert (found, slow.was_cancelled) == ([None], True)


async def test_lines_that_were_typed_ahead_are_kept(autojump_clock: object) -> None:
    async with open_house() as house:
        slow = Slow()
        anna, found = begin(house, slow.work)
        await trio.sleep(1)
        await anna.told("one", "two", "stop")
        assert found == [None, "one"]
        anna, found = begin(house, slow.work)
        await trio.sleep(1)
        await anna.told("typed ahead")
        slow.done.set()
        await anna.told()
        assert found == ["found", "typed ahead"]


async def test_hanging_up_ends_the_work_and_the_visit(autojump_clock: object) -> None:
    async with open_house() as house:
        slow = Slow()
        anna, found = begin(house, slow.work)
        await trio.sleep(1)
        anna.hang_up()
        assert await anna.left() == 0
        assert (found, slow.was_cancelled) == ([], True)


@pytest.mark.parametrize("error", [Refused("Parlour cannot solve it."), JournalError("The disk is full.")])
@pytest.mark.parametrize("pause", [0.0, 3.0])
async def test_what_work_refuses_is_refused(error: Exception, pause: float, autojump_clock: object) -> None:
    async with open_house() as house:

        async def work() -> str:
            await trio.sleep(pause)
            raise error

        anna, found = begin(house, work)
        await trio.sleep(pause + 1)
        assert found == [type(error)]
        await anna.told("after")
        assert found[1:] == ["after"]


async def test_seconds_are_counted_on_a_screen_and_any_key_stops_it(
    autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as house:
        slow = Slow()
        anna = await at_pileon(house, monkeypatch, slow)
        await trio.sleep(0.6)
        assert anna.bottom == "Looking for a way to win. 0 s. Press any key to stop."
        await trio.sleep(40)
        assert anna.bottom == "Looking for a way to win. 40 s. Press any key to stop."
        await anna.pressed("q")
        assert slow.was_cancelled
        assert anna.message == "The search was stopped."
        assert "(y/n)" not in anna.bottom


async def test_colon_ends_it_and_what_follows_is_typed(autojump_clock: object, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        slow = Slow()
        anna = await at_pileon(house, monkeypatch, slow)
        (live,) = house.service._live.values()
        await move(live)
        await anna.pressed("w")
        await trio.sleep(1)
        seq = live.table.seq
        await anna.pressed(":", "R", "u")
        assert slow.was_cancelled
        assert anna.bottom.endswith("Ru")
        await anna.pressed("escape")
        assert live.table.seq == seq


async def test_result_is_told_when_it_is_there(autojump_clock: object, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        slow = Slow()
        anna = await at_pileon(house, monkeypatch, slow)
        await trio.sleep(5)
        slow.done.set()
        await anna.told()
        assert anna.message == "It was found."
        assert "Looking" not in anna.bottom


async def test_news_and_another_window_disturb_nothing(autojump_clock: object, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        slow = Slow()
        anna = await at_pileon(house, monkeypatch, slow)
        await trio.sleep(1)
        (live,) = house.service._live.values()
        await live.say(live.table.chairs[0].person, 0, "hm")
        assert anna.message == "<Anna> hm"
        await anna.resized(Look(rows=30, columns=100))
        assert anna.bottom.startswith("Looking for a way to win.")
        assert slow.is_running
        await anna.resized(Look(rows=5))
        assert slow.is_running
        await anna.told("stop")
        assert slow.was_cancelled


async def test_search_for_a_deal_can_be_stopped_and_one_stays_where_one_was(
    autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as house:
        slow = Slow()
        monkeypatch.setattr(winnability, "find_winnable", lambda *_, **__: slow.work())
        anna = house.enter("Anna")
        await anna.told("new pileon winnable")
        await trio.sleep(1)
        assert anna.text.endswith("Looking for a deal that can be won. Press Enter to stop.\n")
        told = await anna.told("stop")
        assert told == "The search was stopped.\n"
        assert slow.was_cancelled
        assert anna.prompt.text == "lobby> "
        assert await house.tables() == ()


async def test_search_that_was_stopped_ends_a_visit_that_was_for_nothing_else(
    autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as house:
        slow = Slow()
        monkeypatch.setattr(winnability, "find_winnable", lambda *_, **__: slow.work())
        order = Order("pileon", {}, winnable=True)
        anna = house.enter("Anna", errand=lambda visit: arrival.open_table(visit, order))
        await trio.sleep(1)
        anna.press("c-c")
        assert await anna.left() == 0
        assert anna.text.endswith("The search was stopped.\n")


async def test_takeback_that_is_asked_for_meanwhile_can_be_answered_afterwards(
    autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert = await house.seat("Bert", live)
        await move(live, 2)
        slow = Slow()
        monkeypatch.setattr(winnability, "find_winnable", lambda *_, **__: slow.work())
        await bert.told("new pileon winnable", "y")
        await trio.sleep(1)
        await submit(live, Undo(), 0)
        assert "Allow it?" not in bert.prompt.text
        await bert.told("stop")
        assert bert.prompt.text == "Anna asks to take back the last move. Allow it? (y/n) "
        await bert.told("n")
        assert live.table.asks is None
