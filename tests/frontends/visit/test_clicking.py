"""The mouse: on cards and piles, on the keys in the bottom row, and turned off."""

from __future__ import annotations

from typing import Any

from core.games import GAMES
from core.live.live_table import LiveTable
from core.table import Move, Resign
from frontends.visit.destination import ToLobby, ToReplay
from frontends.visit.visit import Visit
from tests.core.parlour import moves, submit
from tests.frontends.recorded import a_recording
from tests.frontends.terminals import House, ListTerminal, open_house


async def seated(house: House, game: str, **more: Any) -> tuple[LiveTable, ListTerminal]:
    players = ("Anna", "Bert")[: GAMES[game].seats]
    live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None)
    return live, await house.seat("Anna", live, screen=True, **more)


def spots(anna: ListTerminal) -> set[str]:
    assert anna.picture is not None
    return {spot.name for spot in anna.picture.spots}


async def test_card_is_taken_and_put_down_with_two_clicks() -> None:
    async with open_house() as house:
        live, anna = await seated(house, "pileon")
        await anna.clicked("1", "15")
        assert live.table.now.plays == 1


async def test_every_game_can_be_played_with_the_mouse_alone() -> None:
    async with open_house() as house:
        for game in GAMES:
            live, anna = await seated(house, game)
            for number in range(300):
                names = sorted(name for name in spots(anna) if not name.startswith(("key ", "message")))
                await anna.clicked(names[number * 7 % len(names)], is_double=number % 3 == 0)
                if live.table.now.plays:
                    break
            assert live.table.now.plays > 0, game


async def test_click_on_the_message_shows_what_happened_lately() -> None:
    async with open_house() as house:
        live, anna = await seated(house, "pileon")
        await submit(live, Move(moves(live)[0]), 0)
        await anna.clicked("message")
        assert "The cards are dealt." in anna.words


async def test_keys_in_the_bottom_row_can_be_clicked() -> None:
    async with open_house() as house:
        live, anna = await seated(house, "pileon")
        await submit(live, Move(moves(live)[0]), 0)
        for name in sorted(spots(anna)):
            if name.startswith("key "):
                before = anna.screen
                await anna.clicked(name)
                assert (anna.screen, anna.rung) != (before, 0) or "Arrows" in name, name
                await anna.pressed("escape", "escape")


async def test_help_undo_and_leave_are_clicked() -> None:
    async with open_house() as house:
        live, anna = await seated(house, "pileon")
        await submit(live, Move(moves(live)[0]), 0)
        assert "page 1 of " in await anna.clicked("key ?") or "any key" in anna.bottom
        await anna.pressed("escape")
        undo = next(name for name in ("key u", "key b") if name in spots(anna))
        await anna.clicked(undo)
        assert live.table.now.plays == 0


async def test_click_beside_everything_does_nothing() -> None:
    async with open_house() as house:
        live, anna = await seated(house, "pileon")
        before, seq = anna.screen, live.table.seq
        anna.click_at(22, 79)
        await anna.pressed()
        assert (anna.screen, anna.rung, live.table.seq) == (before, 0, seq)


async def test_click_answers_no_question_and_puts_a_text_away() -> None:
    async with open_house() as house:
        live, anna = await seated(house, "pileon")
        await anna.pressed("q")
        asked = anna.bottom
        anna.click_at(2, 6)
        await anna.pressed()
        assert anna.bottom == asked
        await anna.pressed("escape", "?")
        anna.click_at(2, 6)
        await anna.pressed()
        assert "page" not in anna.bottom
        assert live.table.now.plays == 0


async def test_mouse_is_left_to_the_terminal_and_taken_back() -> None:
    async with open_house() as house:
        _, anna = await seated(house, "pileon")
        assert anna.has_mouse
        await anna.told("mouse off")
        assert (anna.has_mouse, anna.message) == (False, "The mouse belongs to your terminal again.")
        await anna.pressed("L")
        await anna.told("screen")
        assert not anna.has_mouse
        await anna.told("mouse on")
        assert (anna.has_mouse, anna.message) == (True, "You can play with the mouse, too.")


async def test_keys_of_a_finished_game_are_clicked() -> None:
    async with open_house() as house:
        live, anna = await seated(house, "pileon")
        await submit(live, Resign(), 0)
        await anna.clicked("key r")
        assert "key e" in spots(anna)


async def test_replay_is_clicked_through() -> None:
    recording = await a_recording("mille")

    async def errand(visit: Visit) -> ToReplay:
        return ToReplay(recording, ToLobby())

    async with open_house() as house:
        anna = house.enter("Anna", errand=errand, screen=True)
        await anna.pressed()
        await anna.clicked("key n")
        first = anna.screen
        assert await anna.clicked("key n") != first
        assert await anna.clicked("key b") == first
        await anna.clicked("key Space")
        assert "paused" not in anna.screen
        anna.click_at(3, 3)
        await anna.pressed()
        assert anna.rung == 0
