"""Those who send much: nothing of theirs is lost, it takes longer, and nobody else has to wait for it."""

from __future__ import annotations

import math
import socket
import struct
from itertools import pairwise
from typing import Any

import attrs
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import wait_all_tasks_blocked

from core.base.message import message
from core.scheduling.dispatcher import LOOK_EVERY, MOST_AT_ONCE, Dispatcher
from frontends.server.config import Traffic
from frontends.telnet.connection import Connection
from frontends.telnet.input import TOO_FAST
from frontends.telnet.input_rate import COMMAND_COST, SPARE_KEYS, TELL_EVERY, Pace
from frontends.telnet.output import Why
from frontends.telnet.wire.codes import IAC, Option, Verb, subnegotiate
from frontends.terminal.terminal import Closed, Input, Line, Resized, Warned
from tests.frontends.telnet.connected import connected, receive

SLOW = Traffic(inputs_at_once=3, inputs_a_second=2)


def slowly(connection: Connection, traffic: Traffic = SLOW) -> None:
    connection.pace = Pace(traffic)


async def test_what_is_typed_too_fast_is_heeded_later_in_order_and_said_once(autojump_clock: Any):
    async with connected() as (connection, client):
        slowly(connection)
        client.say(b"".join(b"%d\n" % number for number in range(9)))
        began = trio.current_time()
        received = await receive(connection, 10)
        assert received == [*(Line(str(number)) for number in range(3)), Warned(TOO_FAST),
                            *(Line(str(number)) for number in range(3, 9))]  # fmt: skip
        assert trio.current_time() - began == pytest.approx(3.0)


async def test_whoever_goes_on_typing_too_fast_is_told_again_after_a_while(autojump_clock: Any):
    async with connected() as (connection, client):
        slowly(connection)
        told: list[float] = []
        while len(told) < 3:
            client.say(b"x\n" * 6)
            for _ in range(6):
                received = await receive(connection)
                told += [trio.current_time()] * received.count(Warned(TOO_FAST))
        assert all(later - earlier >= TELL_EVERY for earlier, later in pairwise(told))


async def test_bytes_beyond_the_allowance_stay_in_the_socket_until_their_time(autojump_clock: Any):
    async with connected() as (connection, client):
        slowly(connection, Traffic(read_at_once=4096, read_a_second=1000))
        client.say((b"x" * 999 + b"\n") * 12)
        began = trio.current_time()
        await receive(connection, 12)
        assert connection.received == 12_000
        assert trio.current_time() - began >= (12_000 - 4096 - 4096) / 1000


async def test_commands_of_telnet_count_for_more_than_what_is_typed(autojump_clock: Any):
    async with connected() as (connection, client):
        slowly(connection, Traffic(read_at_once=4096, read_a_second=1000))
        client.say(bytes((IAC, Verb.DONT, 99)) * 1000 + b"done\n")
        began = trio.current_time()
        await receive(connection)
        assert connection.received == 3005
        assert trio.current_time() - began >= COMMAND_COST / 2


async def test_whoever_is_sent_too_much_is_heeded_later(autojump_clock: Any):
    async with connected() as (connection, client):
        slowly(connection, Traffic(sent_at_once=65536, sent_a_second=10_000))
        for _ in range(100):
            connection.write("x" * 1000 + "\n")
            client.hear()
        client.say(b"more\n")
        began = trio.current_time()
        assert await receive(connection, 2) == [Warned(TOO_FAST), Line("more")]
        assert trio.current_time() - began >= 3


async def test_whoever_is_sent_much_little_by_little_is_heeded_at_once(autojump_clock: Any):
    async with connected() as (connection, client):
        slowly(connection, Traffic(sent_at_once=65536, sent_a_second=10_000))
        for number in range(200):
            connection.write("x" * 1000 + "\n")
            client.hear()
            await trio.sleep(1)
            if number == 0:
                client.say(b"here\n")
                assert await receive(connection) == [Line("here")]
        client.say(b"more\n")
        assert await receive(connection) == [Line("more")]


@given(st.lists(st.tuples(st.floats(0, 0.2), st.integers(1, 40)), max_size=200), st.integers(1, 100))
def test_keys_that_are_not_counted_at_once_are_few_and_counted_later(arrivals: list[tuple[float, int]], at_once: int):
    traffic = Traffic(inputs_at_once=at_once, inputs_a_second=10)
    pace, now, taken = Pace(traffic), 0.0, 0
    for pause, keys in arrivals:
        now += pause
        for _ in range(keys):
            if pace.is_free:
                pace.take(b"x")
            else:
                pace.count(now, 0)
                now += pace.until_input(now)
                pace.charge_input(now)
            taken += 1
            assert taken <= at_once + 10 * now + SPARE_KEYS + 1e-6


def test_long_lines_are_counted_sooner_than_keys_and_in_full():
    pace, now = Pace(Traffic(read_a_second=0.001)), 0.0
    pace.count(now, 0)
    pace.take(b"x" * 1000 + b"\n")
    assert not pace.is_free
    for _ in range(70):
        pace.count(now, 0)
        pace.take(b"x" * 1000 + b"\n")
    pace.count(now, 0)
    assert pace.until_read(now) > 0


async def test_who_sends_a_line_at_a_time_is_not_counted_for_each():
    async with connected() as (connection, client):
        spare = []
        for _ in range(SPARE_KEYS):
            client.say(b"d 1\n")
            assert await receive(connection) == [Line("d 1")]
            spare.append(connection.pace.spare)
        assert spare[:3] == [spare[0] - one for one in range(3)]


async def test_nothing_is_done_any_more_for_those_whose_connection_was_reset():
    async with connected() as (connection, client):
        client.say(b"one\ntwo\nthree\n")
        assert await receive(connection) == [Line("one")]
        connection.out.end(Why.LOST)
        assert await receive(connection, 2) == [Closed(), Closed()]


async def test_everything_is_done_for_those_who_have_only_stopped_to_send():
    async with connected() as (connection, client):
        client.say(b"one\ntwo\nthree\n")
        client.sock.shutdown(socket.SHUT_WR)
        assert await receive(connection, 4) == [Line("one"), Line("two"), Line("three"), Closed()]


async def test_reset_by_the_peer_ends_what_was_read_before():
    listener = socket.create_server(("127.0.0.1", 0))
    theirs = socket.create_connection(listener.getsockname())
    ours, _ = listener.accept()
    ours.setblocking(False)
    with listener, theirs, ours:
        async with connected() as (model, _):
            connection = Connection(ours, model.later)
            theirs.sendall(b"one\ntwo\n")
            assert await receive(connection) == [Line("one")]
            theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            theirs.close()
            connection.write("gone?\n")
            assert await receive(connection) == [Closed()]


async def test_wake_ends_a_rest(autojump_clock: Any):
    async with connected() as (connection, client):
        slowly(connection, attrs.evolve(SLOW, inputs_a_second=0.1))
        client.say(b"x\n" * 5)
        await receive(connection, 4)
        got: list[Input | None] = []

        async def wait() -> None:
            got.append(await connection.receive())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait)
            await trio.sleep(0.5)
            connection.wake()
        assert got == [None]


async def test_hanging_up_ends_a_rest(autojump_clock: Any):
    async with connected() as (connection, client):
        slowly(connection, attrs.evolve(SLOW, inputs_a_second=0.1))
        client.say(b"x\n" * 5)
        await receive(connection, 4)

        async def wait() -> None:
            assert await connection.receive() == Closed()

        began = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait)
            await trio.sleep(0.25)
            connection.part(Why.CLOSING, message("Good night."))
        assert trio.current_time() - began == pytest.approx(0.25)


def test_sentence_says_what_happens():
    assert message("That was too much at once: the rest is read a little later.") == TOO_FAST


async def test_in_a_busy_house_those_who_send_little_wait_for_turns_too(autojump_clock: Any):
    computed = 0.0
    dispatcher = Dispatcher(lambda fault: None, lambda: computed)
    async with trio.open_nursery() as nursery, connected() as (connection, client):
        connection.pace = Pace(Traffic(), payer := dispatcher.payer("net", "address"))
        client.say(b"first\n")
        assert await receive(connection) == [Line("first")]
        assert connection.pace.is_free
        nursery.start_soon(dispatcher.run)
        await trio.sleep(LOOK_EVERY / 2)
        computed += LOOK_EVERY
        await trio.sleep(LOOK_EVERY)
        assert connection.pace.is_free
        payer.go_on()  # Somebody has had a turn in this round.
        assert not connection.pace.is_free
        assert connection.pace.must_wait(trio.current_time())
        client.say(b"second\n")
        assert await receive(connection) == [Line("second")]
        nursery.cancel_scope.cancel()


async def test_half_a_line_keeps_nobody_waiting_for_the_rest_of_it(autojump_clock: Any):
    computed = 0.0
    dispatcher = Dispatcher(lambda fault: None, lambda: computed)
    async with trio.open_nursery() as nursery, connected() as (connection, client):
        connection.pace = Pace(Traffic(), payer := dispatcher.payer("net", "address"))
        nursery.start_soon(dispatcher.run)
        await trio.sleep(LOOK_EVERY / 2)
        computed += LOOK_EVERY
        await trio.sleep(LOOK_EVERY)
        payer.go_on()
        nursery.start_soon(receive, connection)
        client.say(b"half a l")
        await wait_all_tasks_blocked()
        assert connection.received
        assert not payer.held_until
        nursery.cancel_scope.cancel()


async def test_who_is_alone_has_the_window_changed_without_a_turn_and_in_a_crowd_with_one():
    dispatcher = Dispatcher(lambda fault: None, lambda: 0.0)
    async with trio.open_nursery() as nursery, connected() as (connection, client):
        connection.pace = Pace(Traffic(), payer := dispatcher.payer("net", "address"))
        nursery.start_soon(dispatcher.run)
        for columns in range(80, 80 + MOST_AT_ONCE + 1):
            connection._resized_at = -math.inf
            client.say(subnegotiate(Option.NAWS, bytes((0, columns, 0, 24))))
            assert [type(received) for received in await receive(connection)] == [Resized]
        assert not dispatcher.is_counting
        connection._resized_at = -math.inf
        client.say(subnegotiate(Option.NAWS, bytes((0, 79, 0, 24))))
        connection.count_given()
        for _ in range(MOST_AT_ONCE):
            payer.go_on()
        assert [type(received) for received in await receive(connection)] == [Resized]
        assert dispatcher.is_counting
        nursery.cancel_scope.cancel()
