"""A visit and the others in the house: they know who is there and where, and tell each other things."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from core.base.game import Seat
from core.base.message import message
from core.presence.announcements import AWAY, PAUSE, ROUND
from core.presence.roster import Kind, Notice, Present
from core.scheduling import worker_pool
from core.scheduling.worker_pool import Question, Urgency
from core.sessions.allowances import UNLIMITED, Allowance, Allowances
from core.sessions.limits import Budget
from frontends.terminal.picture import Look
from tests.frontends.terminals import House, ListTerminal, open_house

LEFT = Notice(Kind.TABLE, message("Bert left the table."))
DINNER = Notice(Kind.HOUSE, message("Dinner is ready."), rings=True)


def here(house: House) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(one.name, one.table, one.seats) for one in house.service.presence.everybody()]


async def test_house_knows_who_is_there_and_where() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        stranger = house.enter()
        await stranger.told()
        assert here(house) == []
        await stranger.told("Carl")
        assert here(house) == [("Carl", "", ())]
        anna = await house.seat("Anna", live)
        await stranger.told(f"watch {live.id}")
        assert here(house) == [("Carl", live.id, ()), ("Anna", live.id, (0,))]
        await stranger.told("quit", "name Carlo")
        await anna.told("replay")
        assert here(house) == [("Carlo", "", ()), ("Anna", "", ())]


@pytest.mark.parametrize("line", ["", "new mille"])
async def test_whoever_hangs_up_is_gone(line: str) -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told(*filter(None, [line]))
        anna.hang_up()
        await anna.left()
        assert here(house) == []


async def asked_of_the_computer(house: House, name: str, allowance: Allowance) -> None:
    """Somebody comes, and has made a move that the computer is to answer."""
    one = house.enter(name, allowance=allowance)
    await one.told("new elixir", "roll")
    here = house.visits[one].room.here
    live = house.service.in_play(here.id) if here else None
    assert live is not None
    await one.told(next(iter(live.table.game.moves(live.view(Seat(0)).view))))


async def test_computer_players_of_one_address_take_turns_with_those_of_others() -> None:
    async with open_house() as house:
        budgets, queue = Allowances(Budget()), worker_pool._pool().queue
        for number in range(queue.workers):
            await queue.begin(Question(Urgency.PERSON, f"busy{number}"))
        for name, address in (("Anna", "192.0.2.1"), ("Bert", "192.0.2.1"), ("Carl", "198.51.100.7")):
            await asked_of_the_computer(house, name, budgets.allowance(address))
        await asked_of_the_computer(house, "Dora", UNLIMITED)
        shares = [question.share for question in queue._waiting if question.table]
        assert shares[:3] == ["192.0.2.1", "192.0.2.1", "198.51.100.7"]
        assert shares[3:] == [one.person for one in house.service.presence.named("Dora")]


async def test_whoever_takes_leave_is_gone() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("quit")
        assert (await anna.left(), here(house)) == (0, [])


async def test_it_is_known_since_when_somebody_has_done_nothing() -> None:
    now = 1000.0
    async with open_house(now=lambda: now) as house:
        anna = house.enter("Anna")
        await anna.told()
        (one,) = house.service.presence.everybody()
        now = 1060.0
        await anna.told("help")
        now = 1100.0
        assert (one.came_at, one.heard_at) == (1000.0, 1060.0)


async def test_guest_has_an_id_as_soon_as_something_is_theirs() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told()
        (one,) = house.service.presence.everybody()
        assert (one.person, one.is_guest) == ("", True)
        await anna.told("fair")
        assert house.service.presence.of(house.visits[anna].session.visitor.id) == (one,)


def tell(house: House, notice: Notice = DINNER) -> None:
    house.service.presence.tell(notice, house.service.presence.everybody())


@pytest.mark.parametrize("look", [Look(), Look(reader=True)])
async def test_notice_is_a_line_over_an_open_question(look: Look) -> None:
    async with open_house() as house:
        anna = house.enter("Anna", look=look)
        await anna.told("new elixir person", "say")
        before, prompt = anna.text, anna.prompt.text
        tell(house)
        assert (anna.text[len(before) :], anna.prompt.text, anna.rung) == ("Dinner is ready.\n", prompt, 1)


async def test_notice_stands_in_a_screen_over_what_is_being_typed() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live, screen=True)
        await anna.pressed("'", *"hello, Be")
        tell(house)
        assert anna.message.endswith("Dinner is ready.")
        assert "hello, Be" in anna.bottom


async def drawn(house: House, **more: Any) -> ListTerminal:
    live = await house.set_up("elixir", "Anna", "Bert")
    return await house.seat("Anna", live, screen=True, **more)


async def test_notice_that_comes_while_a_text_is_read_is_there_afterwards() -> None:
    async with open_house() as house:
        anna = await drawn(house)
        await anna.pressed("?")
        tell(house)
        assert "Dinner" not in anna.screen
        await anna.pressed("q")
        assert "Dinner is ready." in anna.message


async def test_nobody_is_told_anything_who_is_gone() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told()
        (one,) = house.service.presence.everybody()
        anna.hang_up()
        await anna.left()
        assert isinstance(one, Present)
        tell(house)
        assert "Dinner" not in anna.text


async def test_turn_at_another_table_is_told_once_with_the_bell(autojump_clock: object) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        await bert.told("quit", "y")
        before, rung = len(bert.text), bert.rung
        await anna.told("p", "d p")
        await trio.sleep(2 * PAUSE)
        told = bert.text[before:]
        assert told.count(f"It is your turn at table {live.id}: Mille.") == 1
        assert bert.rung == rung + 1


async def test_who_waits_for_somebody_is_told_that_they_do_nothing_and_that_they_are_back(
    autojump_clock: object,
) -> None:
    async with open_house(now=trio.current_time) as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        await trio.sleep(AWAY + 2 * ROUND)
        assert bert.text.count("Anna has been idle for 3 minutes.") == 1
        assert "has been idle" not in anna.text
        await anna.told("turn")
        assert bert.text.count("Anna is back.") == 1


async def test_who_opens_a_table_is_not_told_that_it_is_their_turn_there(autojump_clock: object) -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new elixir")
        await trio.sleep(2 * PAUSE)
        assert "It is your turn at" not in anna.text


async def test_what_wants_an_answer_stays_on_a_screen_until_something_is_done() -> None:
    async with open_house() as house:
        anna = await drawn(house)
        tell(house)
        house.service.presence.tell(LEFT, house.service.presence.everybody())
        assert anna.message.endswith("Dinner is ready.")
        await anna.pressed("x")
        house.service.presence.tell(LEFT, house.service.presence.everybody())
        assert anna.message.endswith("Bert left the table.")


async def test_what_came_after_it_stands_beside_a_large_board_at_once() -> None:
    async with open_house() as house:
        anna = await drawn(house, look=Look(rows=43, columns=132))
        tell(house)
        house.service.presence.tell(LEFT, house.service.presence.everybody())
        assert anna.message.endswith("Dinner is ready.")
        assert "Bert left the table." in anna.screen
