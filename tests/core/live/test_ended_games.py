"""The end of a game: who knows of it is noted with them, once."""

from __future__ import annotations

from functools import partial

import trio

from core.sessions.at_table.seat import Seat
from core.table import Resign
from tests.core.sessions.houses import House, open_house, play_on
from tests.patience import PATIENCE


async def ended_by_anna(house: House) -> tuple[Seat, Seat]:
    """A game that Anna has given up before the eyes of Bert."""
    anna, bert = await house.two_at("elixir")
    for seat in (anna, bert):
        await seat.session.identify()
        seat.session.be_at(seat)
    await play_on(anna, bert, moves=4)
    await anna.submit(Resign())
    return anna, bert


async def noted(house: House, seat: Seat) -> int:
    """Up to when somebody knows how their games ended, as far as that is noted."""
    return (await house.service.directory.person(await seat.session.identify())).told


async def test_it_is_noted_with_who_sat_there_and_did_not_end_it() -> None:
    async with open_house() as house:
        anna, bert = await ended_by_anna(house)
        with trio.fail_after(PATIENCE):
            while not await noted(house, bert):
                await trio.lowlevel.checkpoint()
        assert await noted(house, bert) == round(bert.live.table.at * 1000)
        assert await noted(house, anna) == 0


async def test_what_is_noted_does_not_go_back() -> None:
    async with open_house() as house:
        _, bert = await ended_by_anna(house)
        note = partial(house.service.directory.note_told, await bert.session.identify())
        assert (await note(2e9)).told == 2_000_000_000_000
        seq = (await note(1e9)).seq
        assert (await note(2e9)).seq == seq
        assert await noted(house, bert) == 2_000_000_000_000
