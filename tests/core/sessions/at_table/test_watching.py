"""Who looks on, through bare sessions."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.sessions.arrival.tables import watch
from core.sessions.at_table import watching
from core.table import MOST_DELAY
from tests.core.sessions.houses import Ears, open_house


async def test_only_those_look_on_who_are_admitted_where_players_want_it_so() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, _ = await house.two_at()
        carl = await house.guest("Carl", ears=heard)
        await watching.set_watching(anna, policy="invited")
        with pytest.raises(Refused):
            await watch(carl, anna.id)
        assert await watching.admit(anna, "carl") == "~Carl"
        assert any(anna.id in said for said in heard.noticed)
        watcher = await house.sit(carl, await watch(carl, anna.id))
        carl.be_at(watcher)
        assert watching.watchers(anna) == ("~Carl",)


async def test_what_is_not_said_about_watching_stays_as_it_is() -> None:
    async with open_house() as house:
        anna, _ = await house.two_at()
        await watching.set_watching(anna, policy="invited")
        await watching.set_watching(anna, delay=3)
        assert (anna.live.table.watching, anna.live.table.delay) == ("invited", 3)
        await watching.set_watching(anna, policy="open")
        assert (anna.live.table.watching, anna.live.table.delay) == ("open", 3)
        with pytest.raises(Refused):
            await watching.set_watching(anna, delay=MOST_DELAY + 1)


async def test_who_looks_on_admits_nobody() -> None:
    async with open_house() as house:
        heard = Ears()
        anna, _ = await house.two_at()
        carl, _ = await house.guest("Carl"), await house.guest("Dora", ears=heard)
        watcher = await house.sit(carl, await watch(carl, anna.id))
        for ask in (watching.admit(watcher, "Dora"), watching.set_watching(watcher, policy="invited")):
            with pytest.raises(Refused, match="You are watching"):
                await ask
        assert heard.noticed == []
