"""A caller who waits to be admitted: whoever has gone is found out without a connection being made."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator

import pytest

from frontends.telnet.callers.arrival import Arrival
from frontends.telnet.wire.codes import IAC, Command
from tests.patience import PATIENCE


@pytest.fixture
def ends() -> Iterator[tuple[Arrival, socket.socket]]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        ours, address = listener.accept()
        with client, ours:
            ours.setblocking(False)
            yield Arrival(ours, address[0]), client


def noticed(arrival: Arrival, events: int) -> None:
    """Wait until the system knows what the client has done, and look at it."""
    poll = select.poll()
    poll.register(arrival.sock, events)
    assert poll.poll(1000 * PATIENCE)
    arrival.look()


def test_caller_who_is_there_stays(ends: tuple[Arrival, socket.socket]) -> None:
    arrival, client = ends
    arrival.look()
    assert not arrival.has_hung_up
    client.sendall(b"Anna\n")
    noticed(arrival, select.POLLIN)
    assert not arrival.has_hung_up
    assert not arrival.may_have_gone


def test_caller_who_closes_without_a_word_has_hung_up(ends: tuple[Arrival, socket.socket]) -> None:
    arrival, client = ends
    client.close()
    noticed(arrival, select.POLLRDHUP)
    assert arrival.has_hung_up


def test_caller_who_said_something_and_closed_is_asked_and_has_gone_then(ends: tuple[Arrival, socket.socket]) -> None:
    arrival, client = ends
    client.sendall(b"Anna\nlist\n")
    client.close()
    noticed(arrival, select.POLLRDHUP)
    assert not arrival.has_hung_up
    assert arrival.may_have_gone
    arrival.ask()
    noticed(arrival, select.POLLHUP)
    assert arrival.has_hung_up


def test_caller_who_closed_one_half_and_still_reads_is_asked_once(ends: tuple[Arrival, socket.socket]) -> None:
    arrival, client = ends
    client.sendall(b"Anna\nlist\n")
    client.shutdown(socket.SHUT_WR)
    noticed(arrival, select.POLLRDHUP)
    assert arrival.may_have_gone
    arrival.ask()
    assert client.recv(10) == bytes((IAC, Command.NOP))
    arrival.look()
    assert not arrival.has_hung_up
    assert not arrival.may_have_gone
    assert arrival.sock.recv(100) == b"Anna\nlist\n"
