"""A process beside the house hears what is sent to it, answers, and runs for as long as the house does."""

from __future__ import annotations

import socket
import sys

import pytest
import trio

from frontends.telnet.child_process import ChildProcess
from tests.frontends.logged import logged
from tests.frontends.telnet.children import children
from tests.patience import PATIENCE

ECHOES = """
import socket, sys
line = socket.socket(fileno=int(sys.argv[1]))
while True:
    packet, files, _, _ = socket.recv_fds(line, 100, 1)
    if not packet:
        break
    socket.send_fds(line, [packet], files)
    for file in files:
        socket.close(file)
"""


class Echoes:
    """A process that answers each packet by the same."""

    def __init__(self) -> None:
        self.process = ChildProcess("echoes", ("-c", ECHOES), self.begin, self.hear)
        self.heard: list[bytes] = []
        self.socks: list[socket.socket] = []

    def begin(self) -> None:
        assert self.process.send(b"begin")

    def hear(self, packet: bytes, sock: socket.socket | None) -> None:
        self.heard.append(packet)
        if sock is not None:
            self.socks.append(sock)

    async def has_heard(self, *packets: bytes) -> None:
        with trio.fail_after(PATIENCE):
            while self.heard != [*packets]:
                await trio.sleep(0.01)


async def test_packets_and_sockets_go_both_ways_until_the_house_ends_although_it_is_cancelled():
    before, echoes = children(), Echoes()
    ours, theirs = socket.socketpair()
    assert not echoes.process.send(b"early")
    with ours, theirs, trio.CancelScope() as house:
        async with echoes.process.beside():
            assert echoes.process.send(b"take", theirs)
            await echoes.has_heard(b"begin", b"take")
            with echoes.socks[0] as again:
                again.send(b"through it")
            assert ours.recv(100) == b"through it"
            house.cancel()
            with trio.CancelScope(shield=True):
                assert echoes.process.send(b"late")
                await echoes.has_heard(b"begin", b"take", b"late")
    assert not echoes.process.send(b"too late")
    assert not children() - before


async def test_process_that_cannot_be_started_at_first_keeps_the_house_from_opening(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    echoes = Echoes()
    with logged() as log, pytest.raises(FileNotFoundError):
        async with echoes.process.beside():
            pass
    assert log.getvalue().count("event=no-echoes error=FileNotFoundError") == 1
