"""Choosing how to be reminded, through bare sessions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.base.game import Refused
from core.base.message import Message
from core.correspondence.reminders import MAIL, OFF, WEBHOOK, ReminderChosen
from core.correspondence.sending_limits import Exceeded, Quotas
from core.correspondence.vacations import stream_of
from core.sessions import reminders
from core.sessions.session import Session
from tests.core.sessions.houses import House, open_house

URL, ADDRESS = "https://example.org/hook", "anna@example.org"


class Kept:
    """A carrier that keeps the codes it is given."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        self.sent.append((address, str(dict(said.args)["code"])))

    async def check(self, address: str) -> None:
        if not address:
            raise Refused("That is no address.")


async def records(house: House, session: Session) -> int:
    return await house.service.journal.head(stream_of(session.visitor.id))


async def test_webhook_is_chosen_and_given_up() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        house.service.carriers = {WEBHOOK: Kept()}
        assert await reminders.chosen(anna) == ReminderChosen(OFF, "")
        assert await reminders.use_webhook(anna, URL) == ReminderChosen(WEBHOOK, URL)
        assert await reminders.chosen(anna) == ReminderChosen(WEBHOOK, URL)
        assert await reminders.turn_off(anna) == await reminders.chosen(anna) == ReminderChosen(OFF, "")


async def test_webhook_that_is_none_or_one_too_many_changes_nothing_and_the_world_is_not_asked_beyond_quotas() -> None:
    async with open_house() as house:
        anna, asked = await house.guest("Anna"), list[str]()
        house.service.carriers = {WEBHOOK: Kept()}
        house.service.sending_limits.quotas = Quotas(webhooks_of_a_person_a_day=1)
        with pytest.raises(Refused, match="no address"):
            await reminders.use_webhook(anna, "", lambda: asked.append("first"))
        with pytest.raises(Exceeded, match="too many webhooks"):
            await reminders.use_webhook(anna, URL, lambda: asked.append("second"))
        assert (asked, await records(house, anna)) == (["first"], 0)


async def test_mail_goes_to_who_has_registered_and_types_the_code_that_was_mailed() -> None:
    async with open_house() as house:
        anna, mail = await house.registered("Anna"), Kept()
        house.service.carriers = {MAIL: mail}
        assert await reminders.ask_for_code(anna, ADDRESS, "en")
        assert not await reminders.ask_for_code(anna, ADDRESS, "en")
        ((address, code),) = mail.sent
        with pytest.raises(Refused, match="not the code"):
            await reminders.confirm(anna, ADDRESS, f"{code}x")
        with pytest.raises(Refused, match="not the code"):
            await reminders.confirm(anna, "bert@example.org", code)
        before = await records(house, anna)
        assert await reminders.confirm(anna, address, code) == ReminderChosen(MAIL, ADDRESS)
        assert await records(house, anna) == before + 1
        with pytest.raises(Refused, match="not the code"):
            await reminders.confirm(anna, address, code)


async def test_code_that_was_mailed_to_one_is_of_no_use_to_another() -> None:
    async with open_house() as house:
        anna, bert, mail = await house.registered("Anna"), await house.registered("Bert"), Kept()
        house.service.carriers = {MAIL: mail}
        await reminders.ask_for_code(anna, ADDRESS, "en")
        with pytest.raises(Refused, match="not the code"):
            await reminders.confirm(bert, ADDRESS, mail.sent[0][1])


async def test_what_the_house_does_not_send_is_refused_and_mail_to_guests() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        with pytest.raises(Refused, match="cannot be sent that way"):
            await reminders.use_webhook(anna, URL)
        with pytest.raises(Refused, match="cannot be sent that way"):
            await reminders.ask_for_code(anna, ADDRESS, "en")
        house.service.carriers = {MAIL: Kept()}
        with pytest.raises(Refused, match="Register to get mail"):
            await reminders.ask_for_code(anna, ADDRESS, "en")
        assert await records(house, anna) == 0
