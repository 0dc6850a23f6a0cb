"""As much of HTTP as a port takes at which programs ask for little: one request and its answer for each connection.

Not a server of threads: whoever connects and says nothing would hold one of them. Here that is a task that ends soon.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import attrs
import trio

SECONDS = 5.0
"""For one request and its answer."""
LONGEST = 8192
"""Bytes of what comes before the body of a request."""
MOST_HELD = 64
"""Connections at once; with one more, the first of them makes room: who asks at once has long been answered."""
_END = b"\r\n\r\n"
_SAYINGS = {
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 409: "Conflict", 422: "Unprocessable Entity",
    503: "Service Unavailable",
}  # fmt: skip


@attrs.frozen
class Request:
    """What somebody asks for."""

    method: str
    path: str
    """Without what follows a question mark."""
    body: bytes = b""


@attrs.frozen
class Reply:
    """What they are answered."""

    status: int
    body: bytes
    form: str = "text/plain"
    """The media type."""

    def __bytes__(self) -> bytes:
        """As it is sent."""
        head = f"HTTP/1.1 {self.status} {_SAYINGS[self.status]}\r\nContent-Type: {self.form}\r\n"
        return f"{head}Content-Length: {len(self.body)}\r\nConnection: close\r\n\r\n".encode() + self.body


Answer = Callable[[Request | None], Awaitable[Reply]]
"""What a request is answered; None is one that cannot be read."""


async def serve(
    host: str,
    port: int,
    answer: Answer,
    *,
    longest_body: int = 0,
    task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Answer requests until cancelled. Started with the port.

    Raises: OSError when the address cannot be had.
    """
    listeners = await trio.open_tcp_listeners(port, host=host)
    task_status.started(listeners[0].socket.getsockname()[1])
    await trio.serve_listeners(partial(_serve_one, [], answer, longest_body), listeners)


async def _serve_one(
    held: list[trio.CancelScope], answer: Answer, longest_body: int, stream: trio.SocketStream
) -> None:
    """One connection, within `SECONDS`; `held` are those under way, in the order in which they came."""
    if len(held) >= MOST_HELD:
        held.pop(0).cancel()
    async with stream:
        with trio.move_on_after(SECONDS) as scope, suppress(trio.BrokenResourceError):
            held.append(scope)
            await stream.send_all(bytes(await answer(await _request(stream, longest_body))))
    if scope in held:
        held.remove(scope)


async def _request(stream: trio.SocketStream, longest_body: int) -> Request | None:
    received = b""
    while _END not in received and len(received) < LONGEST:
        piece = await stream.receive_some()
        if not piece:
            return None
        received += piece
    head, end, body = received.partition(_END)
    first, *fields = head.decode("latin-1").split("\r\n")
    length = _length(fields)
    words = first.split()
    if not end or len(words) != 3 or not words[2].startswith("HTTP/1.") or not 0 <= length <= longest_body:
        return None
    while len(body) < length:
        piece = await stream.receive_some()
        if not piece:
            return None
        body += piece
    return Request(words[0], words[1].partition("?")[0], body[:length])


def _length(fields: list[str]) -> int:
    """How long the body is; -1 where that is not said so that it could be understood."""
    named = {name.strip().lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
    length = named.get("content-length", "0")
    is_number = length.isascii() and length.isdecimal() and len(length) < 10
    return int(length) if is_number and "transfer-encoding" not in named else -1
