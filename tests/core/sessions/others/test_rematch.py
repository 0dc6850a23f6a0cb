"""The same game once more, through bare sessions."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import Seat
from core.sessions.others import rematch
from core.table import Resign
from tests.core.sessions.houses import House, open_house


async def people_at(house: House, id: str) -> list[str]:
    async with house.service.table(id, attended=False) as live:
        name = house.service.directory.name
        return [chair.bot or (name(chair.person) if chair.person else "") for chair in live.table.chairs]


async def over(house: House) -> tuple[Seat, Seat]:
    """A game between two that one of them has given up."""
    anna, bert = await house.two_at("elixir")
    await anna.submit(Resign())
    return anna, bert


@pytest.mark.parametrize(("swaps", "names"), [(False, ["Anna", "Bert"]), (True, ["Bert", "Anna"])])
async def test_who_asks_second_joins_who_asked_first(swaps: bool, names: list[str]) -> None:
    async with open_house() as house:
        anna, bert = await over(house)
        first = await rematch.rematch(anna, swaps=swaps)
        second = await rematch.rematch(bert, swaps=swaps)
        assert first.id == second.id
        assert await people_at(house, first.id) == names


async def test_who_wants_the_seats_swapped_is_not_put_on_the_old_ones() -> None:
    async with open_house() as house:
        anna, bert = await over(house)
        first = await rematch.rematch(anna)
        second = await rematch.rematch(bert, swaps=True)
        assert first.id != second.id
        async with house.service.table(first.id, attended=False) as live:
            assert live.table.ended is not None  # it was turned down
        assert await people_at(house, second.id) == ["Bert", ""]
        third = await rematch.rematch(anna, swaps=True)
        assert third.id == second.id


@pytest.mark.parametrize("swaps", [False, True])
async def test_computer_plays_again_at_the_same_level(swaps: bool) -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        opened = await tables.open_table(anna, Order("elixir", {}, "computer", level="strong"))
        seat = await house.sit(anna, opened)
        bot = seat.live.table.chairs[1].bot
        await seat.submit(Resign())
        again = await rematch.rematch(seat, swaps=swaps)
        assert again.held.seats == (int(swaps),)
        assert await people_at(house, again.id) == ([bot, "Anna"] if swaps else ["Anna", bot])


async def test_nothing_is_played_again_before_it_is_over_or_by_who_looks_on() -> None:
    async with open_house() as house:
        anna, _ = await house.two_at("elixir")
        carl = await house.guest("Carl")
        watcher = await house.sit(carl, await tables.watch(carl, anna.id))
        for seat, why in ((anna, rematch.NOT_OVER), (watcher, rematch.ALONE)):
            assert rematch.objection(seat) == why
            with pytest.raises(Refused):
                await rematch.rematch(seat)


async def test_who_has_gone_is_not_asked() -> None:
    async with open_house() as house:
        anna, bert = await over(house)
        bert.session.leave()
        with pytest.raises(Refused, match="Bert is not here now"):
            await rematch.rematch(anna)


async def test_order_for_the_same_says_what_was_played() -> None:
    async with open_house() as house:
        anna, _ = await house.two_at("mille", clock=60)
        order = rematch.same(anna)
        assert (order.game, order.opponent, order.clock) == ("mille", "person", 60)
        carl = await house.guest("Carl")
        seat = await house.sit(
            carl, await tables.open_table(carl, Order("elixir", {}, "hotseat", partners=("", "Dora")))
        )
        assert rematch.same(seat).partners == ("Carl", "Dora")
