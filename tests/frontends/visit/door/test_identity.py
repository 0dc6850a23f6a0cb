"""Having a name in the house: by a password where strangers try, too, or by a code that an operator gave for it."""

from __future__ import annotations

from functools import partial
from typing import Any

from core.people.directory import draw_secret
from core.sessions.allowances import UNLIMITED, Allowances
from core.sessions.limits import Budget
from journal import open_journal
from tests.frontends.terminals import House, open_house
from tests.frontends.visit.door.test_registration import OTHER, PASSWORD, journal_of, leave, registered, said, signed_in


async def test_name_that_is_held_is_refused_also_while_its_holder_is_out() -> None:
    async with open_house() as house:
        await house.service.directory.holder("Wilma")
        stranger = house.enter()
        taken = "Wilma is registered to somebody else: choose another name."
        assert " ".join((await stranger.told("Wilma")).split()) == taken
        alike = "W1lma looks like somebody else's name: choose another."
        assert " ".join((await stranger.told("W1lma")).split()) == alike


async def wrong(house: House, allowance: Any, times: int, name: str = "Anna") -> None:
    """A stranger who types wrong passwords for somebody, and leaves."""
    stranger = house.enter(allowance=allowance)
    for number in range(times):
        stranger.type(name, OTHER)
        await stranger.wait(partial(said, stranger, "That is not the password", number + 1))
    await leave(stranger)


async def test_home_is_home_after_a_restart_and_strangers_lock_nobody_out_there() -> None:
    async with open_journal("memory:") as journal:
        async with open_house(journal) as house:
            home = Allowances(Budget()).allowance("198.51.100.7", "198.51.100.0/24")
            await leave(await registered(house, allowance=home))
        async with open_house(journal) as house:
            budgets = Allowances(Budget(tries_a_minute=2))
            await wrong(house, budgets.allowance("192.0.2.1", "192.0.2.0/24"), 2)
            away = house.enter(allowance=budgets.allowance("203.0.113.5", "203.0.113.0/24"))
            assert "oo many wrong codes" in await away.told("Anna", PASSWORD)
            anna = house.enter(allowance=budgets.allowance("198.51.100.8", "198.51.100.0/24"))
            anna.type("Anna", PASSWORD)
            await anna.wait_text("Welcome to the lobby, Anna.")


async def test_neighbour_at_home_locks_the_network_but_not_the_address_from_which_the_owner_came() -> None:
    async with open_house() as house:
        budgets = Allowances(Budget(tries_a_minute=2))
        network = "198.51.100.0/24"
        await leave(await registered(house, allowance=budgets.allowance("198.51.100.7", network)))
        await wrong(house, budgets.allowance("198.51.100.9", network), 2)
        other = house.enter(allowance=budgets.allowance("198.51.100.10", network))
        assert "oo many wrong codes" in await other.told("Anna", PASSWORD)
        anna = house.enter(allowance=budgets.allowance("198.51.100.7", network))
        anna.type("Anna", PASSWORD)
        await anna.wait_text("Welcome to the lobby, Anna.")


async def test_code_makes_a_network_known_too() -> None:
    async with open_journal("memory:") as journal:
        async with open_house(journal) as house:
            live = await house.set_up("elixir", "Anna", "Bert")
            code = house.code("Anna", live)
            anna = house.enter(allowance=Allowances(Budget()).allowance("198.51.100.7", "198.51.100.0/24"))
            await anna.told(code)
        async with open_house(journal) as house:
            budgets = Allowances(Budget(tries_a_minute=1))
            stranger = house.enter(allowance=budgets.allowance("192.0.2.1", "192.0.2.0/24"))
            await stranger.told(f"{live.id}-aaaa-aaaa-aaaaa")
            away = house.enter(allowance=budgets.allowance("203.0.113.5", "203.0.113.0/24"))
            assert "oo many wrong codes" in await away.told(code)
            back = house.enter(allowance=budgets.allowance("198.51.100.7", "198.51.100.0/24"))
            await back.told(code)
            assert house.visits[back].session.name == "Anna"


async def test_house_that_keeps_no_networks_writes_none_down() -> None:
    async with open_house() as house:
        for keep, count in ((False, 0), (True, 1)):
            allowance = Allowances(Budget(keep_networks=keep)).allowance("198.51.100.7", "198.51.100.0/24")
            await leave(await registered(house, f"Anna{keep}", allowance=allowance))
            assert (await journal_of(house)).count(b"person.came_from") == count
        assert b"198.51.100" not in await journal_of(house)


async def test_owner_is_told_on_entry_what_strangers_tried_and_not_what_they_mistyped() -> None:
    async with open_house(now=lambda: 1_790_000_000.0) as house:
        await leave(await registered(house))
        await wrong(house, UNLIMITED, 3)
        anna = house.enter()
        anna.type("Anna", OTHER, "Anna", PASSWORD)
        await anna.wait_text("Welcome to the lobby, Anna.")
        told = "Somebody else typed a wrong password for your name, 3 times since 2026-09-21 14:13 UTC."
        assert told in " ".join(anna.text.split())
        await leave(anna)
        assert "wrong password" not in (await signed_in(house)).text


async def reset(house: House, name: str = "Anna") -> str:
    """A code in place of a password."""
    secret = draw_secret()
    id = await house.service.directory.find_holder(name)
    assert id is not None
    await house.service.directory.give_reset(id, secret, house.service.now() + 86400)
    return "-".join((secret[:4], secret[4:8], secret[8:]))


async def test_code_of_an_operator_is_typed_in_place_of_the_password_and_good_once() -> None:
    async with open_house() as house:
        await leave(await registered(house))
        code = await reset(house)
        anna = house.enter()
        anna.type("Anna", code.upper(), OTHER, OTHER)
        await anna.wait_text("Welcome to the lobby, Anna.")
        assert "That code is right. Choose a new password." in anna.text
        await leave(anna)
        stranger = house.enter()
        for number, typed in enumerate((code, PASSWORD)):
            stranger.type("Anna", typed)
            await stranger.wait(partial(said, stranger, "That is not the password of Anna", number + 1))
        await signed_in(house, password=OTHER)
        assert code.replace("-", "").encode() not in await journal_of(house)


async def test_code_is_good_until_a_password_is_chosen_and_only_for_a_day() -> None:
    time = [1_790_000_000.0]
    async with open_house(now=lambda: time[0]) as house:
        await leave(await registered(house))
        code = await reset(house)
        anna = house.enter()
        told = await anna.told("Anna", code, PASSWORD, OTHER)
        assert "Those were two different passwords" in told
        assert house.visits[anna].session.visitor.id == ""
        time[0] += 86400
        anna.type("Anna", code)
        await anna.wait_text("That is not the password of Anna")


async def test_code_of_an_operator_is_looked_at_while_strangers_have_locked_the_person_out() -> None:
    async with open_house() as house:
        budgets = Allowances(Budget(tries_a_minute=2))
        await leave(await registered(house))
        await wrong(house, budgets.allowance("192.0.2.1"), 2)
        anna = house.enter(allowance=budgets.allowance("203.0.113.5"))
        anna.type("Anna", await reset(house), OTHER, OTHER)
        await anna.wait_text("Welcome to the lobby, Anna.")
