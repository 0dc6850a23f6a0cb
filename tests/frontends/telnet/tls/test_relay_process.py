"""Callers by TLS through a process of their own: they visit as others do, and it may end and be started again."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

import attrs
import pytest
import trio
import trio.testing

from frontends.server import logs
from frontends.server.config import Config
from frontends.telnet.callers.admission import Refusals
from frontends.telnet.child_process import listen
from frontends.telnet.tls.relay import Certificate
from frontends.telnet.tls.relay_process import RelayProcess, serve_relay
from tests.frontends.logged import logged
from tests.frontends.telnet import by_tls
from tests.frontends.telnet.by_tls import LIMITS, bare, call, shake_hands
from tests.frontends.telnet.certificates import Made
from tests.frontends.telnet.children import children, started
from tests.frontends.telnet.clients import Bare, connect
from tests.frontends.telnet.echo import empty
from tests.patience import PATIENCE

opened = partial(by_tls.opened, relay=RelayProcess)


async def test_house_that_ends_leaves_no_process(made: Made) -> None:
    before = children()
    async with opened(made) as (_, port):
        secure = await call(made, port)
        await bare(secure).expect("Your name: ")
        assert children() - before
    assert not children() - before
    await trio.aclose_forcefully(secure)


async def test_process_that_ends_is_started_again_and_the_house_goes_on(made: Made) -> None:
    before = children()
    with logged() as log:
        async with opened(made) as (house, port):
            secure = await call(made, port)
            await bare(secure).expect("Your name: ")
            process = await started(before)
            os.kill(process, signal.SIGKILL)
            await empty(house)
            await trio.aclose_forcefully(secure)
            await started(before | {process})
            again = await call(made, port)
            await bare(again).expect("Your name: ")
            await trio.aclose_forcefully(again)
    assert log.getvalue().count("event=relay-ended") == 1


async def test_process_that_ends_with_callers_waiting_leaves_the_house_in_peace(made: Made) -> None:
    before = children()
    with logged() as log:
        async with opened(made) as (house, port):
            process = await started(before)
            os.kill(process, signal.SIGSTOP)
            streams = [await connect(port) for _ in range(5)]
            await trio.testing.wait_all_tasks_blocked()
            os.kill(process, signal.SIGKILL)
            for stream in streams:
                await Bare(stream).end()
                await stream.aclose()
            await started(before | {process})
            again = await call(made, port)
            await bare(again).expect("Your name: ")
            assert len(house.callers) == 1
            await trio.aclose_forcefully(again)
    assert log.getvalue().count("event=relay-ended") == 1


CALLER = b'{"address": "192.0.2.7", "door": 0}'
"""A packet."""


@contextmanager
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """As it goes from the house to the process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        ours.setblocking(False)
        theirs.setblocking(False)
        yield ours, theirs


def fill(end: socket.socket) -> None:
    """Put packets into a line until there is no room."""
    with suppress(BlockingIOError):
        while True:
            end.send(CALLER)


def taken(end: socket.socket) -> bytes:
    """All that is in a line."""
    packets = list[bytes]()
    with suppress(BlockingIOError):
        while True:
            packets.append(end.recv(4096))
    return b"".join(packets)


async def test_caller_for_whom_there_is_no_descriptor_is_refused(made: Made) -> None:
    relay = RelayProcess(Certificate(made.certificate, made.key), LIMITS, Refusals().note)
    with logged() as log, line() as (ours, theirs):
        theirs.send(CALLER)
        theirs.close()
        with trio.fail_after(PATIENCE):
            await listen(ours, relay.hear)
    assert "event=refused address=192.0.2.7 why=no-room" in log.getvalue()


async def test_callers_find_no_relay_where_the_process_cannot_be_started(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(made.key))
    with logged() as log:
        async with opened(made) as (_, port):
            with trio.fail_after(PATIENCE):
                while "event=no-relay" not in log.getvalue():
                    await trio.sleep(0.01)
            async with await connect(port) as stream:
                await Bare(stream).end()
    assert "event=refused address=127.0.0.1 why=no-relay" in log.getvalue()


async def test_limits_for_which_there_is_no_room_are_told_once_there_is(made: Made) -> None:
    relay = RelayProcess(Certificate(made.certificate, made.key), LIMITS, Refusals().note)
    with line() as (ours, theirs), logged():
        relay.process.line = ours
        fill(ours)
        relay.set_limits(attrs.evolve(LIMITS, handshakes=7))
        assert b"handshakes" not in taken(theirs)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen, ours, relay.hear)
            theirs.send(CALLER)
            with trio.fail_after(PATIENCE):
                await trio.lowlevel.wait_readable(theirs)
            nursery.cancel_scope.cancel()
        assert b'"handshakes": 7' in taken(theirs)


async def test_caller_for_whom_the_house_has_no_room_is_noted(made: Made) -> None:
    with line() as (ours, theirs), logged() as log:
        fill(theirs)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve_relay, theirs, Certificate(made.certificate, made.key))
            sock, client = socket.socketpair()
            with sock:
                socket.send_fds(ours, [CALLER], [sock.fileno()])
            await bare(await shake_hands(made, trio.SocketStream(trio.socket.from_stdlib_socket(client)))).end()
            nursery.cancel_scope.cancel()
        client.close()
    assert "event=refused address=192.0.2.7 why=no-room" in log.getvalue()


async def test_those_refused_there_are_counted_and_noted_by_the_house(made: Made) -> None:
    before = logs.counts()["refused", "too-many-handshakes"]
    with logged() as log:
        async with opened(made, attrs.evolve(LIMITS, arrivals_a_minute=1)) as (house, port):
            await trio.aclose_forcefully(await call(made, port))
            with pytest.raises(trio.BrokenResourceError):
                await call(made, port)
            async with await connect(port) as other:
                await Bare(other).end()
            with trio.fail_after(PATIENCE):
                while logs.counts()["refused", "too-many-handshakes"] < before + 2:
                    await trio.lowlevel.checkpoint()
            house.reconfigure(Config(limits=LIMITS))  # reaches the process before the next caller does
            await trio.aclose_forcefully(await call(made, port))
    assert log.getvalue().count("address=127.0.0.1 why=too-many-handshakes") == 2
