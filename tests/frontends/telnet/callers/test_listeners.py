"""Letting callers in, and errors while that is done."""

from __future__ import annotations

import os
import resource
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import trio

from core.base.game import Refused
from frontends.telnet.callers.listeners import SAY_EVERY, accept, listen, neighbourhood, network_of, plain_address
from tests.frontends.logged import logged
from tests.patience import PATIENCE


@contextmanager
def listening() -> Iterator[socket.socket]:
    (listener,) = listen("127.0.0.1", 0)
    with listener:
        yield listener


@contextmanager
def no_more_files() -> Iterator[None]:
    """Let this process open no more files than it has open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = os.dup(0)
    os.close(highest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_everybody_who_calls_is_let_in():
    came: list[socket.socket] = []
    with listening() as listener:
        callers = [socket.create_connection(listener.getsockname()) for _ in range(50)]
        with trio.move_on_after(PATIENCE) as patience:

            def let_in(sock: socket.socket, address: str) -> None:
                assert address == "127.0.0.1"
                assert not sock.getblocking()
                came.append(sock)
                if len(came) == 50:
                    patience.cancel()

            await accept(listener, let_in)
    assert len(came) == 50
    for sock in (*callers, *came):
        sock.close()


class Mapping(socket.socket):
    """Accepts callers as a socket for both versions of addresses does."""

    def accept(self) -> tuple[socket.socket, Any]:
        sock, (address, port) = super().accept()
        return sock, (f"::ffff:{address}", port, 0, 0)


async def test_caller_of_version_4_is_known_as_one_whatever_the_socket_says():
    with listening() as listener, Mapping(fileno=os.dup(listener.fileno())) as mapping:
        mapping.setblocking(False)
        with socket.create_connection(listener.getsockname()), trio.move_on_after(PATIENCE) as patience:

            def let_in(sock: socket.socket, address: str) -> None:
                with sock:
                    assert address == "127.0.0.1"
                    patience.cancel()

            await accept(mapping, let_in)
        assert patience.cancelled_caught


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:c000:201", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
    ],
)
def test_mapped_address_is_one_of_version_4(address: str, plain: str) -> None:
    assert plain_address(address) == plain


async def test_want_of_descriptors_is_said_once_and_waited_out(autojump_clock: Any):
    came: list[socket.socket] = []
    with logged() as log, listening() as listener, socket.create_connection(listener.getsockname()):
        async with trio.open_nursery() as nursery:
            with no_more_files():
                nursery.start_soon(accept, listener, lambda sock, _: came.append(sock))
                await trio.sleep(SAY_EVERY / 2)
                assert not came
                assert log.getvalue().count('event=no-room why="Too many open files"') == 1
                await trio.sleep(SAY_EVERY)
                assert log.getvalue().count("event=no-room") == 2
            await trio.sleep(1)
            assert len(came) == 1
            nursery.cancel_scope.cancel()
        came[0].close()


async def test_any_other_error_ends_it_with_a_sentence():
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.setblocking(False)
        with (
            pytest.raises(Refused, match=r"Nobody can come in any more: .+\. Restart the house\."),
            trio.fail_after(PATIENCE),
        ):
            await accept(deaf, lambda sock, address: None)


def test_address_that_is_taken_cannot_be_had():
    with listening() as listener, pytest.raises(OSError, match="in use"):
        listen(*listener.getsockname())


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
    ],
)
def test_neighbours_in_version_6_share_an_allowance(address, shared):
    assert neighbourhood(address) == shared


@pytest.mark.parametrize(
    ("shared", "network"),
    [
        ("192.0.2.7", "192.0.2.0/24"),
        ("192.0.2.255", "192.0.2.0/24"),
        ("192.0.3.0", "192.0.3.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("", ""),
    ],
)
def test_network_around_an_address(shared: str, network: str):
    assert network_of(shared) == network
