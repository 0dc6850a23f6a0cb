"""Reminders by mail: what is sent, and which addresses are ones."""

from __future__ import annotations

from email import message_from_string
from email.policy import default

import attrs
import pytest

from core.base.game import Refused
from core.base.message import message
from core.correspondence.reminders import NotSent
from frontends.locale.language import language
from frontends.server.config import Reminders
from frontends.server.notifications.mail import NO_MORE, Mail
from tests.frontends.server.notifications.servers import TURN, mail_server


def settings(port: int) -> Reminders:
    return Reminders(smtp=f"127.0.0.1:{port}", mail_from="house@example.org", mail_tls=False)


async def test_message_has_the_reminders_id_and_says_how_to_stop_it() -> None:
    async with mail_server() as server:
        await Mail(settings(server.port)).send("anna@example.org", "k3f9x.12.1", TURN, "", {})
        (got,) = server.got
        assert "Message-ID: <k3f9x.12.1@example.org>" in got
        assert "To: anna@example.org" in got
        assert "Auto-Submitted: auto-generated" in got
        assert "It is your turn at table k3f9x: Mille." in got
        assert "remind off" in got


async def test_message_is_in_the_language_of_whom_it_is_for() -> None:
    async with mail_server() as server:
        await Mail(settings(server.port)).send("anna@example.org", "k3f9x.12.1", TURN, "fr", {})
        (got,) = server.got
        text = message_from_string(got, policy=default).get_content()
        french = language("fr")
        assert text.split() == f"{french.say(TURN)} {french.say(NO_MORE)}".split()
        assert "It is" not in text


async def test_server_that_is_not_there_means_that_it_did_not_arrive() -> None:
    async with mail_server() as server:
        port = server.port
    with pytest.raises(NotSent):
        await Mail(settings(port)).send("anna@example.org", "id", message("text"), "", {})


async def test_server_that_takes_no_such_password_means_that_it_did_not_arrive() -> None:
    async with mail_server() as server:
        with_accents = attrs.evolve(settings(server.port), mail_user="h\u00f6use", mail_password="gr\u00fcn")
        with pytest.raises(NotSent):
            await Mail(with_accents).send("anna@example.org", "id", message("text"), "", {})


@pytest.mark.parametrize(
    ("smtp", "sender", "key"),
    [
        ("mail.example.org", "house@example.org", "smtp"),
        ("mail.example.org:smtp", "house@example.org", "smtp"),
        ("mail.example.org:99999", "house@example.org", "smtp"),
        ("a\nb:25", "house@example.org", "smtp"),
        (":25", "house@example.org", "smtp"),
        ("[::1]:25", "", "mail_from"),
        ("localhost:25", "a@b\nBcc: c@d", "mail_from"),
    ],
)
def test_settings_with_which_nothing_could_be_sent_are_refused(smtp: str, sender: str, key: str) -> None:
    with pytest.raises(Refused, match=rf"^{key} in section \[reminders\] must be "):
        Mail(Reminders(smtp=smtp, mail_from=sender))


@pytest.mark.parametrize(
    "address",
    ["", "anna", "anna@", "@example.org", "a b@example.org", "a@b\r\nBcc: c@d", "ä@example.org", "a@" + "b" * 300],
)
async def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="not a mail address"):
        await Mail(settings(25)).check(address)


async def test_address_that_is_one_is_taken() -> None:
    await Mail(settings(25)).check("anna.b+hall@mail.example.org")
