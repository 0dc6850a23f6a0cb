"""What somebody has played and won, at tables and in the lobby."""

from __future__ import annotations

import pytest
import trio

from frontends.visit.text.table_list import BEHIND
from tests.frontends.terminals import ListTerminal, open_house
from tests.frontends.visit.door.test_registration import registered


async def lose(anna: ListTerminal, order: str) -> None:
    """Begin a game, move once, and give up."""
    await anna.told(order)
    await anna.told(anna.prompt.words[0], "resign", "y")
    assert anna.prompt.text == "over> "


async def both_move(mover: ListTerminal, other: ListTerminal) -> None:
    """A turn of El-Ixir, and half a one of the other player."""
    await mover.told("roll")
    await mover.told(mover.prompt.words[0])
    await other.told("roll")


async def test_own_statistics_are_told_and_kept_up() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("stats")
        await anna.wait_text("Anna has not played yet.")
        for games in ("1 played", "2 played"):
            await lose(anna, "new mille")
            await anna.told("quit")
            anna.type("stats")
            await anna.wait_text(games)


@pytest.mark.parametrize("screen", [False, True])
async def test_statistics_are_told_at_the_table_too(screen: bool) -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=screen)
        await anna.told("new pileon deal=7", "1 14")
        anna.type("stats")
        await anna.wait(lambda: "1 in progress" in anna.words)


async def test_namesakes_are_told_apart() -> None:
    async with open_house() as house:
        for deal in (7, 8):
            anna = house.enter("Anna")
            await lose(anna, f"new pileon deal={deal}")
            anna.type("quit", "stats Anna")
            await anna.wait_text("1 played")
        await anna.wait_text("~Anna\nPileon\n  1 played, 0 won (0%), 1 lost\n\n~Anna\nPileon\n")


async def test_nobody_of_a_name_has_played_nothing() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("stats Zoe")
        await anna.wait_text("Zoe has not played yet.")


async def test_statistics_say_that_they_may_not_know_all_games_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        await house.service.views.caught_up.wait()
        monkeypatch.setattr(house.service.views._projector, "caught_up", trio.Event())
        anna = house.enter("Anna")
        anna.type("stats")
        await anna.wait_text(f"Anna has not played yet.\n{BEHIND.template}")


async def test_game_between_two_who_have_registered_is_rated_and_shown_in_statistics_and_lists() -> None:
    async with open_house() as house:
        anna, bert = await registered(house, "Anna"), await registered(house, "Bert")
        await anna.told("new elixir person")
        await bert.told(f"join {await house.only_table()}")
        mover, other = (anna, bert) if "your move" in anna.prompt.text else (bert, anna)
        await both_move(mover, other)
        await other.told("resign", "y")
        await house.service.views.settle()
        await other.told("quit")
        assert "Rating in El-Ixir: 1338?, provisional: play more games to settle it" in await other.say(
            "stats", "Rating"
        )
        await mover.told("quit")
        assert "1662?" in await mover.say("stats", "Rating")
        assert "(elixir 1338?): in the lobby" in await other.say("who", "in the lobby")


async def test_guests_are_not_rated() -> None:
    async with open_house() as house:
        anna, bert = await registered(house, "Anna"), house.enter("Bert")
        await anna.told("new elixir person")
        await bert.told(f"join {await house.only_table()}")
        mover, other = (anna, bert) if "your move" in anna.prompt.text else (bert, anna)
        await both_move(mover, other)
        await other.told("resign", "y", "quit")
        await house.service.views.settle()
        assert "Rating" not in await other.say("stats", "1 played")


async def test_nobody_leads_before_a_rated_game_and_a_solitaire_points_to_its_day() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        assert "Nobody leads in Mille yet" in await anna.told("best mille")
        assert "daily" in await anna.told("best signora")
        assert "Type best and a game for two" in await anna.told("best")


async def test_finger_says_where_somebody_is_and_what_they_have_played() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await house.seat("Anna", live)
        carl = house.enter("Carl")
        assert f"~Anna: plays El-Ixir at table {live.id}" in await carl.told("finger anna")
        assert "~Carl: in the lobby" in await carl.told("finger")
        assert "Nobody called Emil is here, or has played here." in await carl.told("finger Emil")
