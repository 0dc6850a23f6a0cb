"""Names that become one's own, with a password."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any, cast

import pytest
import trio
import trio.testing

from core.base.message import SOMEBODY
from core.sessions.allowances import Allowances
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import TableRef
from core.sessions.limits import FORGETTING, Budget
from frontends.server.logs import LimitLog
from frontends.terminal.picture import Look
from tests.frontends.terminals import House, ListTerminal, open_house

PASSWORD, OTHER = "correct horse", "battery staple"


async def registered(house: House, name: str = "Anna", **more: Any) -> ListTerminal:
    """Somebody who has just registered and is in the lobby."""
    terminal = house.enter(**more)
    await terminal.told(name)
    terminal.type("register", PASSWORD, PASSWORD)
    await terminal.wait_text(f"{name} is yours.")
    return terminal


async def signed_in(house: House, name: str = "Anna", password: str = PASSWORD) -> ListTerminal:
    """Somebody who comes back with a password."""
    terminal = house.enter()
    terminal.type(name, password)
    await terminal.wait(lambda: terminal.prompt.text == "lobby> ")
    return terminal


def said(terminal: ListTerminal, text: str, times: int) -> bool:
    """Whether somebody was told something so often."""
    return terminal.text.count(text) == times


async def leave(terminal: ListTerminal) -> None:
    terminal.type("quit")
    assert await terminal.left() == 0


async def journal_of(house: House) -> bytes:
    """All bytes of the journal."""
    journal = house.service.journal
    streams = [summary.stream for summary in (await journal.streams("")).summaries]
    return b"".join([record.line for stream in streams for record in await journal.read(stream)])


async def test_guest_registers_and_comes_back_by_name_and_password() -> None:
    async with open_house() as house:
        anna = await registered(house)
        id = house.visits[anna].session.visitor.id
        await leave(anna)
        again = await signed_in(house)
        assert "Anna is registered. Password:" in " ".join(again.prompts)
        assert "Welcome to the lobby, Anna." in again.text
        assert (house.visits[again].session.visitor.id, house.visits[again].session.visitor.is_guest) == (id, False)


async def test_house_without_argon2_says_so_before_a_password_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "argon2", cast(Any, None))
    async with open_house() as house:
        anna = house.enter()
        await anna.told("Anna")
        anna.type("register")
        await anna.wait_text("Parlour cannot keep passwords here")
        assert "Choose a password for Anna" not in anna.text
        await leave(anna)


async def test_password_is_asked_secretly_and_stands_nowhere() -> None:
    async with open_house() as house:
        anna = await registered(house)
        await leave(anna)
        again = await signed_in(house)
        for terminal in (anna, again):
            assert PASSWORD not in terminal.text
            assert PASSWORD not in "".join(terminal.prompts)
        assert PASSWORD.encode() not in await journal_of(house)
        assert b"argon2id" in await journal_of(house)


async def test_every_question_for_a_password_is_secret() -> None:
    async with open_house() as house:
        anna = house.enter()
        await anna.told("Anna", "register")
        assert (anna.prompt.text, anna.prompt.is_secret) == ("Choose a password for Anna: ", True)
        await anna.told(PASSWORD)
        assert (anna.prompt.text, anna.prompt.is_secret) == ("The same password again: ", True)
        anna.type(PASSWORD)
        await anna.wait_text("Anna is yours.")
        assert not anna.prompt.is_secret
        await anna.told("password")
        assert (anna.prompt.text, anna.prompt.is_secret) == ("Your present password: ", True)


async def test_for_a_screen_reader_the_question_is_read_out_and_the_prompt_is_as_secret() -> None:
    async with open_house() as house:
        anna = house.enter(look=Look(reader=True))
        assert "Choose a password for Anna:" in await anna.told("Anna", "register")
        assert (anna.prompt.text, anna.prompt.is_secret) == ("> ", True)


async def test_who_types_two_different_passwords_stays_a_guest() -> None:
    async with open_house() as house:
        anna = house.enter()
        told = await anna.told("Anna", "register", PASSWORD, OTHER)
        assert "Those were two different passwords: please start again." in told
        assert house.visits[anna].session.visitor.is_guest


async def test_wrong_password_lets_nobody_in_and_leaves_them_at_the_door() -> None:
    async with open_house() as house:
        await leave(await registered(house))
        stranger = house.enter()
        stranger.type("Anna", OTHER)
        await stranger.wait_text("That is not the password of Anna. To try again, type the name.")
        assert stranger.prompt.text == "Your name: "
        assert house.visits[stranger].session.visitor.id == ""
        assert "Welcome to the lobby, Berta." in await stranger.told("Berta")


async def test_no_password_is_a_way_back_to_the_door() -> None:
    async with open_house() as house:
        await leave(await registered(house))
        stranger = house.enter()
        told = await stranger.told("Anna", "")
        assert "without the password, please take another name." in " ".join(told.split())


async def test_name_like_a_registered_one_is_refused_at_the_door_and_in_the_lobby() -> None:
    async with open_house() as house:
        await leave(await registered(house, "Lilli"))
        other = house.enter()
        assert "looks like somebody else's name" in " ".join((await other.told("Li11i")).split())
        await other.told("Bert")
        told = " ".join((await other.told("name Lilli")).split())
        assert told == "Lilli is registered to somebody else: choose another name."


async def test_password_can_be_changed_by_who_knows_it() -> None:
    async with open_house() as house:
        anna = await registered(house)
        anna.type("password", OTHER)
        await anna.wait_text("That is not your password, so it did not change.")
        anna.type("password", PASSWORD, OTHER, OTHER)
        await anna.wait_text("Your password is changed.")
        await leave(anna)
        await signed_in(house, password=OTHER)


async def test_code_of_before_is_none_any_more_and_the_seat_is_come_back_to_by_the_table() -> None:
    async with open_house() as house:
        anna = house.enter()
        await anna.told("Anna", "new elixir person", "quit", "y")
        code, table = house.visits[anna].session.codes[0], await house.only_table()
        anna.type("register", PASSWORD, PASSWORD)
        await anna.wait_text("Anna is yours.")
        assert "That code belongs to no seat: check it." in await anna.told(f"resume {code}")
        await anna.told(f"resume {table}")
        assert house.visits[anna].room.here == TableRef(table, Held((0,)))


async def test_renamed_person_keeps_the_password_and_lets_go_of_the_old_name() -> None:
    async with open_house() as house:
        anna = await registered(house)
        assert await anna.told("name Bertha") == "Hello, Bertha.\n"
        await leave(anna)
        await signed_in(house, "Bertha")
        other = house.enter()
        assert "Welcome to the lobby, Anna." in await other.told("Anna")


async def test_registered_person_has_nothing_to_register_and_a_guest_no_password() -> None:
    async with open_house() as house:
        anna = house.enter()
        await anna.told("Anna")
        assert "You are a guest" in await anna.told("password")
        anna.type("register", PASSWORD, PASSWORD)
        await anna.wait_text("Anna is yours.")
        assert "You have registered already" in await anna.told("register")


async def test_who_asks_for_it_is_forgotten_after_a_question_and_leaves() -> None:
    async with open_house() as house:
        anna = await registered(house)
        await anna.told("new elixir person", "quit", "y")
        id, table = house.visits[anna].session.visitor.id, await house.only_table()
        await anna.told("forget me", "n")
        assert (await house.service.directory.person(id)).is_known
        await anna.told("forget me")
        anna.type("y")
        assert await anna.left() == 0
        assert "You are forgotten here. Good-bye." in anna.text
        assert house.service.directory.name(id) == SOMEBODY
        assert await house.service.directory.find_holder("Anna") is None
        async with house.service.table(table, attended=False) as live:
            assert live.names[0] == SOMEBODY
        other = house.enter()
        assert "Welcome to the lobby, Anna." in await other.told("Anna")


async def test_address_cannot_have_one_after_the_other_forgotten_without_end() -> None:
    async with open_house() as house:
        budgets = Allowances(Budget(records_a_minute=FORGETTING, people_of_an_address=1))
        anna, bert = (house.enter(allowance=budgets.allowance("192.0.2.1")) for _ in range(2))
        other = house.enter(allowance=budgets.allowance("192.0.2.2"))
        for terminal, name in ((anna, "Anna"), (bert, "Bert"), (other, "Carl")):
            await terminal.told(name, "forget me")
        for terminal in (anna, other):
            terminal.type("y")
            assert await terminal.left() == 0
            assert "You are forgotten here." in terminal.text
        assert "That was too fast" in await bert.told("y")
        assert "You are forgotten here." not in bert.text


async def test_who_types_where_it_can_be_seen_is_told_so() -> None:
    async with open_house() as house:
        anna = house.enter()
        anna.hides = False
        assert "Your terminal shows what you type" in await anna.told("Anna", "register")


async def test_guest_who_comes_back_to_a_name_that_is_taken_gets_a_number() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await registered(house, "Anna")
        back = await house.seat("Anna", live)
        assert house.visits[back].session.name == "Anna2"


async def test_wrong_passwords_are_slowed_then_refused_whatever_they_are_and_it_is_logged(caplog: Any) -> None:
    async with open_house() as house:
        await leave(await registered(house))
        allowance = Allowances(Budget(tries_a_minute=2), LimitLog()).allowance("192.0.2.1")
        stranger = house.enter(allowance=allowance)
        for wrong in (1, 2):
            stranger.type("Anna", OTHER)
            await stranger.wait(partial(said, stranger, "That is not the password", wrong))
        stranger.type("Anna", PASSWORD)
        await stranger.wait_text("Too many wrong codes and passwords: try again in 5 minutes.")
        assert house.visits[stranger].session.visitor.id == ""
        assert [record.getMessage() for record in caplog.records if "locked-out" in record.getMessage()]


async def test_wrong_codes_are_slowed_at_the_door_and_are_never_a_name() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        stranger = house.enter(allowance=Allowances(Budget(tries_a_minute=2)).allowance("192.0.2.1"))
        wrong = f"{live.id}-aaaa-aaaa-aaaaa"
        assert await stranger.told(wrong) == await stranger.told(wrong) == "That code belongs to no seat: check it.\n"
        assert "oo many wrong codes" in await stranger.told(house.code("Anna", live))
        assert (stranger.prompt.text, house.visits[stranger].session.name) == ("Your name: ", "")


async def test_owner_signs_in_while_strangers_of_many_networks_wait_to_register() -> None:
    async with open_house() as house:
        budgets = Allowances(Budget())
        await leave(await registered(house, allowance=budgets.allowance("198.51.100.7")))
        strangers = [house.enter(f"Foe{letter * 2}", allowance=budgets.allowance(letter)) for letter in "abcdef"]
        at_home, away = (house.enter(allowance=budgets.allowance(known)) for known in ("198.51.100.7", "203.0.113.5"))
        order: list[ListTerminal] = []

        async def wait(terminal: ListTerminal, text: str) -> None:
            await terminal.wait_text(text)
            order.append(terminal)

        async with trio.open_nursery() as nursery, budgets.allowance("192.0.2.1").turn():
            for stranger in strangers:
                stranger.type("register", PASSWORD, PASSWORD)
                nursery.start_soon(wait, stranger, "is yours.")
            for anna in (away, at_home):
                anna.type("Anna", PASSWORD)
                nursery.start_soon(wait, anna, "Welcome to the lobby, Anna.")
            await trio.testing.wait_all_tasks_blocked()
        assert order[:2] == [at_home, away]
        assert set(order[2:]) == set(strangers)


async def test_strangers_lock_no_guest_out_at_the_address_where_the_seat_was_taken() -> None:
    async with open_house() as house:
        budgets = Allowances(Budget(tries_a_minute=1))
        anna = house.enter("Anna", allowance=budgets.allowance("198.51.100.7"))
        await anna.told("new pileon")
        code = house.visits[anna].session.codes[-1]
        stranger = house.enter(allowance=budgets.allowance("192.0.2.1"))
        await stranger.told(f"{code.partition('-')[0]}-aaaa-aaaa-aaaaa")
        elsewhere = house.enter(allowance=budgets.allowance("203.0.113.5"))
        assert "oo many wrong codes" in await elsewhere.told(code)
        again = house.enter(allowance=budgets.allowance("198.51.100.7"))
        await again.told(code)
        assert house.visits[again].session.name == "Anna"


async def test_strangers_lock_nobody_out_at_the_address_where_they_have_registered_or_signed_in() -> None:
    async with open_house() as house:
        budgets = Allowances(Budget(tries_a_minute=2))
        await leave(await registered(house, allowance=budgets.allowance("198.51.100.7")))
        office = house.enter(allowance=budgets.allowance("203.0.113.5"))
        office.type("Anna", PASSWORD)
        await office.wait(lambda: office.prompt.text == "lobby> ")
        await leave(office)
        stranger = house.enter(allowance=budgets.allowance("192.0.2.1"))
        stranger.type("Anna", OTHER, "Anna", OTHER, "Anna", PASSWORD)
        await stranger.wait_text("Too many wrong codes and passwords")
        for known in ("198.51.100.7", "203.0.113.5"):
            anna = house.enter(allowance=budgets.allowance(known))
            anna.type("Anna", PASSWORD)
            await anna.wait(lambda one=anna: one.prompt.text == "lobby> ")  # type: ignore[misc]
            await leave(anna)


async def test_code_is_taken_at_the_door_in_place_of_a_name() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = house.enter()
        await anna.told(house.code("Anna", live).upper())
        assert house.visits[anna].room.here == TableRef(live.id, Held((0,)))
        assert house.visits[anna].session.name == "Anna"


async def test_crowd_from_one_address_comes_back_with_its_codes_all_at_once() -> None:
    async with open_house() as house:
        budgets = Allowances(Budget(tries_a_minute=2))
        tables = [await house.set_up("pileon", f"Anna{letter}", deal=7) for letter in "abcdefgh"]
        back = [house.enter(allowance=budgets.allowance("192.0.2.1")) for _ in tables]
        for terminal, live, letter in zip(back, tables, "abcdefgh", strict=True):
            terminal.type(house.code(f"Anna{letter}", live))
        for terminal, live in zip(back, tables, strict=True):
            await terminal.wait_text(f"table {live.id}")


async def test_so_many_names_are_registered_from_an_address_and_from_its_network() -> None:
    async with open_house() as house:
        budgets = Allowances(Budget(names_an_hour=2, names_a_day=3))

        async def tries(name: str, address: str, network: str) -> str:
            terminal = house.enter(allowance=budgets.allowance(address, network))
            await terminal.told(name)
            terminal.type("register", PASSWORD, PASSWORD)
            await terminal.wait(
                lambda: f"{name} is yours." in terminal.text or "registered many names" in terminal.text
            )
            return terminal.text.partition("registered many names")[2]

        assert [await tries(name, "a", "n") for name in ("Anna", "Bert")] == ["", ""]
        assert "register in 60 minutes" in await tries("Carl", "a", "n")
        assert await tries("Dora", "b", "n") == ""
        assert "register in 24 hours" in await tries("Emil", "c", "n")
        assert await tries("Fritz", "d", "m") == ""


async def test_password_that_was_mistyped_takes_none_of_the_names() -> None:
    async with open_house() as house:
        anna = house.enter(allowance=Allowances(Budget(names_an_hour=1)).allowance("192.0.2.1"))
        await anna.told("Anna", "register", PASSWORD, OTHER)
        anna.type("register", PASSWORD, PASSWORD)
        await anna.wait_text("Anna is yours.")


UNUSED = "Anna is registered but was never used. Type its password, or press Enter to take the name:"


async def unused(house: House) -> None:
    """Somebody has registered a name and left."""
    await leave(await registered(house))


async def test_name_that_was_never_played_with_goes_to_whoever_wants_it_and_until_then_is_its_holders() -> None:
    time = [1_790_000_000.0]
    async with open_house(now=lambda: time[0]) as house:
        await unused(house)
        time[0] += 30 * 86400 - 1
        other = house.enter()
        await other.told("Anna")
        assert other.prompts[-1] == "Anna is registered. Password: "
        await other.told("", "Berta")
        time[0] += 1
        anna = house.enter()
        anna.type("Anna")
        await anna.wait(lambda: UNUSED in " ".join([*anna.text.split(), *anna.prompt.text.split()]))
        anna.type(PASSWORD)
        await anna.wait_text("Welcome to the lobby, Anna.")
        other = house.enter()
        await other.told("Anna")
        assert other.prompts[-1] == "Anna is registered. Password: "
        await leave(anna)
        again = house.enter()
        again.type("Anna")
        await again.wait(lambda: UNUSED in " ".join([*again.text.split(), *again.prompt.text.split()]))
        again.type("")
        await again.wait_text("Welcome to the lobby, Anna.")
        assert house.visits[again].session.visitor.is_guest
        again.type("register", OTHER, OTHER)
        await again.wait_text("Anna is yours.")
        await leave(again)
        await signed_in(house, password=OTHER)


async def test_look_alike_of_a_name_that_was_never_played_with_can_be_had() -> None:
    time = [1_790_000_000.0]
    async with open_house(now=lambda: time[0]) as house:
        await unused(house)
        other = house.enter()
        assert "looks like somebody else's name" in " ".join((await other.told("ANNà")).split())
        time[0] += 30 * 86400
        await other.say("ANNà", "Welcome to the lobby, ANNà.")
