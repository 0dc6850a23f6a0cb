"""`parlour admin`, as a shell runs it on a house in a process of its own."""

from __future__ import annotations

from pathlib import Path

import trio

from tests.frontends.served import come_in, serving, visitors
from tests.frontends.shell import Answer, Parlour, child
from tests.frontends.telnet.clients import Bare


async def admin(*words: str | Path, typed: str = "") -> Answer:
    return await trio.to_thread.run_sync(lambda: child("admin", *words, typed=typed))


async def test_orders_are_given_and_the_house_drained(home: Path) -> None:
    url = f"sqlite:{home / 'house.db'}"
    async with serving("--journal", url) as house, visitors(house, Bare) as (anna,):
        await come_in(anna, "Annabella")
        status, text, error = await admin("--journal", url, "who")
        assert (status, "Annabella, guest" in text, error) == (0, True, "")
        status, text, error = await admin("--journal", url, typed="announce hello\nzap\n\nwho\nquit\nzap\n")
        assert (status, text.count("Annabella")) == (0, 1)
        assert error == 'parlour: "zap" is no order: help lists those there are.\n'
        await anna.expect("The house says: hello")
        assert (await admin("--journal", url, "drain"))[0] == 0
        await anna.expect("closes when everybody has left")
        await anna.send("quit")
        with trio.fail_after(30):
            assert await house.process.wait() == 0
    assert "event=admin by=shell:" in house.log


def test_house_that_is_not_open_is_named(home: Path, parlour: Parlour) -> None:
    status, _, error = parlour("admin", "--journal", f"sqlite:{home / 'house.db'}", "who")
    assert (status, error.startswith("parlour: No house listens at ")) == (1, True)
    assert parlour("admin", "--journal", "memory:", "who")[0] == 2
