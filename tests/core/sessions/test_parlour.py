"""Where sessions begin and end."""

from __future__ import annotations

from contextlib import suppress

from trio.testing import wait_all_tasks_blocked

from core.sessions.allowances import UNLIMITED
from core.sessions.identity import entry
from core.sessions.limits import Budget
from core.sessions.parlour import Origin
from tests.core.sessions.houses import Ears, open_house


async def test_session_is_in_the_house_until_its_block_ends() -> None:
    async with open_house() as house:
        with house.parlour.session(Origin("192.0.2.9")) as anna:
            await entry.be_guest(anna, "Anna")
            assert [one.name for one in house.service.presence.everybody()] == ["Anna"]
        assert (house.service.presence.everybody(), anna.present) == ((), None)


async def test_session_that_an_error_ends_is_taken_for_a_lost_connection() -> None:
    async with open_house() as house:
        ears = Ears()
        await house.guest("Bert", ears=ears)
        for error in (None, ConnectionError("gone")):
            with suppress(ConnectionError), house.parlour.session() as anna:
                await entry.be_guest(anna, "Anna")
                if error is not None:
                    raise error
            await wait_all_tasks_blocked()
        assert ears.noticed == ["~Anna is here.", "~Anna left.", "~Anna is here.", "~Anna lost the connection."]


async def test_those_of_an_address_share_what_is_counted_unless_nothing_is() -> None:
    async with open_house(Budget()) as house:
        one = house.parlour.enter(Origin("2001:db8::1", "2001:db8::/64", "2001:db8::/48"))
        assert (one.address, one.allowance.network) == ("2001:db8::1", "2001:db8::/48")
        assert house.parlour.enter(Origin("192.0.2.7")).allowance.network == "192.0.2.7"
    async with open_house() as house:
        assert house.parlour.enter(Origin("192.0.2.7")).allowance is UNLIMITED


async def test_owner_is_at_home_and_no_guest() -> None:
    async with open_house() as house:
        owner = house.owner("Anna")
        id = await owner.identify()
        assert (owner.is_home, owner.visitor.is_guest) == (True, False)
        assert await house.service.directory.find_owner() == id
