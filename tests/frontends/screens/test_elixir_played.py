"""El-Ixir played in the house, as a person at a terminal does."""

from __future__ import annotations

from frontends.dialogue.effects import Open
from frontends.screens.picture import Look
from tests.frontends.house import open_house

HOTSEAT = Open("elixir", {}, opponent="hotseat")


async def test_keys_roll_choose_and_put_down_a_block() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True, errand=HOTSEAT)
        await anna.wait_screen("You to roll.")
        anna.press("enter")
        await anna.wait_screen("You rolled:")
        assert ">1<" in anna.screen
        anna.press("3", "left")
        await anna.wait_screen("This block:")
        assert "[◇]" in anna.screen or "[◆]" in anna.screen
        anna.press("enter")
        await anna.wait_screen("covers")
        assert "(◇)" in anna.screen or "(◆)" in anna.screen
        await anna.wait_screen("You to roll.")


async def test_single_key_plays_a_whole_turn() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True, one_key=True, errand=HOTSEAT)
        await anna.wait_screen("any key: roll")
        anna.press(" ")
        await anna.wait_screen("any key: take this tile")
        anna.press(" ")
        await anna.wait_screen("any key: take this direction")
        anna.press(" ")
        await anna.wait_screen("any key: take this length")
        anna.press(" ")
        await anna.wait_screen("any key: roll")
        assert "covers" in anna.screen


async def test_choices_run_by_themselves_with_a_single_key() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True, one_key=True, errand=HOTSEAT)
        await anna.wait_screen("any key: roll")
        anna.press(" ")
        await anna.wait_screen(">2<")
        await anna.wait_screen(">3<")


async def test_lines_play_in_a_narrow_window() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", look=Look(columns=40), errand=HOTSEAT)
        await anna.wait_text("You are to roll.")
        anna.type("r")
        await anna.wait_text("You roll ")
        assert "2 right 4" in anna.prompt.words
        anna.type("2 sideways", "2 r")
        await anna.wait_text('"sideways" is no direction; type left, up, right or down.')
        await anna.wait_text("Anna covers ")
