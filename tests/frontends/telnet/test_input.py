"""What comes over a connection, over a pair of real sockets: in its order, each thing once, and counted."""

from __future__ import annotations

import socket
from typing import Any

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from frontends.server.config import Traffic
from frontends.telnet.hang_ups import HangUps
from frontends.telnet.input import KEYS_AT_ONCE, TOO_FAST
from frontends.telnet.input_rate import LONGEST_REST, SPARE_KEYS, Pace
from frontends.telnet.output import Why
from frontends.telnet.wire.codes import subnegotiate
from frontends.terminal.keyboard import ESCAPE_PAUSE
from frontends.terminal.terminal import Closed, Input, Key, Line, Resized, Warned
from tests.examples import examples
from tests.frontends.telnet.connected import NAWS, connected, in_characters, on_screen, receive
from tests.patience import PATIENCE

NAMES = {
    b"a": "a",
    b"7": "7",
    b"\x1b[A": "up",
    b"\x1bOC": "right",
    b"\r\0": "enter",
    b"\t": "tab",
    b"\x7f": "backspace",
}
"""Keys by what a terminal sends for them."""


async def test_who_types_at_once_need_not_wait_to_be_known():
    async with connected() as (connection, client):
        client.say(b"Anna\n")
        with trio.fail_after(PATIENCE):
            await connection.meet(1000)
        assert await receive(connection) == [Line("Anna")]


async def test_those_who_type_far_ahead_hear_the_bell(autojump_clock):
    async with connected() as (connection, client):
        most = connection.pace.traffic.typed_ahead
        client.say(b"x\n" * (most + 3))
        received = await receive(connection, most + 1)
        assert [one for one in received if one != Warned(TOO_FAST)] == [Line("x")] * most
        assert client.hear().count(b"\a") == 3


async def test_end_of_input_is_told_again_and_again():
    async with connected() as (connection, client):
        client.say(b"last\n")
        client.sock.shutdown(socket.SHUT_WR)
        assert await receive(connection, 3) == [Line("last"), Closed(), Closed()]


async def test_escape_that_nothing_follows_is_a_key(autojump_clock: Any):
    async with in_characters() as (connection, client):
        connection.use_screen(True)
        client.say(b"\x1b")
        started = trio.current_time()
        assert await receive(connection) == [Key("escape")]
        assert trio.current_time() - started == pytest.approx(ESCAPE_PAUSE)
        client.say(b"\x1b[A")
        assert await receive(connection) == [Key("up")]


async def test_what_waits_in_the_socket_is_counted_and_wakes_whoever_waits_for_it():
    async with connected() as (connection, client), trio.open_nursery() as nursery:
        client.say(b"a\r\nb\r\n")
        assert await connection.receive() == Line("a")
        assert (connection.count_taken(), connection.count_given()) == (1, 2)
        assert await connection.receive() == Line("b")
        received: list[Input | None] = []

        async def receive() -> None:
            received.append(await connection.receive())

        nursery.start_soon(receive)
        await trio.testing.wait_all_tasks_blocked()
        client.say(b"c\r\n")
        assert connection.count_given() == 3
        await trio.testing.wait_all_tasks_blocked()
        assert received == [Line("c")]
        assert connection.count_taken() == 3


@examples(40)
@given(st.lists(st.tuples(st.lists(st.sampled_from(list(NAMES)), min_size=1, max_size=3), st.booleans()), max_size=30))
def test_keys_come_in_order_and_are_counted_however_they_come(packets: list[tuple[list[bytes], bool]]):
    async def type_all() -> None:
        async with on_screen() as (connection, client):
            before, typed, got = connection.count_taken(), list[bytes](), list[Input]()
            for packet, is_looked_at in packets:
                client.say(b"".join(packet))
                typed += packet
                if is_looked_at:
                    assert connection.count_given() == before + len(typed)
                got += await receive(connection, len(packet))
                assert connection.count_taken() == before + len(got)
            assert got == [Key(NAMES[octets]) for octets in typed]

    trio.run(type_all, clock=trio.testing.MockClock(autojump_threshold=0))


async def test_key_does_not_come_before_the_window_that_was_told_before_it(autojump_clock: Any):
    async with on_screen() as (connection, client):
        for rows in range(30, 30 + 2 * SPARE_KEYS):
            await trio.sleep(1)
            client.say(subnegotiate(NAWS, bytes((0, 80, 0, rows))))
            connection.count_given()
            client.say(b"a")
            received = await receive(connection, 2)
            assert isinstance(received[0], Resized)
            assert received[1] == Key("a")


async def test_others_get_their_turn_between_the_keys_of_a_long_line():
    async with in_characters() as (connection, client):
        turns, was_taken = 0, connection.count_taken()

        async def others() -> None:
            nonlocal turns
            while True:
                await trio.lowlevel.checkpoint()
                turns += 1

        client.say(b"x" * (7 * KEYS_AT_ONCE) + b"\r\0")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(others)
            assert await receive(connection) == [Line("x" * (7 * KEYS_AT_ONCE))]
            nursery.cancel_scope.cancel()
        assert turns >= 6
        assert connection.count_taken() - was_taken == 7 * KEYS_AT_ONCE + 1


async def test_who_is_not_read_and_resets_the_connection_is_let_out_at_once(autojump_clock: Any):
    async with connected() as (connection, client):
        connection.pace = Pace(Traffic(read_at_once=4096, read_a_second=100))
        connection.write("unread\n")
        client.say(b"x" * 20_000)
        began, hang_ups = trio.current_time(), HangUps()
        async with trio.open_nursery() as nursery:
            await nursery.start(hang_ups.run)
            hang_ups.watch(connection)
            async with trio.open_nursery() as receiving:
                receiving.start_soon(receive, connection)
                await trio.sleep(5)
                client.sock.close()
            nursery.cancel_scope.cancel()
        assert connection.out.ended is Why.LOST
        assert trio.current_time() - began <= 5 + LONGEST_REST
