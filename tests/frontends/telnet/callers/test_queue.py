"""Who is let in before whom."""

from __future__ import annotations

import pytest
import trio

from frontends.telnet.callers import queue as queue_module
from frontends.telnet.callers.queue import Queue


def test_one_of_each_network_goes_after_the_other_however_many_of_one_called_before():
    queue: Queue[str] = Queue(10)
    for network, one in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("b", "b2"), ("c", "c1")):
        queue.push(network, one)
    assert [*queue] == ["a1", "a2", "a3", "b1", "b2", "c1"]
    assert [queue.pop() for _ in range(6)] == ["a1", "b1", "c1", "a2", "b2", "a3"]
    with pytest.raises(KeyError):
        queue.pop()


def test_network_of_which_nobody_came_lately_goes_first_but_keeps_nobody_waiting_for_ever() -> None:
    queue: Queue[str] = Queue(20)
    for network in "abc":
        queue.push(network, network)
    assert "".join(queue.pop() for _ in range(3)) == "abc"
    for network in "aabbccdefghi":
        queue.push(network, network)
    assert "".join(queue.pop() for _ in range(12)) == "defaghibcabc"


def test_network_is_forgotten_when_many_others_came_since(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_module, "MOST_KNOWN", 2)
    queue: Queue[str] = Queue(20)
    for network in "abc":
        queue.push(network, network)
        queue.pop()
    for network in "bca":
        queue.push(network, network)
    assert "".join(queue.pop() for _ in range(3)) == "abc"


async def test_some_and_room_are_waited_for(autojump_clock: object):
    queue: Queue[int] = Queue(1)
    seen: list[str] = []

    async def let_in() -> None:
        await queue.wait_for_some()
        seen.append(f"in {queue.pop()}")

    async def call() -> None:
        await queue.wait_for_room()
        seen.append("room")

    async with trio.open_nursery() as nursery:
        queue.push("a", 1)
        nursery.start_soon(call)
        await trio.sleep(1)
        assert not seen
        await let_in()
    assert seen == ["in 1", "room"]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(let_in)
        await trio.sleep(1)
        queue.push("b", 2)
    assert seen == ["in 1", "room", "in 2"]
