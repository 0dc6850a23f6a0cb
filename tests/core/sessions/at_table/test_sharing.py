"""Showing a game to others, through bare sessions."""

from __future__ import annotations

import pytest

from core.base.durations import DAY
from core.base.game import SPECTATOR, Refused
from core.base.message import english
from core.games.deals.daily import daily_deal
from core.replay.share_codes import SharedDeal, SharedGame, code_of, read_code
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.arrival.table_access import recall
from core.sessions.at_table.seat import seated
from core.sessions.at_table.sharing import order_of, share
from core.table import Resign, Undo
from tests.clock import BEGIN
from tests.core.sessions.houses import open_house


async def test_solitaire_is_shared_as_a_deal_at_any_time_and_with_its_result_when_it_is_over() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with seated(anna, await house.opened(anna, "pileon", deal=7)) as seat:
            before = share(seat)
            assert (english(before.line), before.game) == ("Parlour Pileon, deal 7", "")
            await seat.play(next(iter(seat.moves)))
            await seat.submit(Undo())
            await seat.play(next(iter(seat.moves)))
            await seat.submit(Resign())
            found = share(seat)
            assert english(found.line) == "Parlour Pileon, deal 7: 0 of 52 in 1 move, helped once"
            assert order_of(read_code(found.deal)) == Order("pileon", {}, deal=7)
            assert order_of(read_code(found.game)) == seat.id


async def test_daily_deal_is_named_by_its_day() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with seated(anna, await tables.open_table(anna, Order("pileon", {}, daily=True))) as seat:
            await seat.play(next(iter(seat.moves)))
            await seat.submit(Resign())
            assert english(share(seat).line).startswith("Parlour Pileon 20")


async def test_number_of_the_open_formula_is_no_daily_deal_on_a_sealed_day() -> None:
    now = [BEGIN]
    async with open_house(now=lambda: now[0]) as house:
        await house.service.dailies.seal()
        now[0] += DAY
        anna, today = await house.guest("Anna"), house.service.dailies.today
        deal = daily_deal("pileon", today)
        for order, line in (
            (Order("pileon", {}, deal=deal), f"Parlour Pileon, deal {deal}: "),
            (Order("pileon", {}, daily=True), f"Parlour Pileon {today}: "),
        ):
            async with seated(anna, await tables.open_table(anna, order)) as seat:
                await seat.play(next(iter(seat.moves)))
                await seat.submit(Resign())
                assert english(share(seat).line).startswith(line)


async def test_game_for_two_is_shared_when_it_is_over_by_whoever_sees_it() -> None:
    async with open_house() as house:
        dora = await house.guest("Dora")
        anna, bert = await house.two_at()
        watcher = await house.sit(dora, await tables.watch(dora, anna.id))
        with pytest.raises(Refused, match="You can share this game when it is over"):
            share(anna)
        await bert.submit(Resign())
        for seat in (anna, watcher):
            found = share(seat)
            said = english(found.line, found.names)
            assert said.startswith("Parlour Mille 20")
            assert said.endswith(": ~Bert resigned before both had moved: nobody wins.")
            assert (found.deal, read_code(found.game)) == ("", SharedGame(anna.id))


async def test_code_of_a_running_game_opens_nothing_that_is_hidden() -> None:
    async with open_house() as house:
        dora = await house.guest("Dora")
        anna, _ = await house.two_at()
        opened = order_of(read_code(code_of(SharedGame(anna.id))))
        assert isinstance(opened, str)
        recording = await recall(dora, opened)
        assert recording.perspectives == (SPECTATOR,)


@pytest.mark.parametrize("kind", ["mille", "nosuch", "elixir"])
def test_deal_of_a_game_without_numbers_is_refused(kind: str) -> None:
    with pytest.raises(Refused):
        order_of(read_code(code_of(SharedDeal(kind, 7))))


def test_variant_is_opened_as_such() -> None:
    assert order_of(SharedDeal("signora", 9)) == Order("terrace", {"variant": "signora"}, deal=9)
