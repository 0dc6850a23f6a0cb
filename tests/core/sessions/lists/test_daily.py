"""The deals of the day, through bare sessions."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.base.durations import DAY
from core.base.game import Refused
from core.base.message import english
from core.books.daily_chains_service import chains_of
from core.games import GAMES, NUMBERED
from core.games.deals.daily import daily_deal, deal_of
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table import fairness
from core.sessions.at_table.seat import seated
from core.sessions.lists import daily
from core.sessions.session import Session
from core.table import Resign
from tests.clock import BEGIN
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
        assert len(lines) == len(NUMBERED) + 2


async def test_sealed_day_is_dealt_and_listed_by_its_secret() -> None:
    now = [BEGIN]
    async with open_house(now=lambda: now[0]) as house:
        dailies = house.service.dailies
        await dailies.seal()
        anna = await house.registered("Anna")
        for sealed in (False, True):
            ref = await tables.open_table(anna, ORDER)
            async with seated(anna, ref) as seat:
                assert (seat.view.daily is not None) == sealed
                assert seat.view.deal == await daily.deal_on(anna, "pileon", dailies.today)
            lines = [english(line) for line in await daily.overview(anna, dailies.today)]
            assert f"pileon, deal {seat.view.deal}: 1 player" in lines
            assert any("these digits sealed them" in line for line in lines) == sealed
            said = [english(line) for line in await tables.next_seed(anna)]
            assert any("Hashed once, the secret of" in line for line in said) == sealed
            assert any("fix the daily deals from" in line for line in said)
            now[0] += DAY


async def test_number_of_a_day_to_come_tells_nothing_when_it_is_played() -> None:
    """Given two guests who play tomorrow's number and any other one: both are told the same."""
    async with open_house() as house:
        await house.service.dailies.seal()
        tomorrow = house.service.dailies.today + timedelta(1)
        known = deal_of("pileon", tomorrow, (await chains_of(house.service.journal)).of(tomorrow))
        anna = await house.guest("Anna")
        for deal in (known, known + 1):
            ref = await tables.open_table(anna, Order("pileon", {}, deal=deal))
            async with seated(anna, ref) as seat:
                assert seat.view.daily is None
                assert [english(line) for line in fairness.proof(seat.view)] == [
                    f"Deal {deal}: everybody who asks for that number gets the same."
                ]
        with pytest.raises(Refused, match="Type a day until today"):
            await daily.overview(anna, tomorrow)


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
    assert len(set(NUMBERED)) == len(NUMBERED)
    assert {"pileon", "signora"} <= set(NUMBERED)
    assert not {"mille", "elixir"} & set(NUMBERED)
