"""Copies that go on from a save: they show nothing of the game that they come from, to nobody and nowhere."""

from __future__ import annotations

import re

from core.base.game import Seat
from core.live.live_table import LiveTable
from tests.frontends.terminals import COMP, House, ListTerminal, open_house


async def at_one_table(house: House) -> tuple[ListTerminal, ListTerminal, LiveTable, str]:
    """Anna and Bert at a game of mille; Anna has saved it as x. With Anna's code."""
    live = await house.set_up("mille", "Anna", "Bert")
    anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
    assert "Saved as" in await anna.told("save", "x")
    return anna, bert, live, house.code("Anna", live)


async def against_computer(house: House) -> tuple[ListTerminal, LiveTable, str]:
    live = await house.set_up("mille", "Anna", COMP)
    anna = await house.seat("Anna", live)
    await anna.told("save Start")
    return anna, live, house.code("Anna", live)


async def copy_of(house: House, live: LiveTable) -> str:
    """The id of the other table."""
    (copy,) = (id for id in await house.tables() if id != live.id)
    return copy


async def hand_of(house: House, table: str, seat: int) -> tuple[str, ...]:
    async with house.service.table(table, attended=False) as live:
        return tuple(f"{card}" for card in live.view(Seat(seat)).view.hands[seat])


def hands_shown(text: str) -> list[list[str]]:
    """Every hand that is told, by its cards."""
    told = re.findall(r"hand: ((?:[P\d]: [^,.]+(?:, )?)+)\.", " ".join(text.split()))
    return [re.findall(r"[P\d]: ([^,]+)", hand) for hand in told]


async def test_copy_given_up_and_replayed_shows_no_hand_of_the_original() -> None:
    async with open_house() as house:
        anna, bert, live, code = await at_one_table(house)
        hidden = await hand_of(house, live.id, 1)
        told = await anna.told("quit", "y", f"return {code} x")
        assert f", practice, from {live.id}: waiting for a second player." in " ".join(told.split())
        copy = await copy_of(house, live)
        assert "The game has not begun: just leave." in await anna.told("resign", "y")
        await bert.told("quit", "y", f"join {copy}")
        assert anna.prompt.text == "your move> "
        told = await anna.told(
            "resign", "y", "quit", f"replay {copy}", *("perspective", "board") * 4, "go end", "board"
        )
        assert "resigned" in anna.prompt.toolbar
        shown = hands_shown(told)
        assert shown
        assert sorted(hidden) not in [sorted(hand) for hand in shown]
        assert await hand_of(house, copy, 1) != hidden


async def test_copy_against_the_computer_keeps_ones_own_hand_and_deals_the_rest_anew() -> None:
    async with open_house() as house:
        anna, live, code = await against_computer(house)
        own, hidden = await hand_of(house, live.id, 0), await hand_of(house, live.id, 1)
        assert "hidden cards are dealt again" in " ".join(
            (await anna.told("quit", "y", f"return {code} start")).split()
        )
        copy = await copy_of(house, live)
        assert await hand_of(house, copy, 0) == own
        assert await hand_of(house, copy, 1) != hidden


async def test_copy_is_for_nobody_else() -> None:
    async with open_house() as house:
        anna, _, live, code = await at_one_table(house)
        await anna.told("quit", "y", f"return {code} x")
        copy = await copy_of(house, live)
        carl = house.enter("Carl")
        refusal = f"Table {copy} is for practice: only its players can see it.\n"
        assert (await carl.told(f"watch {copy}", f"join {copy}", f"replay {copy}")).count(refusal) == 3
        for wrong in (f"resume {copy}-aaaa-aaaa-aaaaa", f"saves {copy}-aaaa-aaaa-aaaaa", f"return {copy}-a x"):
            assert await carl.told(wrong) == "That code belongs to no seat: check it.\n"
        assert not hands_shown(carl.text)


async def test_the_other_is_told_at_the_original_table_and_both_go_back() -> None:
    async with open_house() as house:
        anna, bert, live, code = await at_one_table(house)
        await anna.told("quit", "y", f"return {code} x")
        copy = await copy_of(house, live)
        assert f'<Anna> Type join {copy} to practise with me from "x".' in " ".join(bert.text.split())
        told = await bert.told("quit", "y", f"join {copy}")
        assert f"Mille, table {copy}, practice, from {live.id}." in told
        assert anna.prompt.text == "your move> "


async def test_practice_is_marked_in_lists_at_the_table_and_in_the_replay() -> None:
    async with open_house() as house:
        anna, _, code = await against_computer(house)
        await anna.told("quit", "y", f"return {code} start")
        assert (await anna.told("table", "replay")).count(", practice, from ") == 2
        assert anna.prompt.text.startswith("replay ")
        anna.type("quit", "quit", "y", "list")
        await anna.wait_text("practice\n")
        anna.type("stats")
        await anna.wait_text("Anna has not played yet.")


async def test_saves_over_the_net_are_listed_and_gone_back_to() -> None:
    async with open_house() as house:
        anna, live, code = await against_computer(house)
        await anna.told("p", "quit", "y")
        saves = await anna.told(f"saves {code}")
        assert saves == f"Saves at table {live.id}, Mille:\n  start, after move 0: return {code} start\n"
        told = await anna.told(f"return {code} nothing")
        assert told == 'That table has no save "nothing". To list them, type saves and your code.\n'
        assert anna.rung == 1
        told = await anna.told(f"return {code} Start")
        copy = await copy_of(house, live)
        assert f"Mille, table {copy}, practice, from {live.id}. To come back later: resume {copy}-" in " ".join(
            told.split()
        )
        assert "p" in anna.prompt.words


async def test_one_person_at_one_keyboard_goes_back_to_both_seats() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new elixir hotseat", "save here", "roll", "quit", "y")
        code = house.visits[anna].session.codes[-1]
        await anna.told(f"return {code} here")
        assert anna.prompt.text == "your move> "
        copy = (await house.tables())[0]
        async with house.service.table(copy, attended=False) as live:
            assert live.table.is_full
            assert live.table.now.plays == 0
