"""The deals of the day, through bare sessions."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.base.game import Refused
from core.base.message import english
from core.games import GAMES
from core.games.deals.daily import daily_deal
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import seated
from core.sessions.lists import daily
from core.sessions.session import Session
from core.table import Resign
from tests.core.sessions.houses import House, open_house

PILEON = GAMES["pileon"]
ORDER = Order("pileon", {}, daily=True)


async def played(house: House, session: Session) -> str:
    """Today's deal, given up after a move. Returns: the table's id."""
    ref = await tables.open_table(session, ORDER)
    async with seated(session, ref) as seat:
        session.be_at(seat)
        await seat.play(next(iter(seat.moves)))
        assert await daily.daily_begun(session, ORDER) == (ref.id, False)
        await seat.submit(Resign())
        session.be_at(None)
    await house.service.views.settle()
    return ref.id


async def test_only_the_first_game_of_a_deal_counts_and_is_found_again() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        assert await daily.daily_begun(anna, ORDER) is None
        assert anna.visitor.id == ""
        id = await played(house, anna)
        assert await daily.daily_begun(anna, ORDER) == (id, True)
        assert await daily.daily_begun(anna, Order("terrace", {}, daily=True)) is None


async def test_standings_say_how_everybody_fared() -> None:
    async with open_house() as house:
        anna, dora = await house.guest("Anna"), await house.guest("Dora")
        await played(house, anna)
        today = daily.today(dora)
        found = await daily.standings(dora, PILEON, {}, today)
        assert ([name for name, _ in found.results], found.kind, found.day) == (["~Anna"], "pileon", today)
        assert not (await daily.standings(dora, PILEON, {}, today - timedelta(days=1))).results
        lines = [english(line) for line in await daily.overview(dora, today)]
        assert f"pileon, deal {daily_deal('pileon', today)}: 1 player" in lines
        assert len(lines) == len(daily.kinds()) + 2


async def test_nobody_is_told_of_a_day_to_come_nor_of_a_game_without_a_deal_of_the_day() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        tomorrow = daily.today(anna) + timedelta(days=1)
        for later in (tomorrow, date.max):
            with pytest.raises(Refused, match="Type a day until today"):
                await daily.standings(anna, PILEON, {}, later)
            with pytest.raises(Refused, match="Type a day until today"):
                await daily.overview(anna, later)
        with pytest.raises(Refused, match="Mille has no daily deal"):
            await daily.standings(anna, GAMES["mille"], {}, daily.today(anna))


def test_there_is_a_deal_for_each_variant_of_each_solitaire() -> None:
    kinds = daily.kinds()
    assert len(set(kinds)) == len(kinds)
    assert {"pileon", "signora"} <= set(kinds)
    assert not {"mille", "elixir"} & set(kinds)
