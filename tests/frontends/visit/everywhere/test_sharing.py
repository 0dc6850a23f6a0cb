"""The actions `share` and `open`, at a table and in the lobby."""

from __future__ import annotations

import re

from frontends.terminal.picture import Look
from tests.frontends.terminals import open_house


async def test_what_one_shares_another_plays_and_sees() -> None:
    async with open_house() as house:
        anna, bert = house.enter("Anna"), house.enter("Bert", look=Look(language="fr"))
        shared = await anna.told("new pileon deal=7", "share")
        assert "Parlour Pileon, deal 7\n" in shared
        deal = re.findall(r"open (pileon-\w+)", shared)[-1]
        assert "Pileon" in await bert.told(f"open {deal.upper()}")
        assert "donne 7" in await bert.told("share")
        await bert.told("quit", "o")
        over = await anna.told("resign", "y", "share")
        game = re.findall(r"open (\w{5}-\w\w)", over)[-1]
        assert "revoir" in (await bert.told(f"open {game}")) + bert.prompt.text


async def test_typing_errors_are_said() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        assert "There is a typing error in that code" in await anna.told("open pileon-hh2")
        assert "That is not a code" in await anna.told("open nothing")
        assert "Type open and the code" in await anna.told("open")
        await anna.told("new mille person")
        assert "You can share this game when it is over." in await anna.told("share")


async def test_line_can_be_read_on_a_screen() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", screen=True)
        await anna.told("new pileon deal=7")
        await anna.told("share")
        assert "Parlour Pileon, deal 7" in anna.screen
