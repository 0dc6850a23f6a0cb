"""The house cannot be had to pester strangers, by a person who comes again and again under whatever name."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from tests.frontends.served import Serving, come_in, serving, visitors
from tests.frontends.server.notifications.servers import mail_server
from tests.frontends.telnet.clients import Bare

PASSWORD = "correct horse battery"
ADDRESSES = ["victim@example.org", *(f"vic.tim+{n}@Example.org" for n in range(8))]


async def register(person: Bare, name: str) -> None:
    await come_in(person, name)
    await person.ask("register", "Choose a password for")
    await person.ask(PASSWORD, "The same password again")
    await person.ask(PASSWORD, f"{name} is yours")
    await person.expect("lobby> ")


async def bomb(person: Bare, address: str) -> bool:
    """Have a code mailed and type a wrong one. Returns: whether one was mailed."""
    found = await person.ask(f"remind mail {address}", "Type it here:|lobby> ")
    if found[0] == "lobby> ":
        return False
    await person.ask("wrong", "That is not the code")
    await person.expect("lobby> ")
    return True


async def figures(house: Serving) -> str:
    found = re.search(r"Figures are at (\S+)", house.said)
    assert found
    async with httpx.AsyncClient(trust_env=False) as client:
        return (await client.get(found[1])).text


async def test_account_that_asks_again_and_again_has_three_mails_sent_to_one_mailbox(tmp_path: Path) -> None:
    """Given an account that types a wrong code each time, then another one, and one in a house that was restarted."""
    config, words = tmp_path / "house.toml", ("--journal", f"sqlite:{tmp_path / 'parlour.db'}")
    async with mail_server() as server:
        config.write_text(
            f'[reminders]\nsmtp = "127.0.0.1:{server.port}"\nmail_from = "house@example.org"\nmail_tls = false\n'
        )
        more = ("--config", config, "--metrics", "127.0.0.1:0")
        async with serving(*words, *more) as house, visitors(house, Bare, Bare) as (anna, bert):
            await register(anna, "Anna")
            mailed = [await bomb(anna, address) for address in ADDRESSES]
            assert mailed.count(True) == len(server.got) == 3
            assert "try again in" in anna.text
            await register(bert, "Bert")
            assert [await bomb(bert, address) for address in ADDRESSES].count(True) == 0
            text = await figures(house)
            assert 'parlour_mails_total{result="sent"} 3.0' in text
            assert 'parlour_mails_total{result="refused"} 15.0' in text
            await house.wait_log(r"event=mail id=code\.\S+ to=example\.org result=sent", 3)
            await house.wait_log(r"event=mail-asked person=\S+ address=127\.0\.0\.1", 3)
            assert "victim" not in house.log
        async with serving(*words, *more) as house, visitors(house, Bare) as (carl,):
            await register(carl, "Carl")
            assert [await bomb(carl, address) for address in ADDRESSES].count(True) == 0
        assert len(server.got) == 3


async def test_wrong_code_has_no_other_one_sent_and_the_right_one_still_holds(tmp_path: Path) -> None:
    config = tmp_path / "house.toml"
    async with mail_server() as server:
        config.write_text(
            f'[reminders]\nsmtp = "127.0.0.1:{server.port}"\nmail_from = "house@example.org"\nmail_tls = false\n'
        )
        journal = f"sqlite:{tmp_path / 'parlour.db'}"
        async with serving("--journal", journal, "--config", config) as house, visitors(house, Bare) as (anna,):
            await register(anna, "Anna")
            for _ in range(4):
                assert await bomb(anna, "anna@example.org")
            (got,) = server.got
            code = re.search(r"Your code at Parlour: (\w+)", got)
            assert code
            await anna.ask("remind mail anna@example.org", "still good. Type it here:")
            await anna.ask(code[1], "You are reminded of your turns in slow games at anna@example.org")
