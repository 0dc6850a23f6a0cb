"""Who goes first where digests of passwords are made: an owner waits for no crowd."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from core.people.password_queue import Lane, Rank

DIGEST = 0.04
"""Seconds, of a clock that does not really run."""


class Door:
    """A lane, and who has had a digest made, in that order."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.lane = Lane(trio.current_time)
        self.nursery = nursery
        self.made: list[str] = []
        self.at_work = 0

    async def make(self, who: str, rank: Rank, network: str) -> None:
        async with self.lane.turn(rank, network):
            self.at_work += 1
            assert self.at_work == 1
            try:
                await trio.sleep(DIGEST)
            finally:
                self.at_work -= 1
            self.made.append(who)

    async def come(self, who: str, rank: Rank, network: str) -> trio.CancelScope:
        scope = trio.CancelScope()

        async def wait() -> None:
            with scope:
                await self.make(who, rank, network)

        self.nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        return scope

    async def crowd(self, rank: Rank, *, networks: int, each: int) -> None:
        for number in range(networks * each):
            await self.come(f"stranger {number}", rank, f"network {number % networks}")

    async def before(self, who: str, rank: Rank) -> int:
        """How many digests are made from now on until that of somebody of a network of their own."""
        already = len(self.made)
        await self.make(who, rank, f"network of {who}")
        return len(self.made) - already - 1


@pytest.fixture
async def door(nursery: trio.Nursery) -> Door:
    return Door(nursery)


@pytest.mark.parametrize("rank", [Rank.AT_HOME, Rank.SIGNING_IN])
async def test_owner_waits_for_one_digest_of_all_who_register(autojump_clock: Any, door: Door, rank: Rank) -> None:
    await door.crowd(Rank.REGISTERING, networks=25, each=4)
    assert await door.before("Anna", rank) == 1
    await trio.sleep(10)
    assert len(door.made) == 101


async def test_owner_at_home_waits_for_one_digest_of_all_who_sign_in(autojump_clock: Any, door: Door) -> None:
    await door.crowd(Rank.SIGNING_IN, networks=25, each=4)
    assert await door.before("Anna", Rank.AT_HOME) == 1


async def test_who_has_not_signed_in_lately_goes_before_those_who_do_all_the_time(
    autojump_clock: Any, door: Door
) -> None:
    await door.crowd(Rank.SIGNING_IN, networks=25, each=4)
    await trio.sleep(25.5 * DIGEST)
    assert await door.before("Anna", Rank.SIGNING_IN) == 1


async def test_network_with_a_crowd_goes_as_often_as_one_with_a_single_person(autojump_clock: Any, door: Door) -> None:
    await door.crowd(Rank.REGISTERING, networks=1, each=100)
    assert [await door.before(who, Rank.REGISTERING) for who in ("Anna", "Bert")] == [1, 1]


async def test_of_one_network_whoever_came_first_goes_first(autojump_clock: Any, door: Door) -> None:
    await door.crowd(Rank.REGISTERING, networks=1, each=5)
    await trio.sleep(10)
    assert door.made == [f"stranger {number}" for number in range(5)]


async def test_turns_of_long_ago_do_not_count(autojump_clock: Any, door: Door) -> None:
    await door.come("first", Rank.REGISTERING, "a")
    await trio.sleep(3600)
    for who, network in (("at work", "b"), ("second", "a"), ("third", "c")):
        await door.come(who, Rank.REGISTERING, network)
    await trio.sleep(1)
    assert door.made == ["first", "at work", "second", "third"]


async def test_who_hangs_up_is_waited_for_by_nobody(autojump_clock: Any, door: Door) -> None:
    scopes = [await door.come(who, Rank.REGISTERING, who) for who in "abc"]
    scopes[1].cancel()
    await trio.testing.wait_all_tasks_blocked()
    await trio.sleep(1)
    assert door.made == ["a", "c"]
    scopes = [await door.come(who, Rank.REGISTERING, who) for who in "de"]
    scopes[0].cancel()
    await trio.sleep(1)
    assert door.made == ["a", "c", "e"]


async def test_turn_that_comes_as_somebody_hangs_up_goes_to_the_next(autojump_clock: Any, door: Door) -> None:
    async with door.lane.turn(Rank.REGISTERING, "first"):
        scope = await door.come("gone", Rank.REGISTERING, "a")
        await door.come("next", Rank.REGISTERING, "b")
        scope.cancel()
    await trio.sleep(1)
    assert door.made == ["next"]


COMERS = st.lists(st.tuples(st.sampled_from(Rank), st.sampled_from("abc")), max_size=12)


@given(COMERS)
def test_nobody_waits_for_a_lower_rank_and_everybody_gets_a_turn(comers: Sequence[tuple[Rank, str]]) -> None:
    async def run() -> None:
        async with trio.open_nursery() as nursery:
            door = Door(nursery)
            async with door.lane.turn(Rank.AT_HOME, "first"):
                for number, (rank, network) in enumerate(comers):
                    await door.come(f"{rank.value} {number}", rank, network)
        ranks = [int(who.partition(" ")[0]) for who in door.made]
        assert ranks == sorted(rank.value for rank, _ in comers)

    trio.run(run, clock=trio.testing.MockClock(autojump_threshold=0))
