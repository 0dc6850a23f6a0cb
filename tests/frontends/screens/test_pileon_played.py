"""Pileon played with keys in the house, as a person at a terminal does."""

from __future__ import annotations

from frontends.dialogue.effects import Open
from tests.frontends.house import open_house


async def test_keys_move_cards_and_the_picture_follows() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True, errand=Open("pileon", {}, deal=7))
        await anna.wait_screen("0 moves")
        anna.press("enter", "end", "enter")
        await anna.wait_screen("1 move,")
        assert "║ 2♠║" in anna.screen
        assert "The two of spades from pile 1 to pile 15." in anna.screen
        anna.press("h")
        await anna.wait_screen("the two of clubs onto the two of spades (3 15)")
        await anna.wait_screen("1 hint")
        anna.press("u")
        await anna.wait_screen("1 undo")
        assert "║ 2♠║" not in anna.screen
        anna.press("y")
        await anna.wait_screen("║ 2♠║")


async def test_solution_can_be_asked_for_and_counts_as_a_hint() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True, errand=Open("pileon", {}, deal=7))
        await anna.wait_screen("0 moves")
        anna.press("w")
        await anna.wait_screen("This can still be won; the next move of a solution is 1 14 1.")
        assert "1 hint" in anna.screen


async def test_computer_plays_on_when_asked() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True, errand=Open("pileon", {}, deal=7))
        await anna.wait_screen("0 moves")
        anna.press("D")
        await anna.wait_screen("1 move,")
