"""What goes out over a socket that is never waited for: everything in order, or an end with a reason."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from frontends.telnet.output import MOST_UNSENT, Later, Sender, Why, send_all
from tests.frontends.logged import logged


@asynccontextmanager
async def line(on_empty: Callable[[], None] = lambda: None) -> AsyncIterator[tuple[Sender, socket.socket]]:
    """A sender, and the other end of its socket, which takes little before it is read."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for end in (ours, theirs):
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        async with trio.open_nursery() as nursery:
            later = Later()
            await nursery.start(later.run)
            yield Sender(ours, later, on_empty), theirs
            nursery.cancel_scope.cancel()


async def read(end: socket.socket, size: int) -> bytes:
    got = b""
    while len(got) < size:
        await trio.lowlevel.wait_readable(end)
        got += end.recv(65536)
    return got


async def test_what_the_other_end_takes_is_sent_at_once():
    async with line() as (sender, theirs):
        sender.send(b"hello")
        assert sender.unsent is None
        assert theirs.recv(10) == b"hello"
        assert sender.sent == 5


async def test_what_is_not_taken_is_kept_and_sent_in_order_when_it_can_be():
    emptied = trio.Event()
    async with line(emptied.set) as (sender, theirs):
        parts = [bytes([number]) * 5000 for number in range(8)]
        for part in parts:
            sender.send(part)
        assert sender.unsent is not None
        assert await read(theirs, 40_000) == b"".join(parts)
        await emptied.wait()
        assert sender.unsent is None
        assert sender.ended is None


async def test_client_that_lets_too_much_pile_up_is_dropped_with_the_reason():
    async with line() as (sender, _):
        while sender.ended is None:
            sender.send(b"x" * 5000)
        assert sender.ended is Why.TOO_SLOW
        assert sender.sent <= MOST_UNSENT
        sender.send(b"more")
        assert sender.unsent is None


async def test_first_reason_counts_and_whoever_drains_is_woken():
    async with line() as (sender, _):
        sender.send(b"x" * 30_000)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sender.drain)
            await trio.testing.wait_all_tasks_blocked()
            sender.end(Why.IDLE)
            sender.end(Why.LOST)
        assert sender.ended is Why.IDLE


async def test_other_end_that_is_gone_ends_it_as_lost():
    async with line() as (sender, theirs):
        theirs.close()
        sender.send(b"anybody there?")
        assert sender.ended is Why.LOST


@pytest.mark.parametrize("size", [5, 30_000])
async def test_what_many_are_sent_each_gets_whole_as_far_as_they_are_there(size: int):
    octets = bytes(number % 256 for number in range(size))
    async with line() as (reading, theirs), line() as (full, others), line() as (gone, _):
        before = full.sock.send(b"x" * 100_000)
        gone.end(Why.KICKED)
        gone.sock.close()
        send_all([reading, full, gone], octets)
        assert (full.sent, gone.sent) == (0, 0)
        assert (reading.unsent is not None) == (size > reading.sent)
        assert await read(theirs, size) == octets
        assert await read(others, before + size) == b"x" * before + octets
        for sender in (reading, full):
            await sender.drain()
            assert sender.sent == size
        assert gone.ended is Why.KICKED


async def test_who_is_found_gone_when_many_are_sent_something_is_lost():
    async with line() as (sender, theirs):
        theirs.close()
        send_all([sender], b"anybody there?")
        assert sender.ended is Why.LOST


async def test_what_is_due_later_is_done_in_its_order(autojump_clock: trio.testing.MockClock):
    done: list[str] = []
    async with trio.open_nursery() as nursery:
        later = Later()
        await nursery.start(later.run)
        began = trio.current_time()
        for delay, name in ((3, "third"), (1, "first"), (2, "second")):
            later.at(began + delay, lambda name=name: done.append(name))  # type: ignore[misc]  # mypy: lambda defaults
        await trio.sleep(2.5)
        assert done == ["first", "second"]
        await trio.sleep(1)
        assert done == ["first", "second", "third"]
        nursery.cancel_scope.cancel()


async def test_picture_that_cannot_be_shown_to_one_ends_nothing_of_the_others(autojump_clock: trio.testing.MockClock):
    done = trio.Event()

    def fail() -> None:
        raise ValueError

    with logged() as log:
        async with line(fail) as (sender, theirs):
            sender.send(b"x" * 30_000)
            await read(theirs, 30_000)
            sender._later.at(trio.current_time() + 1, fail)
            sender._later.at(trio.current_time() + 2, done.set)
            await done.wait()
            assert sender.unsent is None
    assert log.getvalue().count("event=not-shown error=ValueError") == 2


async def test_what_is_put_out_in_a_block_is_sent_as_one_at_its_end():
    async with line() as (sender, theirs):
        with sender:
            sender.send(b"You pick Go.\n")
            with sender:
                sender.send(b"your ")
            sender.send(b"move> ")
            with pytest.raises(BlockingIOError):
                theirs.recv(100)
        assert theirs.recv(100) == b"You pick Go.\nyour move> "


async def test_in_a_block_too_everything_goes_out_in_order():
    async with line() as (sender, theirs):
        with sender:
            sender.send(b"\a")
            send_all([sender], b"a picture")
        assert theirs.recv(100) == b"\aa picture"


async def test_last_words_of_a_block_are_sent_though_the_connection_ends_in_it():
    async with line() as (sender, theirs):
        with sender:
            sender.send(b"Goodbye.\n")
            sender.end(Why.LEFT)
            sender.send(b"nothing")
        assert theirs.recv(100) == b"Goodbye.\n"
        assert theirs.recv(100) == b""
        assert sender.ended is Why.LEFT
