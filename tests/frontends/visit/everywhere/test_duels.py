"""Duels by the words people type."""

from __future__ import annotations

import re

import trio

from core.house.duel_steward import DuelSteward
from core.sessions.identity import programs
from core.sessions.parlour import Origin, Parlour
from core.sessions.session import Session
from tests.frontends.terminals import House, ListTerminal, open_house
from tests.frontends.visit.door.test_registration import registered


async def bot(house: House, owner: ListTerminal, name: str) -> Session:
    """A program of somebody's that has come in, and does nothing."""
    token = re.search(r"\w{8}-\w{26}", await owner.told(f"bot new {name}"))
    assert token
    session = Parlour(house.service).enter(Origin("192.0.2.9"))
    await programs.come_in(session, token[0])
    return session


async def test_duel_is_ordered_agreed_to_watched_and_stopped():
    async with open_house() as house, trio.open_nursery() as nursery:
        nursery.start_soon(DuelSteward(house.service).run)
        anna, bert = await registered(house), await registered(house, "Bert")
        visits = [await bot(house, anna, "Robo"), await bot(house, bert, "Carl")]
        assert "There are no duels now." in await anna.told("duels")
        assert "Type two bots and a game" in await anna.told("duel Robo Carl")
        assert "Add the name of the duel" in await anna.told("duel stop")
        found = re.search(r"Duel (\w+) is ordered", await anna.told("duel Robo Carl elixir 3 seconds=600"))
        assert found
        id = found[1]
        await bert.wait_text(f"Anna invites Carl[bot] to duel {id} with Robo[bot]: El-Ixir, 3 pairs.")
        assert f"It begins when Carl[bot] or the owner agrees: duel agree {id}" in await bert.told(f"duel {id}")
        assert "None of your bots is asked to this duel." in await anna.told(f"duel agree {id}")
        assert f"You agreed. Duel {id} begins." in await bert.told(f"duel agree {id}")
        await house.service.views.settle()
        assert f"{id}  Robo[bot] against Carl[bot], El-Ixir, 3 pairs: 0 games played" in await anna.told("duels")
        assert "Only the person who ordered a duel can stop it." in await bert.told(f"duel stop {id}")
        assert f"Duel {id} is stopped" in await anna.told(f"duel stop {id}")
        await anna.wait_text(f"Duel {id} was stopped. To see what was played: duel {id}")
        assert "It was stopped." in await anna.told(f"duel {id}")
        declined = re.search(r"Duel (\w+) is ordered", await anna.told("duel Robo Carl elixir"))
        assert declined
        assert f"You declined duel {declined[1]}." in await bert.told(f"duel decline {declined[1]}")
        for one in visits:
            one.leave()
        nursery.cancel_scope.cancel()
