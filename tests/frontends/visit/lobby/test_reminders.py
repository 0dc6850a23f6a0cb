"""Choosing how to be reminded, as people type it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.base.game import Refused
from core.base.message import Message
from core.correspondence.sending_limits import Quotas
from core.correspondence.vacations import stream_of
from frontends.locale.language import language
from frontends.server import logs
from tests.frontends.terminals import House, ListTerminal, open_house, quiet


class Kept:
    """A carrier that keeps what it is given."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        self.sent.append((address, language(code).say(said)))

    async def check(self, address: str) -> None:
        if not address:
            raise Refused("That is no address.")


async def anna_in(house: House, **more: Any) -> ListTerminal:
    anna = house.enter("Anna", **more)
    await quiet()
    return anna


async def test_webhook_is_chosen_told_and_given_up() -> None:
    async with open_house() as house:
        house.service.carriers = {"webhook": Kept()}
        anna = await anna_in(house)
        assert "You get no reminders" in await anna.told("remind")
        assert "https://example.org/Hook." in await anna.told("remind webhook https://example.org/Hook")
        assert "https://example.org/Hook." in await anna.told("remind")
        assert "You get no reminders" in await anna.told("remind off")


async def test_what_the_house_does_not_allow_is_refused() -> None:
    async with open_house() as house:
        anna = await anna_in(house)
        assert "cannot be sent that way" in await anna.told("remind webhook https://example.org")
        assert "Type remind webhook" in await anna.told("remind pigeon Anna")
        house.service.carriers = {"webhook": Kept()}
        assert "That is no address." in await anna.told("remind webhook")


async def test_mail_is_for_those_who_have_registered_and_type_the_code_they_were_sent() -> None:
    async with open_house() as house:
        mail = Kept()
        house.service.carriers = {"mail": mail}
        anna = await anna_in(house)
        assert "Register to get mail" in await anna.told("remind mail anna@example.org")
        person = next(iter(house.visits.values())).session.visitor.id
        assert person
        await house.service.directory.set_password(person, "$argon2id$any")
        await anna.told("remind mail anna@example.org")
        await anna.wait_prompt("Type it here:")
        await anna.say("wrong", "not the code")
        assert await house.service.journal.head(stream_of(person)) == 0
        anna.type("remind mail bert@example.org")
        await anna.wait(lambda: len(mail.sent) == 2)
        await anna.wait_prompt("Type it here:")
        found = re.search(r": (\w+)$", mail.sent[-1][1])
        assert found
        await anna.say(found[1], "bert@example.org.")
        anna.type("remind mail anna@example.org")
        await anna.wait_prompt("ago is still good. Type it here:")
        await anna.say("", "Nothing was changed")
        assert len(mail.sent) == 2


async def test_who_chooses_webhooks_again_and_again_is_refused_with_what_to_do_next() -> None:
    async with open_house() as house:
        hook = Kept()
        house.service.carriers = {"webhook": hook}
        house.service.sending_limits.quotas = Quotas(webhooks_of_a_person_a_day=2)
        anna = await anna_in(house)
        before = logs.counts()["webhook", "refused"]
        for n in range(2):
            assert f"https://example.org/{n}." in await anna.told(f"remind webhook https://example.org/{n}")
        said = await anna.told("remind webhook https://example.org/2")
        assert "You tried too many webhooks today: try again in 24 hours." in said
        assert "https://example.org/1." in await anna.told("remind")
        assert "You get no reminders" in await anna.told("remind off")
        assert logs.counts()["webhook", "refused"] == before + 1
