"""Duels by the words people type."""

from __future__ import annotations

import re

import pytest
import trio

from core.duels.duel import Duel, Stage
from core.house.duel_steward import DuelSteward
from core.house.duels import read
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


@pytest.mark.parametrize(
    ("code", "agree", "decline", "stop"),
    [
        ("fr", "duel accepter", "duel decliner", "duels Arrêter"),
        ("de", "duell zustimmen", "duell ablehnen", "duell stoppen"),
    ],
)
async def test_duel_is_agreed_to_declined_and_stopped_in_ones_own_language(
    code: str, agree: str, decline: str, stop: str
):
    async with open_house() as house:
        anna, bert = await registered(house), await registered(house, "Bert")
        visits = [await bot(house, anna, "Accepter"), await bot(house, bert, "Carl")]
        await anna.told(f"language {code}")
        await bert.told(f"language {code}")
        for answer, stage in ((agree, Stage.RUNNING), (decline, Stage.OVER)):
            # A bot may be called like one of those words.
            duel = await ordered(house, anna, "duel Accepter Carl elixir 3")
            assert duel.stage is Stage.ASKED
            assert duel.id in await bert.told(f"{answer} {duel.id}")
            assert (await read(house.service, duel.id)).stage is stage
            if stage is Stage.RUNNING:
                await anna.told(f"{stop} {duel.id}")
                assert (await read(house.service, duel.id)).stage is Stage.STOPPING
        for one in visits:
            one.leave()


async def ordered(house: House, by: ListTerminal, words: str) -> Duel:
    """The duel that somebody orders by these words."""
    before = by.words
    await by.told(words)
    found = re.search(r"(?i)duell? (\w+) ", by.words.removeprefix(before))
    assert found
    return await read(house.service, found[1])
