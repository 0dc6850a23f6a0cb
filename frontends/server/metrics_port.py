"""The port at which Prometheus asks for figures: as much of HTTP as that takes, and no more.

Not prometheus_client's own server: it gives each connection a thread and never ends one that says nothing. It still
answers beside 200 of those, with 202 threads; 2,000 are 2,000 threads, 53 MiB and as many descriptors, which the house
lacks then for its visitors. And its threads would read figures while the event loop changes them.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import trio

SECONDS = 5.0
"""For one request and its answer."""
LONGEST = 8192
"""Bytes of a request."""
MOST_HELD = 64
"""Connections at once; with one more, the first of them makes room: who asks at once has long been answered."""


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
    task_status.started(listeners[0].socket.getsockname()[1])
    await trio.serve_listeners(partial(_answer, [], form, show), listeners)


async def _answer(
    held: list[trio.CancelScope], form: str, show: Callable[[], bytes], stream: trio.SocketStream
) -> None:
    """One connection, within `SECONDS`; `held` are those under way, in the order in which they came."""
    if len(held) >= MOST_HELD:
        held.pop(0).cancel()
    async with stream:
        with trio.move_on_after(SECONDS) as scope, suppress(trio.BrokenResourceError):
            held.append(scope)
            await stream.send_all(_answered(await _request(stream), form, show))
    if scope in held:
        held.remove(scope)


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
