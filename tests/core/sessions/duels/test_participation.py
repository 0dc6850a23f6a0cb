"""Whose programs play duels: one's own when one wants, those of others only when they or their owners agree."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.duels.duel import Stage
from core.sessions.duels import participation
from core.sessions.duels.terms import read_terms
from core.sessions.limits import Budget
from core.sessions.session import Session
from tests.core.house.duelling import a_ring


async def order(who: Session, words: str) -> str:
    return (await participation.order(who, read_terms(words.split(), Budget()))).id


async def test_bots_of_others_are_asked_and_either_they_or_their_owner_agree():
    async with a_ring() as ring:
        bert = await ring.person("Bert")
        carl = await ring.bot(bert, "Carl")
        assert carl.session is not None
        id = await order(ring.anna, "Robo Carl elixir 1")
        assert (await ring.read(id)).asks == (1,)
        for stranger in (ring.anna, await ring.person("Dora")):
            with pytest.raises(Refused, match="None of your bots is asked"):
                await participation.agree(stranger, id)
        assert (await participation.agree(carl.session, id)).stage is Stage.RUNNING
        both = await order(await ring.person("Emil"), "Robo Carl elixir 1")
        assert (await participation.agree(ring.anna, both)).asks == (1,)
        assert (await participation.agree(bert, both)).stage is Stage.RUNNING
        await ring.until(id)
        with pytest.raises(Refused, match="This duel is over"):
            await participation.decline(bert, id)


async def test_bot_orders_for_its_owner_and_the_other_owner_can_decline():
    async with a_ring() as ring:
        bert = await ring.person("Bert")
        await ring.bot(bert, "Carl")
        assert ring.robo.session is not None
        assert (await ring.read(await order(ring.robo.session, "Robo Berta elixir 1"))).stage is Stage.RUNNING
        id = await order(ring.robo.session, "Berta Carl elixir 1")
        assert (await participation.decline(bert, id)).reason == "declined"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Robo Robo elixir", "cannot play itself"),
        ("Robo Anna elixir", "not a bot with an account"),
        ("Robo Nobody elixir", "Nobody here is called"),
        ("Robo computer:best elixir", "no level"),
        ("computer computer:strong elixir", "parlour duel"),
    ],
)
async def test_only_two_bots_that_are_here_play(words: str, why: str):
    async with a_ring() as ring:
        with pytest.raises(Refused, match=why):
            await order(ring.anna, words)


async def test_guests_order_none_and_nobody_many():
    async with a_ring(Budget(records_a_minute=10**6, duels_open=1)) as ring:
        with pytest.raises(Refused, match="for registered people"):
            await order(await ring.house.guest("Emil"), "Robo Berta elixir")
        with pytest.raises(Refused, match="parlour duel"):
            await order(ring.house.owner("Owen"), "Robo Berta elixir")
        ring.robo.comes = False
        id = await order(ring.anna, "Robo Berta elixir")
        await ring.house.service.views.settle()
        for one in (ring.anna, ring.berta.session):
            assert one is not None
            with pytest.raises(Refused, match="1 duel that is not over"):
                await order(one, "Robo Berta elixir")
        assert ring.berta.session is not None
        assert (await participation.stop(ring.berta.session, id)).stage is Stage.STOPPING
