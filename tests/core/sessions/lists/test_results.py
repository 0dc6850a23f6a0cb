"""What came of a game that is over, through bare sessions."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import english
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import seated
from core.sessions.lists import results
from core.table import Resign
from tests.core.sessions.houses import open_house

DAILY = Order("pileon", {}, daily=True)


async def test_game_is_summed_up_once_it_is_over_for_those_who_look_on_too() -> None:
    async with open_house() as house:
        dora = await house.guest("Dora")
        anna, bert = await house.two_at()
        watcher = await house.sit(dora, await tables.watch(dora, anna.id))
        with pytest.raises(Refused, match="The game is not over yet"):
            await results.summary(anna)
        await bert.submit(Resign())
        for seat in (anna, watcher):
            found = await results.summary(seat)
            told = [english(line, found.names) for line in found.told]
            assert "~Bert resigned before both had moved: nobody wins." in told
            assert found.daily is None


async def test_daily_deal_has_a_result_and_a_streak_for_who_has_played_it() -> None:
    async with open_house() as house:
        anna, dora = await house.guest("Anna"), await house.guest("Dora")
        ref = await tables.open_table(anna, DAILY)
        async with seated(anna, ref) as seat, seated(dora, await tables.watch(dora, ref.id)) as watcher:
            await seat.play(next(iter(seat.moves)))
            with pytest.raises(Refused, match="The game is not over yet"):
                await results.daily(seat)
            await seat.submit(Resign())
            own, seen = await results.daily(seat), await results.daily(watcher)
            assert own is not None
            assert seen is not None
            assert (own.result, seen.streaks) == (seen.result, None)
            assert own.streaks is not None
            assert (own.streaks.now, own.streaks.best) == (0, 0)
            assert (await results.summary(seat)).daily == own


async def test_other_deals_have_no_result() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with seated(anna, await house.opened(anna, "pileon", deal=7)) as seat:
            await seat.submit(Resign())
            assert await results.daily(seat) is None
