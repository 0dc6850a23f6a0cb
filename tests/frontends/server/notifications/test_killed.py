"""A house that is killed between a move and its reminder: it arrives all the same, under one id."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from core.correspondence import reminders
from core.correspondence.reminders import EVENTS, stream_of
from journal import open_journal
from tests.frontends.server.notifications.servers import Server, mail_server, web_server
from tests.patience import PATIENCE

NOW = 1_793_000_000.0


@asynccontextmanager
async def a_house(journal: Path, at: float, step: str, by: str, port: int) -> AsyncIterator[trio.Process]:
    """A house in a process of its own, killed at the end of the block at the latest."""
    words = [str(journal), str(at), step, by, str(port)]
    process: trio.Process = await trio.lowlevel.open_process(
        [sys.executable, "-m", "tests.frontends.server.notifications.house", *words]
    )
    try:
        yield process
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


def id_of(by: str, got: Any) -> str:
    if by == "webhook":
        assert got["headers"]["idempotency-key"] == got["id"]
        return str(got["id"])
    found = re.search(r"Message-ID: <(.*)@example.org>", got)
    assert found
    return found[1]


async def outcomes(journal: Path) -> list[str]:
    """What the journal says became of the reminders."""
    async with open_journal(f"sqlite:{journal}") as opened:
        return [record.kind for record in await opened.read(stream_of("bert"))]


async def until_sent(journal: Path) -> None:
    with trio.fail_after(PATIENCE):
        while "reminder.sent" not in await outcomes(journal):
            await trio.sleep(0.05)


@pytest.mark.parametrize("by", ["webhook", "mail"])
async def test_reminder_arrives_though_the_house_is_killed_while_it_is_sent(by: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    serving = web_server() if by == "webhook" else mail_server()
    async with serving as server:
        assert isinstance(server, Server)
        async with a_house(journal, NOW, "begin", by, server.port) as house:

            async def kill() -> None:
                house.kill()
                await house.wait()

            server.heard = kill  # It was received, and nobody will ever be told so.
            await server.wait_for(1)
            await house.wait()
        assert await outcomes(journal) == ["reminder.tried"]

        async def answer() -> None:
            pass

        server.heard = answer
        async with a_house(journal, NOW + reminders.PATIENCE, "again", by, server.port):
            await server.wait_for(2)
            await until_sent(journal)
        assert {id_of(by, got) for got in server.got} == {id_of(by, server.got[0])}
        assert await outcomes(journal) == ["reminder.tried", "reminder.tried", "reminder.sent"]
        assert set(await outcomes(journal)) == set(EVENTS)


async def test_reminder_of_a_move_that_was_never_tried_is_sent_by_the_next_house(tmp_path: Path) -> None:
    """Killed after the move and before anything was written of a reminder."""
    journal = tmp_path / "journal.db"
    async with web_server() as server:
        async with a_house(journal, NOW, "silent", "webhook", server.port):
            with trio.fail_after(PATIENCE):
                while not await moved(journal):
                    await trio.sleep(0.05)
        async with a_house(journal, NOW, "again", "webhook", server.port):
            await server.wait_for(1)
            await until_sent(journal)
        assert len(server.got) == 1


async def moved(journal: Path) -> bool:
    async with open_journal(f"sqlite:{journal}") as opened:
        page = await opened.streams("table/")
        return any([await opened.head(one.stream) >= 6 for one in page.summaries])
