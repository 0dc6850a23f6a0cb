"""Tournaments and ladders by the words people type."""

from __future__ import annotations

import re

import pytest

from core.house.tournaments import Steward
from tests.frontends.terminals import House, ListTerminal, open_house
from tests.frontends.visit.door.test_registration import registered

ORDER = "tournament new elixir clock=10m+5s in=10m"


async def announced(anna: ListTerminal, order: str = ORDER) -> str:
    """What somebody announces. Returns: its id."""
    found = re.search(r"Tournament (\w+) begins", await anna.told(order))
    assert found
    return found[1]


async def entered(house: House, *those: ListTerminal, id: str) -> None:
    for one in those:
        assert f"You take part in tournament {id}" in await one.told(f"enter {id}")
    await house.service.views.settle()


async def test_tournament_is_announced_entered_listed_and_left():
    async with open_house() as house:
        anna, bert = await registered(house), await registered(house, "Bert")
        id = await announced(anna)
        await bert.wait_text("Anna announces a round robin: El-Ixir clock=10m+5s, ")
        await entered(house, anna, bert, id=id)
        assert f"{id}  round robin, El-Ixir, 10m+5s: begins " in await anna.told("tournaments")
        assert "Entered: Anna, Bert" in await bert.told(f"tournament {id}")
        assert f"You no longer take part in tournament {id}." in await bert.told(f"withdraw {id}")
        assert "Entered: Anna" in await bert.told(f"tournament {id.upper()}")


async def test_round_is_played_from_the_call_to_the_standings():
    async with open_house() as house:
        now = [house.service.now()]
        house.service.now = lambda: now[0]
        anna, bert = await registered(house), await registered(house, "Bert")
        id = await announced(anna)
        await entered(house, anna, bert, id=id)
        steward = Steward(house.service)
        now[0] += 601
        for _ in range(2):
            await steward.mind()
            await house.service.views.settle()
        for one, other in ((anna, "Bert"), (bert, "Anna")):
            await one.wait_text(f"Tournament {id}, round 1: you play {other} now. Type accept within 3 minutes.")
        assert "watch " in await anna.told(f"tournament {id}")
        await anna.told("accept")
        await bert.told("accept")
        await anna.told("roll")
        await anna.told(anna.prompt.words[0])
        await bert.told("roll", "resign", "y")
        await house.service.views.settle()
        await steward.mind()
        await anna.wait_text(f"Tournament {id} is over. Winner: Anna. To see the standings: tournament {id}")
        await anna.told("quit")
        assert "1. Anna: 1 (1 won, 0 drawn, 0 lost)" in await anna.told(f"tournament {id}")
        assert "1. Anna\n2. Bert" in await anna.told("ladder elixir")  # The game was rated.


async def test_nobody_can_call_a_game_of_a_tournament_off():
    async with open_house() as house:
        now = [house.service.now()]
        house.service.now = lambda: now[0]
        anna, bert = await registered(house), await registered(house, "Bert")
        id = await announced(anna)
        await entered(house, anna, bert, id=id)
        steward = Steward(house.service)
        now[0] += 601
        for _ in range(2):
            await steward.mind()
            await house.service.views.settle()
        said = "This is a game of a tournament. To leave the tournament: withdraw"
        assert said in await bert.told("decline")
        await anna.told("accept")
        assert said in await anna.told("abandon", "y")
        anna.type("unseek")
        await anna.wait_text("nothing was closed")
        await bert.told("accept")
        assert bert.prompt.text != "lobby> "


async def test_guest_is_told_to_register():
    async with open_house() as house:
        anna = house.enter("Anna")
        said = "Tournaments are for registered people. To register: register"
        assert said in await anna.told(ORDER)
        assert said in await anna.told("enter")
        assert "There are no tournaments now." in await anna.told("tournament")


async def test_who_announced_it_cancels_it():
    async with open_house() as house:
        anna = await registered(house)
        id = await announced(anna)
        assert f"Tournament {id} is cancelled." in await anna.told(f"tournament cancel {id}")
        assert "Type tournament and its name" in await anna.told("tournament cancel")
        assert "cancelled" in await anna.told(f"tournament {id}")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ladder", "Type ladder and a game for two"),
        ("ladder mille", "Nobody is on the ladder of Mille yet: play a rated game."),
        ("ladder pileon", "is for one player"),
        ("tournament none", 'There is no tournament "none"'),
        ("tournament a b", "Type tournament and its name"),
        ("help tournament", "Ladder: beat somebody at most three places above you"),
    ],
)
async def test_words_are_answered(typed: str, said: str):
    async with open_house() as house:
        assert said in " ".join((await house.enter("Anna").told(typed)).split())


async def test_ladder_says_whom_one_may_challenge():
    async with open_house() as house:
        anna, bert = await registered(house), await registered(house, "Bert")
        await anna.told("seek elixir")
        await bert.told("accept")
        await anna.told("roll")
        await anna.told(anna.prompt.words[0])
        await bert.told("roll", "resign", "y")
        await house.service.views.settle()
        for one in (anna, bert):
            await one.told("quit")
        assert "1. Anna\n2. Bert" in await anna.told("ladder elixir")
        assert "You may challenge Anna. To challenge: match Anna elixir" in await bert.told("ladder elixir")
