"""Coming in by a name."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import english
from core.sessions.identity import entry, registration
from core.sessions.limits import Budget
from tests.core.sessions.houses import House, open_house

PASSWORD = "a long one, please"


async def registered(house: House, name: str) -> str:
    """Somebody has registered that name, and left. Returns: their id."""
    with house.parlour.session() as session:
        await entry.be_guest(session, name)
        await registration.register(session, PASSWORD)
        return session.visitor.id


async def refusal_of(house: House, name: str) -> str:
    """What is said to a newcomer who says that name."""
    with pytest.raises(Refused) as refused:
        await entry.be_guest(house.enter(), name)
    return english(refused.value.message)


async def test_guest_is_somebody_in_the_house_and_nobody_in_the_journal() -> None:
    async with open_house() as house:
        anna = house.enter()
        assert await entry.come_in(anna, "Anna") is None
        assert (anna.name, anna.visitor.id, anna.visitor.is_guest) == ("Anna", "", True)
        assert [one.shown for one in house.service.presence.everybody()] == ["~Anna"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Anna", "Somebody here is already called Anna: choose another name."),
        ("Ànna", "Ànna looks like somebody else's name: choose another."),
        ("Dora", "Dora is registered to somebody else: choose another name."),
        ("computer", "You cannot use that name: choose another."),
        ("list", "list is a command, not a name: type your name first."),
    ],
)
async def test_name_of_somebody_else_is_refused(name: str, sentence: str) -> None:
    async with open_house() as house:
        await registered(house, "Dora")
        await house.guest("Anna")
        assert await refusal_of(house, name) == sentence
        assert [one.name for one in house.service.presence.everybody()] == ["Anna"]


async def test_registered_name_wants_its_password() -> None:
    async with open_house() as house:
        id = await registered(house, "Dora")
        dora = house.enter()
        known = await entry.come_in(dora, "dora")
        assert known is not None
        assert (dora.name, dora.visitor.id) == ("", "")
        with pytest.raises(Refused):
            await entry.sign_in(dora, known.person, "another one, please")
        assert (dora.name, dora.visitor.id, dora.persons) == ("", "", frozenset())
        await entry.sign_in(dora, known.person, PASSWORD)
        assert (dora.name, dora.visitor.id, set(dora.persons)) == ("Dora", id, {id})
        assert not dora.visitor.is_guest


async def test_who_signs_in_is_told_what_others_tried_and_not_their_own_slips() -> None:
    async with open_house() as house:
        id = await registered(house, "Dora")
        known = await house.service.directory.person(id)
        stranger, dora = house.enter(), house.enter()
        for session in (stranger, stranger, dora):
            with pytest.raises(Refused):
                await entry.sign_in(session, known, "another one, please")
        assert (await entry.sign_in(dora, known, PASSWORD)).count == 2
        assert (await entry.sign_in(house.enter(), known, PASSWORD)).count == 0


async def test_wrong_passwords_lock_out_but_for_where_the_right_one_was_typed_before() -> None:
    async with open_house(Budget(tries_a_minute=2)) as house:
        id = await registered(house, "Dora")
        stranger, dora = house.enter("198.51.100.1"), house.enter("192.0.2.1")
        known = await house.service.directory.person(id)
        said = []
        for password in ("wrong, of course", "wrong once more", PASSWORD):
            with pytest.raises(Refused) as refused:
                await entry.sign_in(stranger, known, password)
            said.append(english(refused.value.message))
        assert said[0] == said[1] == "That is not the password of Dora. To try again, type the name."
        assert said[2].startswith("Too many wrong codes and passwords: try again in ")
        assert stranger.visitor.id == ""
        house.parlour.allowances.tries.note_right("192.0.2.1", f"person/{id}")  # type: ignore[union-attr]
        await entry.sign_in(dora, known, PASSWORD)
        assert dora.visitor.id == id


async def test_code_of_an_operator_sets_another_password_once() -> None:
    async with open_house() as house:
        id = await registered(house, "Dora")
        await house.service.directory.give_reset(id, "abcdefgh", house.service.now() + 60)
        known = await house.service.directory.person(id)
        dora = house.enter()
        assert not entry.is_reset_code(dora, known, "abcdefgx")
        assert entry.is_reset_code(dora, known, "ABCD efgh") or entry.is_reset_code(dora, known, "abcdefgh")
        await entry.reset_password(dora, known, "abcdefgh", "quite another one")
        assert (dora.name, dora.visitor.id) == ("Dora", id)
        known = await house.service.directory.person(id)
        assert not entry.is_reset_code(dora, known, "abcdefgh")
        await entry.sign_in(house.enter(), known, "quite another one")
