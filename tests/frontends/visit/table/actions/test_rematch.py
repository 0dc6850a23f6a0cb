"""The same game again: with the computer, with the same person, with the other one beginning."""

from __future__ import annotations

import pytest

from core.live.live_table import LiveTable
from tests.core.parlour import move
from tests.frontends.terminals import House, ListTerminal, open_house

BOTH_MOVED = 3
"""Moves in El-Ixir until each of the two has made one."""


async def over(house: House) -> tuple[ListTerminal, ListTerminal]:
    live = await house.set_up("elixir", "Anna", "Bert")
    anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
    await move(live, BOTH_MOVED)
    assert "Bert wins" in await anna.told("resign", "y")
    return anna, bert


AGAIN = "Anna wants to play El-Ixir again. Type accept, or decline."
SWAPPED = "Anna wants to play El-Ixir again, with the seats swapped. Type accept, or decline."


@pytest.mark.parametrize(
    ("word", "said", "names"),
    [("rematch", AGAIN, ("~Anna", "~Bert")), ("swap", SWAPPED, ("~Bert", "~Anna"))],
)
@pytest.mark.parametrize("answer", ["accept", "rematch"])
async def test_both_play_again_whoever_asked_first(word: str, said: str, names: tuple[str, str], answer: str) -> None:
    async with open_house() as house:
        anna, bert = await over(house)
        await anna.told(word)
        assert said in bert.words
        await bert.told(answer)
        (id,) = set(await house.tables()) - {anna_table(house, anna, ended=True)}
        live = house.service.in_play(id)
        assert live is not None
        assert (tuple(str(name).strip("~") for name in live.names), live.table.begun) == (
            tuple(str(name).strip("~") for name in names),
            True,
        )


def table_of(house: House, person: ListTerminal) -> LiveTable:
    here = house.visits[person].room.here
    live = house.service.in_play(here.id) if here else None
    assert live is not None
    return live


async def test_both_want_the_seats_swapped() -> None:
    async with open_house() as house:
        anna, bert = await over(house)
        await anna.told("swap")
        await bert.told("swap")
        live = table_of(house, bert)
        assert (live.names, live.table.begun) == (("Bert", "Anna"), True)


async def test_who_wants_the_seats_swapped_is_not_put_on_the_old_ones_by_who_was_quicker() -> None:
    async with open_house() as house:
        anna, bert = await over(house)
        await anna.told("rematch")
        left = table_of(house, anna).id
        await bert.told("swap")
        assert "Bert wants to play El-Ixir again, with the seats swapped. Type accept, or decline." in anna.words
        assert "Nobody came to play, so the table is closed." in anna.words
        await anna.told("accept")
        live = table_of(house, anna)
        assert live.id != left
        assert (live.names, live.table.begun) == (("Bert", "Anna"), True)


async def test_rematch_has_a_key_and_a_place_in_the_key_bar_where_a_person_is_played_against() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live, screen=True), await house.seat("Bert", live)
        await bert.told("resign", "y")
        assert anna.bottom.startswith("R rematch  W where  n new")
        await anna.pressed("R")
        assert "Anna wants to play Mille again." in bert.text


def anna_table(house: House, anna: ListTerminal, *, ended: bool) -> str:
    left = house.visits[anna].session.left
    assert left is not None
    return left[0]


async def test_computer_begins_after_a_swap() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new elixir level=easy", "resign", "y", "swap")
        ((id),) = set(await house.tables()) - {anna_table(house, anna, ended=True)}
        live = house.service.in_play(id)
        assert live is not None
        assert [chair.bot != "" for chair in live.table.chairs] == [True, False]


async def test_nothing_is_played_again_before_it_is_over_or_alone() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        assert "This game is not over yet." in await anna.told("new elixir", "rematch")
        await anna.told("quit", "y", "new pileon deal=7", "resign", "y")
        assert "only in a game between two people" in await anna.told("swap")


async def test_who_has_gone_is_not_asked() -> None:
    async with open_house() as house:
        anna, bert = await over(house)
        bert.hang_up()
        await bert.left()
        assert "Bert is not here now." in await anna.told("rematch")
