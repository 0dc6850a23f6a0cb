"""One person, or two, at one keyboard: whose board is shown, and when it is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from core.live.live_table import LiveTable
from core.sessions.arrival.orders import Order
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from core.table import Move
from frontends.terminal.picture import Look
from frontends.visit.table import arrival
from frontends.visit.visit import Visit
from tests.core.games.mille.positions import cards, given
from tests.core.parlour import moves, submit
from tests.frontends.terminals import House, ListTerminal, open_house

PASS = "Pass the keyboard to Bea, then press Enter."
BACK = "Pass the keyboard to Ann, then press Enter."
MODES = pytest.mark.parametrize("screen", [False, True])


async def at_one_keyboard(house: House, game: str, state: Any = None, **more: Any) -> tuple[LiveTable, ListTerminal]:
    """Ann and Bea at a new game."""
    live = await house.set_up(game, "Ann", "Bea", state=state)
    own = {chair.person for chair in live.table.chairs}

    async def errand(visit: Visit) -> TableRef:
        visit.session.persons |= own
        return TableRef(live.id, Held((0, 1)))

    ann = house.enter("Ann", errand=errand, **more)
    await ann.told()
    return live, ann


async def pass_on(live: LiveTable) -> None:
    """Whoever is in turn plays until it is the other's turn."""
    seat = live.turn[0]
    while seat in live.turn:
        await submit(live, Move(next(text for text in moves(live) if text == "p" or text.startswith("d "))), seat)


@MODES
async def test_hidden_hand_is_behind_a_curtain_until_enter_is_pressed(screen: bool) -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "mille", screen=screen)
        assert PASS not in ann.words
        before = len(ann.text)
        await pass_on(live)
        told = ann.screen if screen else ann.text[before:]
        assert PASS in (ann.screen if screen else ann.prompt.text)
        assert "Your hand:" not in told
        assert "Deck" not in told
        if screen:
            assert "Hand 1" not in await ann.pressed("tab", "?", "T", "h", "x")
            assert PASS in ann.screen
            await ann.pressed("enter")
        else:
            told = await ann.told("")
            assert "Your hand:" in told
        assert PASS not in (ann.screen if screen else ann.prompt.text)
        assert ("Pick a card." if screen else "your move> ") in (ann.screen if screen else ann.prompt.text)


@MODES
async def test_curtain_falls_each_time_the_keyboard_is_passed_on(screen: bool) -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "mille", screen=screen)
        for sentence in (PASS, BACK, PASS):
            await pass_on(live)
            assert sentence in (ann.screen if screen else ann.prompt.text)
            await (ann.pressed("enter") if screen else ann.told(""))


async def test_nothing_of_the_hand_is_seen_through_the_curtain() -> None:
    async with open_house() as house:
        hidden = given(hands=(cards(*("25",) * 7), cards(*("Out of Gas",) * 6)), deck=cards(*("Accident",) * 20))
        live, ann = await at_one_keyboard(house, "mille", hidden, screen=True, look=Look(rows=43, columns=132))
        await submit(live, Move("d 1"), 0)
        for key in ("c-l", "h", "T", "?", "m", "tab", "a", "1", "u", "L"):
            await ann.pressed(key)
            assert PASS in ann.screen, key
            assert "Gas" not in ann.screen, key
        assert "Gas" in await ann.pressed("enter")


async def test_leaving_is_possible_behind_the_curtain() -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "mille", screen=True)
        await pass_on(live)
        await ann.pressed("q")
        assert ann.bottom == "Leave the table? The game is saved. (y/n)"
        await ann.pressed("n")
        assert PASS in ann.screen
        await ann.pressed("c-c", "y")
        assert await ann.left() == 0


@MODES
async def test_click_or_line_lifts_the_curtain_and_does_nothing_else(screen: bool) -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "mille", screen=screen)
        await pass_on(live)
        seq = live.table.seq
        if screen:
            ann.click_at(5, 5)
            await ann.pressed()
        else:
            await ann.told("d 1")
        assert PASS not in (ann.screen if screen else ann.prompt.text)
        assert live.table.seq == seq


@MODES
async def test_game_that_hides_nothing_has_no_curtain(screen: bool) -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "elixir", screen=screen)
        for _ in range(6):
            await submit(live, Move(moves(live)[0]), live.turn[0])
            assert "keyboard" not in ann.words + ann.prompt.text


async def test_curtain_does_not_fall_when_the_game_is_over() -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "mille")
        await ann.told("resign", "y")
        assert ann.prompt.text == "over> "
        assert live.table.ended is not None


async def test_partners_are_called_as_they_were_named_everywhere() -> None:
    order = Order("mille", {}, "hotseat", partners=("Ann", "Bea"))
    async with open_house() as house:
        ann = house.enter("Ann", errand=lambda visit: arrival.open_table(visit, order))
        assert "~Ann against ~Bea" in await ann.told("table", "board", "new")
        await ann.told("y")
        assert "Ann 2" not in ann.text
        for id in await house.tables():
            async with house.service.table(id, attended=False) as live:
                assert live.names == ("~Ann", "~Bea")


async def test_partners_without_names_are_called_apart() -> None:
    async with open_house() as house:
        for name in ("Anna", "Anna 2", f"{'a' * 22} 2"):
            anna = house.enter(name)
            await anna.told("new elixir hotseat")
            async with house.service.table((await house.tables())[0], attended=False) as live:
                assert len(set(live.names)) == 2
                assert live.names[0] == f"~{name}"


async def test_one_person_who_plays_both_seats_takes_back_without_being_asked() -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "elixir")
        for _ in range(2):
            await submit(live, Move(moves(live)[0]), live.turn[0])
        assert live.turn == (1,)
        await ann.told("undo")
        assert live.turn == (0,)
        assert ann.prompt.text == "your move> "
        assert "Allow it?" not in ann.text


async def test_one_person_who_plays_both_seats_sees_with_the_eyes_of_whoever_is_to_move() -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "elixir")
        for seat in (0, 1, 0):
            assert live.turn == (seat,)
            await ann.told("roll")
            await ann.told(moves(live)[0])
            assert ann.prompt.text == "your move> "


async def test_talk_is_that_of_whoever_is_shown_the_board() -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "elixir")
        await ann.told("say hello", "roll", moves(live)[0])
        await ann.told(moves(live)[0], "say hi")
        assert [live.quote(line).args[0][1] for line in live.said] == ["Ann", "Bea"]
