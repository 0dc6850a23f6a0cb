"""Copies that go on from a save show nothing of the game that they come from, to nobody and nowhere."""

from __future__ import annotations

import re

from core.game import Seat
from tests.frontends.house import House, ListTerminal, open_house


async def at_one_table(house: House) -> tuple[ListTerminal, ListTerminal, str, str]:
    """Anna and Bert at a game of mille; Anna has saved it as x. With its id and Anna's code."""
    anna, bert = house.enter("Anna"), house.enter("Bert")
    anna.type("new mille person")
    await anna.wait_text("resume ")
    code = anna.text.partition("resume ")[2].split()[0]
    table = await house.only_table()
    bert.type(f"join {table}")
    await anna.wait(lambda: anna.prompt.text == "your move> ")
    anna.type("save", "x")
    await anna.wait_text("Saved as")
    return anna, bert, table, code


async def hand_of(house: House, table: str, seat: int) -> tuple[str, ...]:
    async with house.service.table(table) as live:
        return tuple(f"{card}" for card in live.view(Seat(seat)).view.hands[seat])


def hands_shown(text: str) -> list[str]:
    return re.findall(r"(?:hold|holds): ([^.]*)\.", " ".join(text.split()))


async def test_copy_given_up_and_replayed_shows_no_hand_of_the_original() -> None:
    async with open_house() as house:
        anna, bert, table, code = await at_one_table(house)
        hidden = await hand_of(house, table, 1)
        anna.type("quit", "y", f"return {code} x")
        await anna.wait_text(f", practice, from {table}: the game begins when all seats are taken.")
        copy = next(id for id in await house.tables() if id != table)
        anna.type("resign", "y")
        await anna.wait_text("The game has not begun; simply leave.")
        bert.type("quit", "y", f"join {copy}")
        await anna.wait(lambda: anna.prompt.text == "your move> ")
        before = len(anna.text)
        anna.type("resign", "y", "quit", f"replay {copy}", "eyes", "eyes", "eyes", "go end")
        await anna.wait(lambda: "as a spectator" in anna.prompt.toolbar and "resigned" in anna.prompt.toolbar)
        shown = hands_shown(anna.text[before:])
        assert shown
        assert not [hand for hand in shown if sorted(re.findall(r"\d (.+?)(?:,|$)", hand)) == sorted(hidden)]
        assert await hand_of(house, copy, 1) != hidden


async def test_copy_against_the_computer_keeps_ones_own_hand_and_deals_the_rest_anew() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille")
        await anna.wait(lambda: anna.prompt.text == "your move> ")
        table, code = await house.only_table(), anna.text.partition("resume ")[2].split()[0]
        own, hidden = await hand_of(house, table, 0), await hand_of(house, table, 1)
        anna.type("save", "x", "quit", "y", f"return {code} x")
        await anna.wait_text("hidden cards are dealt anew")
        copy = next(id for id in await house.tables() if id != table)
        assert await hand_of(house, copy, 0) == own
        assert await hand_of(house, copy, 1) != hidden


async def test_copy_is_for_nobody_else() -> None:
    async with open_house() as house:
        anna, _, table, code = await at_one_table(house)
        anna.type("quit", "y", f"return {code} x")
        await anna.wait_text(f", practice, from {table}: the game begins when all seats are taken.")
        copy = next(id for id in await house.tables() if id != table)
        carl = house.enter("Carl")
        carl.type(f"watch {copy}", f"join {copy}", f"replay {copy}", "list")
        refusal = f"Table {copy} is for practice: only those it was made for see it.\n"
        await carl.wait(lambda: carl.text.count(refusal) == 3)
        for wrong in (f"resume {copy}-aaaa-aaaa-aaaaa", f"saves {copy}-aaaa-aaaa-aaaaa", f"return {copy}-a x"):
            carl.type(wrong)
        await carl.wait(lambda: carl.text.count("No seat goes with that code.\n") == 3)
        assert not hands_shown(carl.text)


async def test_the_other_is_told_at_the_original_table_and_both_go_back() -> None:
    async with open_house() as house:
        anna, bert, table, code = await at_one_table(house)
        anna.type("quit", "y", f"return {code} x")
        await bert.wait_text(' to practise with me from "x" on.')
        copy = bert.text.rpartition("type join ")[2].split()[0]
        bert.type("quit", "y", f"join {copy}")
        await bert.wait_text(f"Mille, table {copy}, practice, from {table}.")
        await anna.wait(lambda: anna.prompt.text == "your move> ")


async def test_practice_is_marked_in_lists_at_the_table_and_in_the_replay() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille")
        await anna.wait(lambda: anna.prompt.text == "your move> ")
        code = anna.text.partition("resume ")[2].split()[0]
        anna.type("save", "x", "quit", "y", f"return {code} x")
        await anna.wait_text(", practice, from ")
        before = len(anna.text)
        anna.type("table", "replay")
        await anna.wait(lambda: "replay" in anna.prompt.text)
        assert anna.text[before:].count(", practice, from ") == 2
        assert ", practice, from " in anna.prompt.toolbar
        anna.type("quit", "quit", "y", "list")
        await anna.wait_text(", practice\n")
        anna.type("stats")
        await anna.wait_text("Anna has played nothing yet.")
