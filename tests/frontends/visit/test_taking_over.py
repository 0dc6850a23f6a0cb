"""One person at one seat from two clients."""

from __future__ import annotations

import pytest

from frontends.terminal.picture import Look
from tests.frontends.terminals import House, ListTerminal, open_house

TOLD = "You sat down at this table in another window. To take the seat back: go"


def seats(house: House, terminal: ListTerminal) -> tuple[int, ...]:
    here = house.visits[terminal].room.here
    assert here is not None
    return here.held.seats


async def test_first_client_is_told_and_looks_on_and_sees_no_hand_any_more() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        first = await house.seat("Anna", live)
        second = await house.seat("Anna", live)
        assert TOLD in " ".join(first.text.split())
        assert first.rung == 1
        assert (seats(house, first), seats(house, second)) == ((), (0,))
        assert house.visits[first].room.table.seat is None  # type: ignore[attr-defined]  # it is a table
        assert "Your hand" not in await first.told("board")
        seq, told = live.table.seq, await first.told("p")
        assert live.table.seq == seq
        assert "is not a command here" in told


async def test_second_client_plays_and_the_first_follows() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        first, second = await house.seat("Anna", live), await house.seat("Anna", live)
        before = len(first.text)
        move = next(iter(live.table.game.moves(live.view(house.visits[second].room.own.viewer).view)))  # type: ignore[attr-defined]  # a table
        await second.told(move)
        assert live.table.now.plays == 1
        assert len(first.text) > before


async def test_seat_can_be_taken_back_from_the_lobby() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        first, second = await house.seat("Anna", live), await house.seat("Anna", live)
        await first.told("quit", f"resume {house.code('Anna', live)}")
        assert (seats(house, first), seats(house, second)) == ((0,), ())


async def test_go_takes_it_back_at_once() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        first, second = await house.seat("Anna", live), await house.seat("Anna", live)
        await house.service.views.settle()
        first.type("go")
        await first.wait(lambda: seats(house, first) == (0,))
        assert seats(house, second) == ()


async def test_other_player_and_watchers_keep_their_places() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert, carl = await house.seat("Bert", live), await house.look_on("Carl", live)
        await house.seat("Anna", live)
        await house.seat("Anna", live)
        assert (seats(house, bert), seats(house, carl)) == ((1,), ())
        assert TOLD not in " ".join((bert.text + carl.text).split())


@pytest.mark.parametrize("game", ["mille", "elixir"])
async def test_who_looks_on_after_that_sees_it_on_a_screen_too(game: str) -> None:
    async with open_house() as house:
        look = Look(utf8=True, colour=True, single_keys=True)
        live = await house.set_up(game, "Anna", "Bert")
        first = await house.seat("Anna", live, screen=True, look=look)
        await house.seat("Anna", live)
        assert "You sat down at this table in another window" in first.message
        assert first.on_screen
        assert seats(house, first) == ()
