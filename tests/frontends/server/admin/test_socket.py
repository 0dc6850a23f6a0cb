"""The operators' socket: for its owner alone, there as long as the house is, and never taken from another house."""

from __future__ import annotations

import socket
import stat
from pathlib import Path

import pytest
import trio

from core.base.game import Refused
from frontends.server.admin.protocol import LONGEST_LINE
from frontends.server.admin.socket import is_answered, listen
from frontends.server.admin.socket_path import reachable
from journal import JournalError
from tests.frontends.server.admin.houses import opened


async def test_socket_is_for_its_owner_alone_and_gone_with_the_house(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        assert stat.S_IMODE(house.path.stat().st_mode) == 0o600
    assert not house.path.exists()


async def test_house_that_was_killed_leaves_a_socket_that_is_replaced(tmp_path: Path) -> None:
    listen(tmp_path / "orders").close()
    assert (tmp_path / "orders").exists()
    async with opened(tmp_path) as house:
        assert (await house.order("who")).refusal == ""


async def test_second_house_leaves_the_first_its_socket_and_goes_on_without(tmp_path: Path) -> None:
    async with opened(tmp_path) as first:
        with pytest.raises(Refused, match="Another house"):
            listen(first.path)
        async with opened(tmp_path) as second:
            await second.enter("Anna")
        assert (await first.order("who")).lines == ("Nobody is in the house.",)


def test_file_that_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "letters"
    kept.write_text("dear Anna")
    with pytest.raises(Refused, match="is not a socket"):
        listen(kept)
    assert kept.read_text() == "dear Anna"


def test_path_may_be_longer_than_names_of_sockets(tmp_path: Path) -> None:
    deep = tmp_path / ("a" * 120)
    deep.mkdir()
    with listen(deep / "orders"):
        assert is_answered(deep / "orders")
    assert not is_answered(deep / "orders")


def test_name_that_is_too_long_even_so_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"The name of .* is too long; choose a shorter one"):
        listen(tmp_path / ("a" * 120))


def test_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="does not exist; make it first"):
        listen(tmp_path / "nowhere" / "orders")


async def test_several_orders_come_on_one_line_of_talk_and_endless_ones_are_cut_off(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        with reachable(house.path) as name, socket.socket(socket.AF_UNIX) as raw:
            raw.connect(name)
            stream = trio.SocketStream(trio.socket.from_stdlib_socket(raw.dup()))
        async with stream:
            await stream.send_all(b"who\nbans\nzap\n")
            said = b""
            while said.count(b"\n") < 5:
                said += await stream.receive_some()
            assert said.decode().splitlines() == [
                "| Nobody is in the house.", "ok", "| Nobody is banned or muted.", "ok",
                'no "zap" is not an order: help lists them all.',
            ]  # fmt: skip
            await stream.send_all(b"x" * (2 * LONGEST_LINE))
            assert await stream.receive_some() == b""
        assert (await house.order("who")).refusal == ""
