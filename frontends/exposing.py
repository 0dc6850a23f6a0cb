"""The port at which Prometheus asks for figures: as much of HTTP as that takes, and no more."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import trio

SECONDS = 5.0
"""For one request and its answer."""
LONGEST = 8192
"""Bytes of a request."""
MOST_AT_ONCE = 16
"""Requests answered at the same time."""


async def expose(
    host: str,
    port: int,
    form: str,
    show: Callable[[], bytes],
    *,
    task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Answer GET /metrics with what `show` gives, of the media type `form`, until cancelled. Started with the port.

    Raises: OSError when the address cannot be had.
    """
    listeners = await trio.open_tcp_listeners(port, host=host)
    limiter = trio.CapacityLimiter(MOST_AT_ONCE)
    task_status.started(listeners[0].socket.getsockname()[1])
    await trio.serve_listeners(partial(_answer, limiter, form, show), listeners)


async def _answer(
    limiter: trio.CapacityLimiter, form: str, show: Callable[[], bytes], stream: trio.SocketStream
) -> None:
    async with stream:
        with trio.move_on_after(SECONDS), suppress(trio.BrokenResourceError):
            async with limiter:
                await stream.send_all(_answered(await _request(stream), form, show))


async def _request(stream: trio.SocketStream) -> bytes:
    """The first line of a request; empty for what is none."""
    received = b""
    while b"\r\n\r\n" not in received and len(received) < LONGEST:
        piece = await stream.receive_some()
        if not piece:
            break
        received += piece
    return received.partition(b"\r\n")[0] if b"\r\n\r\n" in received else b""


def _answered(request: bytes, form: str, show: Callable[[], bytes]) -> bytes:
    match request.split():
        case [b"GET", path, version] if version.startswith(b"HTTP/1.") and path.partition(b"?")[0] == b"/metrics":
            return _reply("200 OK", form, show())
        case [b"GET", _, version] if version.startswith(b"HTTP/1."):
            return _reply("404 Not Found", "text/plain", b"The figures are at /metrics.\n")
        case _:
            return _reply("400 Bad Request", "text/plain", b"Ask for GET /metrics.\n")


def _reply(status: str, form: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {form}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body
