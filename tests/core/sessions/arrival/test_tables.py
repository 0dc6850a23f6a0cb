"""Coming to a table."""

from __future__ import annotations

import pytest
from trio.testing import wait_all_tasks_blocked

from core.base.chance import commitment
from core.base.game import Refused
from core.base.message import Message, english
from core.games import GAMES
from core.games.deals.daily import daily_deal
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.fairness import grouped
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef, seated
from core.sessions.limits import Budget
from core.sessions.lists import daily
from core.table import AnswerStandIn, AskStandIn, Resign
from tests.core.sessions.houses import Ears, open_house, play_on


async def test_two_sit_down_and_no_third() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        assert (anna.seats, bert.seats, anna.view.begun) == ((0,), (1,), True)
        with pytest.raises(Refused) as refused:
            await tables.join(await house.guest("Carl"), anna.id)
        assert english(refused.value.message).startswith(f"Table {anna.id} has no free seat")


async def test_table_that_anybody_may_join_is_told_in_the_lobby() -> None:
    async with open_house() as house:
        ears = Ears()
        await house.guest("Bert", ears=ears)
        anna = await house.guest("Anna")
        for order in (Order("pileon", {}), Order("mille", {}, "person")):
            ref = await tables.open_table(anna, order)
        await wait_all_tasks_blocked()
        come, opened = ears.noticed
        assert (come, ref.id in opened) == ("~Anna is here.", True)


async def test_seat_that_is_kept_is_for_nobody_else() -> None:
    async with open_house() as house:
        anna, bert, carl = await house.guests("Anna", "Bert", "Carl")
        ref = await tables.open_table(anna, Order("mille", {}, "person"), kept_for=await bert.identify(), seat=1)
        assert ref.held == Held((1,))
        with pytest.raises(Refused):
            await tables.join(carl, ref.id)
        assert await tables.take_up(bert, ref.id) == TableRef(ref.id, Held((0,)))


async def test_who_turns_a_kept_seat_down_closes_the_table() -> None:
    async with open_house() as house:
        anna, bert, carl = await house.guests("Anna", "Bert", "Carl")
        ref = await tables.open_table(anna, Order("mille", {}, "person"), kept_for=await bert.identify())
        async with seated(anna, ref) as seat:
            await tables.turn_down(carl, ref.id)
            assert not seat.live.table.ended
            await tables.turn_down(bert, ref.id)
            assert seat.live.table.ended


async def test_one_at_a_keyboard_is_two_persons() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        ref = await tables.open_table(anna, Order("elixir", {}, "hotseat"))
        seat = await house.sit(anna, ref)
        assert (ref.held, set(anna.persons)) == (Held((0, 1)), {chair.person for chair in seat.live.table.chairs})
        numbers = set()
        for _ in range(6):
            numbers.add(seat.number)
            await play_on(seat)
        assert numbers == {0, 1}


async def test_order_that_cannot_be_met_opens_nothing() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        with pytest.raises(Refused):
            await tables.open_table(anna, Order("pileon", {"no such": "option"}))
        assert house.service.tables_in_play == 0


async def test_first_game_of_the_days_deal_is_found_again() -> None:
    async with open_house() as house:
        anna, bert = await house.guests("Anna", "Bert")
        order = Order("pileon", {}, daily=True)
        assert await daily.daily_begun(anna, order) is None
        deals = [await tables.find_deal(one, order) for one in (anna, bert)]
        kind = daily.wanted(GAMES["pileon"], {})
        assert deals == [daily_deal(kind, daily.today(anna))] * 2
        ref = await tables.open_table(anna, order, deal=deals[0])
        async with seated(anna, ref) as seat:
            await house.service.views.settle()
            assert await daily.daily_begun(anna, order) == (ref.id, False)
            await play_on(seat)
            await seat.submit(Resign())
        await house.service.views.settle()
        assert await daily.daily_begun(anna, order) == (ref.id, True)
        assert await daily.daily_begun(bert, order) is None


async def test_as_many_look_on_as_find_room() -> None:
    async with open_house(Budget(watchers=1)) as house:
        anna, _ = await house.two_at()
        carl, dora = await house.guests("Carl", "Dora")
        seat = await house.sit(carl, await tables.watch(carl, anna.id))
        carl.be_at(seat)
        with pytest.raises(Refused) as refused:
            await tables.watch(dora, anna.id)
        assert "no room for more watchers" in english(refused.value.message)


async def test_who_is_asked_to_stand_in_plays_at_once_or_learns_when() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        carl = await house.guest("Carl")
        own = await carl.identify()
        await anna.submit(AskStandIn("", 0, own))
        await bert.submit(AnswerStandIn(True))
        assert await tables.take_up(carl, anna.id) == TableRef(anna.id, Held((0,), own))
    async with open_house() as house:
        anna, bert = await house.two_at()
        carl = await house.guest("Carl")
        await anna.submit(AskStandIn("", 3600, await carl.identify()))
        await bert.submit(AnswerStandIn(True))
        said = await tables.take_up(carl, anna.id)
        assert isinstance(said, Message)
        assert english(said).startswith("You will play for ~Anna if they do not move for ")


async def test_next_seed_is_that_of_the_book_and_said_to_be_so() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        for number in range(2):
            said = "\n".join(map(english, await tables.next_seed(anna)))
            async with seated(anna, await house.opened(anna, "mille", opponent="person")) as seat:
                book = seat.view.book
                assert book is not None
                assert book.number == number
                assert f"number {number} of book {book.id}" in said
                assert grouped(book.root) in said


async def test_what_the_house_promised_before_there_were_books_is_kept_at_the_next_table() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        await house.service.directory.promise_again(await anna.identify(), bytes(range(32)))
        assert grouped(commitment(bytes(range(32)))) in "\n".join(map(english, await tables.next_seed(anna)))
        async with seated(anna, await house.opened(anna, "mille", opponent="person")) as seat:
            assert seat.view.commitment == commitment(bytes(range(32)))
            assert seat.view.book is None
        assert "number 0 of book" in english((await tables.next_seed(anna))[0])


async def test_deal_that_an_order_names_is_the_one_that_is_dealt() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        seat = await house.sit(anna, await tables.open_table(anna, Order("pileon", {}, deal=7)))
        assert seat.view.deal == 7
