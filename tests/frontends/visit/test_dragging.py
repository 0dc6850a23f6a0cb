"""Drag and drop: a card that is pressed on and let go on another place is moved there."""

from __future__ import annotations

from core.base.game import Seat
from core.games.mille.cards import Card
from core.games.mille.state import SLOTS
from core.table import Move
from frontends.screens.mille.places import DISCARD
from tests.core.parlour import submit
from tests.frontends.terminals import COMP, elixir, open_house, pileon


async def test_pile_is_dragged_onto_another() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        await anna.dragged("2", "15")
        assert live.table.now.plays == 1
        assert len(live.view(Seat(0)).view.piles[14]) > 0


async def test_pile_that_was_chosen_before_is_dragged_all_the_same() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        await anna.clicked("2")
        await anna.dragged("2", "15")
        assert live.table.now.plays == 1


async def test_what_is_dragged_nowhere_is_put_back_and_says_why() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        await anna.dragged("1", "2")
        assert live.table.now.plays == 0
        assert anna.message
        assert "in hand" not in anna.screen
        assert anna.rung == 1


async def test_click_that_slips_on_its_card_is_a_click() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        await anna.dragged("2", "2")
        assert "in hand" in anna.screen
        await anna.clicked("15")
        assert live.table.now.plays == 1


async def test_second_click_that_slips_takes_nothing_up_again() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        await anna.clicked("2")
        await anna.dragged("15", "3")
        assert live.table.now.plays == 1
        assert "in hand" not in anna.screen


async def test_card_of_terrace_is_dragged_to_a_column_and_to_a_foundation() -> None:
    async with open_house() as house:
        live = await house.set_up("terrace", "Anna", deal=7)
        anna = await house.seat("Anna", live, screen=True)
        await anna.dragged("t1", "f1")
        assert live.view(Seat(0)).view.base
        view = live.view(Seat(0)).view
        typed = next(typed for typed in live.table.game.moves(view) if typed.split()[-1].startswith("t"))
        await anna.dragged(*typed.split())
        assert live.table.now.plays == 2


async def test_card_of_mille_is_dragged_to_the_discard_pile() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await house.seat("Anna", live, screen=True)
        await submit(live, Move("p"), 0)
        await anna.dragged(SLOTS[3], DISCARD)
        assert isinstance(live.view(Seat(0)).view.discard, Card)


async def test_block_of_elixir_is_dragged_from_its_tile_to_its_end() -> None:
    async with open_house() as house:
        live, anna = await elixir(house, screen=True)
        await anna.pressed("enter")
        view = live.view(Seat(0)).view
        first = view.rolled[0]
        towards = -1 if first[0] > "c" else 1
        await anna.dragged(first, f"{chr(ord(first[0]) + 2 * towards)}{first[1:]}")
        assert live.table.now.plays == 2
        assert live.table.now.state.placed is not None


async def test_nothing_is_dragged_while_a_question_is_asked() -> None:
    async with open_house() as house:
        live, anna = await pileon(house, screen=True)
        await anna.pressed("q")
        asked = anna.bottom
        await anna.dragged("2", "15")
        assert (anna.bottom, live.table.now.plays) == (asked, 0)
