"""Contests: read on from what was known, changed by whoever is first, and minded one by one."""

from __future__ import annotations

from functools import partial

import attrs
import pytest

from core.base.game import Refused
from core.duels.duel import Duel, Stage, stop
from core.house.contests import Steward
from core.house.duels import DUELS
from core.house.service import open_service
from journal import Damaged, open_journal
from tests.core.duels.played import TERMS

WITH_ONE_PAIR = attrs.evolve(TERMS, pairs=1)


@attrs.define(eq=False)
class Looking(Steward[Duel]):
    """Looks at those it is told of, some of which cannot be read."""

    contests = DUELS
    torn: set[str] = attrs.field(factory=set, init=False)
    looked: list[str] = attrs.field(factory=list, init=False)

    async def mind_one(self, id: str) -> Duel:
        self.looked.append(id)
        if id in self.torn:
            raise Damaged(f"duel/{id}", 1, "it is torn")
        return await self.look(id)


async def test_what_is_known_is_gone_on_from_and_changed_where_it_stands():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        one = await DUELS.begin(service, WITH_ONE_PAIR)
        known = await DUELS.read_on(journal, one.id)
        assert known.contest == one
        assert await DUELS.read_on(journal, one.id, known) is known
        assert (await DUELS.change(service, one.id, partial(stop, by="anna"))).stage is Stage.STOPPING
        stopped = await DUELS.go_on(service, one.id, lambda _: (), known)
        assert stopped == await DUELS.read_on(journal, one.id)
        assert (stopped.contest.seq, stopped.last.seq) == (2, 2)
        with pytest.raises(Refused, match='no duel "x"'):
            await DUELS.read(service, "x")


async def test_one_that_fails_is_tried_again_and_one_that_is_torn_is_not():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        one, torn = await DUELS.begin(service, WITH_ONE_PAIR), await DUELS.begin(service, WITH_ONE_PAIR)
        steward = Looking(service)
        steward.torn.add(torn.id)
        for id in (one.id, torn.id, "x", one.id, torn.id, "x"):
            await steward.try_to_mind(id)
        assert steward.looked == [one.id, torn.id, "x", one.id, "x"]
        assert set(steward.known) == {one.id}
