"""Being at tables, seen by the others."""

from __future__ import annotations

import pytest
from trio.testing import wait_all_tasks_blocked

from core.base.game import Refused
from core.base.message import message
from core.presence.roster import Kind, Notice
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import at
from core.sessions.identity import registration
from tests.core.sessions.houses import Ears, House, open_house


def seen(house: House, name: str) -> list[tuple[str, tuple[int, ...]]]:
    """At which tables somebody is seen, with their seats there."""
    return [(one.table, one.seats) for one in house.service.presence.named(name)]


async def test_session_is_seen_at_the_table_and_then_in_the_lobby() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with at(anna, await tables.open_table(anna, Order("pileon", {}))) as seat:
            assert (anna.at, seen(house, "Anna")) == (seat, [(seat.id, (0,))])
        assert (anna.at, seen(house, "Anna")) == (None, [("", ())])


async def test_session_at_two_tables_is_seen_at_each_and_hears_a_notice_once() -> None:
    async with open_house() as house:
        ears = Ears()
        anna = await house.guest("Anna", ears=ears)
        one, other = [await tables.open_table(anna, Order(game, {})) for game in ("pileon", "terrace")]
        async with at(anna, one), at(anna, other):
            assert seen(house, "Anna") == [(one.id, (0,)), (other.id, (0,))]
            ears.noticed.clear()
            notice = Notice(Kind.SHOUT, message("Hello"))
            house.service.announcer.shout(notice)
            await wait_all_tasks_blocked()
            assert ears.noticed == ["Hello"]
        assert seen(house, "Anna") == [("", ())]


async def test_whichever_table_is_left_first_the_session_is_seen_at_the_other() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        refs = [await tables.open_table(anna, Order(game, {})) for game in ("pileon", "terrace", "pileon")]
        first = at(anna, refs[0])
        await first.__aenter__()
        async with at(anna, refs[1]):
            await first.__aexit__(None, None, None)
            assert sorted(seen(house, "Anna")) == sorted([("", ()), (refs[1].id, (0,))])
            async with at(anna, refs[2]):
                assert sorted(seen(house, "Anna")) == sorted((ref.id, (0,)) for ref in refs[1:])


async def test_own_name_is_free_for_who_looks_on_at_two_tables() -> None:
    async with open_house() as house:
        seats = await house.two_at()
        carl = await house.guest("Carl")
        other = await tables.open_table(seats[0].session, Order("pileon", {}))
        async with at(carl, await tables.watch(carl, seats[0].id)), at(carl, await tables.watch(carl, other.id)):
            await registration.rename(carl, "CARL")
            assert [one.name for one in house.service.presence.named("Carl")] == ["CARL", "CARL"]


async def test_seat_that_is_taken_beside_another_table_is_lost_there_alone() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        one, other = [await tables.open_table(anna, Order(game, {})) for game in ("pileon", "terrace")]
        async with at(anna, one) as first, at(anna, other) as second:
            again = house.enter()
            again.visitor.become(anna.visitor.id, anna.visitor.secret)
            again.persons |= anna.persons
            again.be_called("Anna")
            async with at(again, other):
                assert (first.seats, second.seats) == ((0,), ())
                assert sorted(seen(house, "Anna")) == sorted([(one.id, (0,)), (other.id, ()), (other.id, (0,))])


async def test_who_has_no_name_sits_nowhere_and_is_nobody() -> None:
    async with open_house() as house:
        anna, _ = await house.two_at()
        nobody = house.enter()
        with pytest.raises(Refused):
            async with at(nobody, await tables.watch(nobody, anna.id)):
                pass
        with pytest.raises(Refused):
            await tables.open_table(nobody, Order("pileon", {}))
        assert (nobody.visitor.id, len(house.service.presence.everybody())) == ("", 2)


async def test_who_has_left_is_seen_no_more_whatever_comes_of_what_they_began() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with at(anna, await tables.open_table(anna, Order("pileon", {}))):
            anna.leave()
        await anna.identify()
        assert house.service.presence.everybody() == ()
