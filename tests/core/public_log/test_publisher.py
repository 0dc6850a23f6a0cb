"""The log goes on where it was, as people play, and never on another log than the one that was signed."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from core.base.game import Refused
from core.public_log.formats.signed_notes import SIGNS, PrivateKey
from core.public_log.leaves import Closing
from journal import open_journal
from tests.core.public_log.houses import KEY, House, ended, publish, published, said


async def test_log_grows_as_people_play(tmp_path: Path, autojump_clock: trio.testing.MockClock) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        async with published(journal, tmp_path):
            assert len(said(tmp_path)) == 1
            for table in ("aaaaa", "bbbbb", "ccccc"):
                before = len(said(tmp_path))
                await house.play_out(book, table)
                while len(said(tmp_path)) < before + 2:
                    await trio.sleep(0.2)


async def test_log_goes_on_where_it_was(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        stream = await house.open_game(book, "aaaaa")
        first = await publish(journal, tmp_path)
        await house.play(stream, ended())
        second = await publish(journal, tmp_path)
        assert second[: len(first)] == first
        assert isinstance(second[-1], Closing)
        (tmp_path / "kept").write_text('{"position":0}')
        assert await publish(journal, tmp_path) == second


async def test_log_that_is_not_the_signed_one_is_not_gone_on_with(tmp_path: Path) -> None:
    """Given files of the log from before, as from a backup of the web server."""
    async with open_journal("memory:") as journal:
        house = House(journal)
        book = await house.open_book("k3m9x2pq")
        await publish(journal, tmp_path)
        checkpoint = tmp_path / "log" / "checkpoint"
        before = checkpoint.read_bytes()
        await house.play_out(book, "aaaaa")
        await publish(journal, tmp_path)
        checkpoint.write_bytes(before)
        with pytest.RaisesGroup(pytest.RaisesExc(Refused, match="not the one that was signed, which had 3 entries")):
            await publish(journal, tmp_path)


async def test_log_of_another_key_is_not_gone_on_with(tmp_path: Path) -> None:
    async with open_journal("memory:") as journal:
        await House(journal).open_book("k3m9x2pq")
        await publish(journal, tmp_path)
        other = PrivateKey(KEY.name, SIGNS, bytes(32))
        with pytest.RaisesGroup(pytest.RaisesExc(Refused, match=r"not signed by the log parlour\.example/log")):
            await publish(journal, tmp_path, key=other)
