"""Making a name one's own, changing it and its password, and having everything forgotten."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import english
from core.people.directory import code_of
from core.sessions import preferences
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.identity import entry, registration
from core.sessions.limits import Budget
from tests.core.sessions.houses import open_house

PASSWORD = "a long one, please"
ANOTHER = "quite another one"


async def test_guest_registers_once_and_needs_no_code_any_more() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        seat = await house.sit(anna, await tables.open_table(anna, Order("pileon", {})))
        assert seat.code == code_of(seat.id, anna.visitor.secret)
        await registration.register(anna, PASSWORD)
        assert (anna.visitor.is_guest, anna.codes) == (False, (seat.id,))
        assert [one.shown for one in house.service.presence.everybody()] == ["Anna"]
        with pytest.raises(Refused) as refused:
            await registration.register(anna, PASSWORD)
        assert refused.value.message == registration.NO_GUEST


async def test_names_are_counted_and_a_bad_password_registers_nothing() -> None:
    async with open_house(Budget(names_an_hour=1)) as house:
        anna, bert = await house.guests("Anna", "Bert")
        with pytest.raises(Refused):
            await registration.register(anna, "short")
        assert anna.visitor.is_guest
        await registration.register(anna, PASSWORD)
        with pytest.raises(Refused) as refused:
            await registration.register(bert, PASSWORD)
        assert english(refused.value.message).startswith("Your network registered many names: ")
        assert bert.visitor.is_guest


async def test_password_is_changed_by_who_knows_it() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        with pytest.raises(Refused) as refused:
            await registration.prove(anna, PASSWORD)
        assert refused.value.message == registration.NO_REGISTERED
        await registration.register(anna, PASSWORD)
        with pytest.raises(Refused):
            await registration.prove(anna, ANOTHER)
        await registration.change_password(await registration.prove(anna, PASSWORD), ANOTHER)
        known = await house.service.directory.person(anna.visitor.id)
        with pytest.raises(Refused):
            await entry.sign_in(house.enter(), known, PASSWORD)
        await entry.sign_in(house.enter(), known, ANOTHER)


async def test_name_is_changed_at_the_tables_too_and_the_old_one_is_free() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        with pytest.raises(Refused):
            await registration.rename(anna.session, "Bert")
        await registration.rename(anna.session, "Zoe")
        assert anna.session.name == "Zoe"
        assert bert.live.names == ("~Zoe", "~Bert")
        await house.guest("Anna")


async def test_who_is_forgotten_leaves_nothing_but_their_games() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        await preferences.keep(anna.session, "language", "fr")
        id = anna.session.visitor.id
        await anna.live.say(id, 0, "Hello")
        await registration.forget(anna.session)
        assert not (await house.service.directory.person(id)).is_known
        assert (len(bert.live.said), bert.live.names) == (0, ("somebody", "~Bert"))
        anna.session.leave()
        assert house.service.last_seen.of("Anna") is None


async def test_who_is_forgotten_takes_along_whom_they_played_beside_themselves() -> None:
    async with open_house() as house:
        anna, bert = await house.guests("Anna", "Bert")
        own = await anna.identify()
        await tables.join(bert, (await tables.open_table(anna, Order("mille", {}, "person"))).id)
        hotseat = await tables.open_table(anna, Order("mille", {}, "hotseat"))
        await registration.register(anna, PASSWORD)
        again = house.enter()
        await entry.sign_in(again, await house.service.directory.person(own), PASSWORD)
        async with house.service.table(hotseat.id, attended=False) as live:
            persons = [chair.person for chair in live.table.chairs]
        await registration.forget(again)
        known = [(await house.service.directory.person(id)).is_known for id in (*persons, bert.visitor.id)]
        assert known == [False, False, True]


async def test_at_home_a_second_player_is_forgotten_who_has_no_name_of_their_own() -> None:
    async with open_house() as house:
        anna = house.owner("Anna")
        first = await tables.open_table(anna, Order("mille", {}, "hotseat"))
        named = await tables.open_table(anna, Order("mille", {}, "hotseat", partners=("Anna", "Bert")))
        seconds = []
        for ref in (first, named):
            async with house.service.table(ref.id, attended=False) as live:
                seconds.append(live.table.chairs[1].person)
        await registration.forget(anna)
        assert [(await house.service.directory.person(id)).is_known for id in seconds] == [False, True]
