"""`parlour admin`, as a shell runs it on a house in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from tests.frontends.served import ROOT, come_in, serving, visitors
from tests.frontends.shell import Answer, Parlour, child
from tests.frontends.telnet.clients import Bare
from tests.patience import PATIENCE


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
        assert error == 'parlour: "zap" is not an order: help lists them all.\n'
        await anna.expect("The house says: hello")
        assert (await admin("--journal", url, "drain"))[0] == 0
        await anna.expect("closes when everybody has left")
        await anna.send("quit")
        with trio.fail_after(PATIENCE):
            assert await house.process.wait() == 0
    assert "event=admin by=shell:" in house.log


OWN = {
    "core", "core.base", "core.base.chance", "core.base.game", "core.base.message", "core.people",
    "core.people.persons", "frontends", "frontends.__main__", "frontends.cli", "frontends.cli.abilities",
    "frontends.commands", "frontends.commands.environment", "frontends.commands.operator_options",
    "frontends.commands.options", "frontends.commands.picture_options",
    "frontends.server", "frontends.server.admin", "frontends.server.admin.client",
    "frontends.server.admin.protocol", "frontends.server.admin.socket_path", "frontends.terminal",
    "frontends.terminal.characters", "frontends.terminal.standard_streams", "journal", "journal.api",
    "journal.atomic_files", "journal.chain", "journal.credentials", "journal.sentences",
}  # fmt: skip
"""What an order may load of this program: next to nothing, because it is answered by the house."""
LISTING = """
import atexit, sys
from frontends.__main__ import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
main()
"""


async def test_order_loads_only_what_it_takes_to_give_it(home: Path) -> None:
    url = f"sqlite:{home / 'house.db'}"
    async with serving("--journal", url):
        command = [sys.executable, "-c", LISTING, "--journal", url, "admin", "who"]
        ran = await trio.run_process(command, capture_stdout=True, capture_stderr=True, cwd=ROOT)
    loaded = set(ran.stderr.decode().split())
    assert ran.stdout == b"Nobody is in the house.\n"
    assert {name for name in loaded if name.partition(".")[0] in ("core", "frontends", "journal")} <= OWN
    assert not loaded & {
        "trio",
        "asyncio",
        "sqlite3",
        "ssl",
        "cattrs",
        "prompt_toolkit",
        "platformdirs",
        "logging.handlers",
    }


def test_house_that_is_not_open_is_named(home: Path, parlour: Parlour) -> None:
    status, _, error = parlour("admin", "--journal", f"sqlite:{home / 'house.db'}", "who")
    assert (status, error.startswith("parlour: No house listens at ")) == (1, True)
    assert parlour("admin", "--journal", "memory:", "who")[0] == 2
