"""The port for figures: what is asked for is given, and nothing else does any harm."""

from __future__ import annotations

from contextlib import AsyncExitStack

import httpx
import pytest
import trio
import trio.testing

from frontends.server.metrics_port import expose
from frontends.server.small_http import LONGEST, MOST_HELD, SECONDS


async def exposed(nursery: trio.Nursery) -> int:
    port: int = await nursery.start(expose, "127.0.0.1", 0, "text/plain", lambda: b"parlour_visitors 1\n")
    return port


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("/metrics", 200, "parlour_visitors 1\n"),
        ("/metrics?name=x", 200, "parlour_visitors 1\n"),
        ("/", 404, "The figures are at /metrics.\n"),
    ],
)
async def test_figures_are_at_their_path(nursery: trio.Nursery, path: str, status: int, text: str) -> None:
    port = await exposed(nursery)
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"http://127.0.0.1:{port}{path}")
    assert (answer.status_code, answer.text) == (status, text)


@pytest.mark.parametrize("sent", [b"POST /metrics HTTP/1.1\r\n\r\n", b"\r\n\r\n", b"hello", b"x" * (LONGEST + 1), b""])
async def test_what_is_no_such_request_is_answered_so(nursery: trio.Nursery, sent: bytes) -> None:
    port = await exposed(nursery)
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        await stream.send_all(sent)
        await stream.send_eof()
        said = b""
        while piece := await stream.receive_some():
            said += piece
    assert said.startswith(b"HTTP/1.1 400 Bad Request\r\n")


@pytest.mark.parametrize("said", [b"", b"GET /metrics HTTP/1.1\r\n", b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"])
async def test_figures_are_given_at_once_while_others_hold_connections(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock, said: bytes
) -> None:
    port, begun = await exposed(nursery), trio.current_time()
    async with AsyncExitStack() as stack:
        for _ in range(3 * MOST_HELD):
            stream = await stack.enter_async_context(await trio.open_tcp_stream("127.0.0.1", port))
            await stream.send_all(said)
        async with httpx.AsyncClient(timeout=None) as client:
            answer = await client.get(f"http://127.0.0.1:{port}/metrics")
        assert trio.current_time() == begun
    assert (answer.status_code, answer.text) == (200, "parlour_visitors 1\n")


async def test_who_has_asked_for_nothing_for_longest_makes_room(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    port, begun = await exposed(nursery), trio.current_time()
    async with AsyncExitStack() as stack:
        streams = [
            await stack.enter_async_context(await trio.open_tcp_stream("127.0.0.1", port)) for _ in range(MOST_HELD + 2)
        ]
        for stream in streams[:2]:
            assert await stream.receive_some() == b""
        assert trio.current_time() == begun
        assert await streams[2].receive_some() == b""
        assert trio.current_time() >= begun + SECONDS


async def test_client_that_says_nothing_is_hung_up_on(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    port = await exposed(nursery)
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        assert await stream.receive_some() == b""
