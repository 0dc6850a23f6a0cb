"""Demonstrations: the computer plays on, at the speed one likes, until one stops it."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from core.base.message import english
from core.live.live_table import LiveTable
from core.sessions.journal_errors import FAILED
from core.table import Resign
from frontends.terminal.picture import Look
from frontends.visit.table.actions.demonstration import PACES, SPEEDS
from tests.core.parlour import move, submit, until
from tests.frontends.journals import broken_house
from tests.frontends.terminals import COMP, House, ListTerminal, open_house, quiet

MODES = pytest.mark.parametrize("screen", [False, True])
OVER = "The demonstration is over."


async def mille(house: House, **more: Any) -> tuple[LiveTable, ListTerminal]:
    """A game whose computer player decides at once; the other side waits, so that a turn is all there is to see."""
    live = await house.set_up("mille", "Anna", "Bert" if more.pop("against", "") else COMP)
    return live, await house.seat("Anna", live, **more)


async def running(house: House, speed: str = "", **more: Any) -> tuple[LiveTable, ListTerminal]:
    """A demonstration of both sides by one person."""
    live = await house.set_up("mille", "Anna", COMP)
    live.attended = False
    anna = await house.seat("Anna", live, **more)
    await (anna.pressed("A") if anna.on_screen and not speed else anna.told(f"demo {speed}".strip()))
    return live, anna


def test_faster_is_fewer_seconds() -> None:
    assert sorted(PACES, reverse=True) == list(PACES)
    assert PACES[SPEEDS["slow"]] > PACES[SPEEDS["normal"]] > PACES[SPEEDS["fast"]]


@MODES
async def test_it_goes_on_by_itself_at_its_pace(screen: bool, autojump_clock: object) -> None:
    async with open_house() as house:
        live, _ = await running(house, screen=screen)
        assert live.table.now.plays == 0
        await trio.sleep(PACES[SPEEDS["normal"]] + 0.01)
        assert live.table.now.plays >= 1
        await trio.sleep(60)
        assert live.table.now.plays > 20


@pytest.mark.parametrize("word", ["slow", "normal", "fast", "FAST"])
async def test_speed_is_chosen_by_word(word: str, autojump_clock: object) -> None:
    async with open_house() as house:
        live, _ = await running(house, word)
        pace = PACES[SPEEDS[word.lower()]]
        await trio.sleep(pace - 0.01)
        assert live.table.now.plays == 0
        await trio.sleep(0.02)
        assert live.table.now.plays >= 1


async def test_speed_that_there_is_not_is_refused(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await mille(house)
        assert "Type demo, demo slow or demo fast" in await anna.told("demo quickly")
        await trio.sleep(60)
        assert live.table.now.plays == 0


@MODES
async def test_speed_is_changed_within_its_limits(screen: bool) -> None:
    async with open_house() as house:
        _, anna = await running(house, screen=screen)

        async def change(key: str) -> str:
            return await anna.pressed(key) if screen else await anna.told(key)

        for key, end in (("+", len(PACES)), ("-", 1)):
            for _ in PACES:
                told = await change(key)
            assert f"speed {end} of {len(PACES)}" in told.lower()
        assert ("Demonstration" in anna.bottom) if screen else (anna.prompt.text == "")


async def test_moves_are_told_in_sentences_and_the_position_at_the_end(autojump_clock: object) -> None:
    async with open_house() as house:
        _, anna = await running(house, "fast")
        before = len(anna.text)
        await trio.sleep(10)
        assert anna.prompt.text == ""
        told = anna.text[before:]
        assert "Your hand:" not in told
        assert all(
            line.startswith(("You", "Comp", "The hand", "A hand", "Take", "There")) for line in told.splitlines()
        )
        told = await anna.told("")
        assert told.count("Your hand:") <= 1
        assert told.endswith(f"{OVER}\n")


@pytest.mark.parametrize("key", ["q", "x", "enter", "c-c", "escape", "u"])
async def test_any_other_key_stops_it_and_does_nothing_else(key: str, autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await running(house, screen=True)
        await trio.sleep(5)
        seq = live.table.seq
        await anna.pressed(key)
        assert anna.message == OVER
        assert "(y/n)" not in anna.bottom
        assert live.table.seq == seq


async def test_any_other_line_stops_it_and_is_heeded(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await running(house)
        await anna.told("say enough")
        assert live.said[-1].text == "enough"
        assert OVER in anna.text
        live, anna = await running(house)
        await anna.told("quit")
        assert anna.prompt.text == "Leave the table? The game is saved. (y/n) "


async def test_line_that_stops_it_may_change_the_mode() -> None:
    async with open_house() as house:
        _, anna = await running(house, screen=True)
        await anna.told("lines")
        assert not anna.on_screen
        _, anna = await running(house)
        await anna.told("screen")
        assert anna.on_screen


@MODES
async def test_it_ends_with_the_game(screen: bool, autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await running(house, screen=screen)
        await submit(live, Resign(), 0)
        await trio.sleep(10)
        assert OVER in anna.words
        assert anna.bottom.startswith("R again") if screen else anna.prompt.text == "over> "


async def test_failure_stops_it(autojump_clock: object) -> None:
    async with broken_house() as (house, journal):
        live, anna = await running(house, screen=True)
        journal.works = False
        await trio.sleep(10)
        assert english(FAILED) in anna.message
        assert "Demonstration" not in anna.bottom
        assert live.table.now.plays == 0


async def test_hanging_up_ends_it(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await running(house, "fast")
        await trio.sleep(3)
        anna.hang_up()
        assert await anna.left() == 0
        await quiet()
        plays, own = live.table.now.plays, live.turn
        await trio.sleep(60)
        assert own != (0,) or live.table.now.plays == plays


async def test_it_is_for_players_of_a_game_that_goes_on() -> None:
    async with open_house() as house:
        live, anna = await mille(house)
        carl = await house.look_on("Carl", live)
        assert "only players can do that" in await carl.told("demo")
        await submit(live, Resign(), 0)
        assert "This game is over" in await anna.told("demo")


async def test_it_helps_nobody_against_a_person(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await mille(house, against="Bert")
        assert await anna.told("demo") == "The computer does not help when you play a person.\n"
        await trio.sleep(60)
        assert (anna.rung, live.table.now.plays) == (1, 0)


async def test_news_and_windows_disturb_nothing(autojump_clock: object) -> None:
    async with open_house() as house:
        live, anna = await running(house, "slow", screen=True)
        await live.say(live.table.chairs[0].person, 0, "hm")
        await anna.resized(Look(rows=30, columns=100))
        assert "Demonstration" in anna.bottom
        await anna.resized(Look(rows=8))
        await trio.sleep(20)
        assert live.table.now.plays > 2


@pytest.mark.parametrize(("game", "options"), [("terrace", {"variant": "redheads"}), ("pileon", {})])
async def test_way_to_win_a_deal_is_shown_from_its_beginning_and_counts_for_nobody(
    game: str, options: dict[str, str], work_done_here: None, autojump_clock: object
) -> None:
    async with open_house() as house:
        live = await house.set_up(game, "Anna", deal=1, options=options)
        await move(live, 2)
        anna = await house.seat("Anna", live)
        await anna.told("demo solution fast", "y")
        await until(live, lambda: live.table.outcome)
        assert live.table.outcome is not None
        assert (live.table.outcome.winners, live.table.demonstrated) == ((0,), frozenset({0}))


async def test_way_to_win_is_for_solitaires() -> None:
    async with open_house() as house:
        _, anna = await mille(house)
        assert "You can do that only in a solitaire." in await anna.told("demo solution")
