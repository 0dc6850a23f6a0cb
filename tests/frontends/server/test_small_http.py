"""One request and its answer: what is read whole, what cannot be read, and bodies that come in pieces."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from frontends.server.small_http import Reply, Request, serve

MOST = 20


async def answered(nursery: trio.Nursery, *pieces: bytes) -> tuple[bytes, Request | None]:
    """What is answered to a request that comes in pieces, and as what it was read."""
    seen: list[Request | None] = []

    async def answer(request: Request | None) -> Reply:
        seen.append(request)
        return Reply(200, b"yes", "text/x.test")

    async def listen(*, task_status: trio.TaskStatus[int]) -> None:
        await serve("127.0.0.1", 0, answer, longest_body=MOST, task_status=task_status)

    port = await nursery.start(listen)
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        for piece in pieces:
            await stream.send_all(piece)
            await trio.testing.wait_all_tasks_blocked()
        await stream.send_eof()
        said = b""
        while more := await stream.receive_some():
            said += more
    return said, seen[0]


@pytest.mark.parametrize(
    ("pieces", "read"),
    [
        ([b"GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n"], Request("GET", "/a")),
        ([b"POST /a HTTP/1.1\r\nCONTENT-LENGTH: 5\r\n\r\nhello"], Request("POST", "/a", b"hello")),
        (
            [b"POST /a HTT", b"P/1.0\r\ncontent-length: 5\r\n\r\nhe", b"ll", b"o and more"],
            Request("POST", "/a", b"hello"),
        ),
        ([b"POST /a HTTP/1.1\r\ncontent-length: 21\r\n\r\n" + bytes(21)], None),
        ([b"POST /a HTTP/1.1\r\ncontent-length: 5\r\n\r\nhell"], None),
        ([b"POST /a HTTP/1.1\r\ncontent-length: -5\r\n\r\n"], None),
        ([b"POST /a HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"], None),
        ([b"GET /a SMTP\r\n\r\n"], None),
        ([b"GET /a\r\n\r\n"], None),
        ([b"\xff\xfe"], None),
    ],
)
async def test_request_is_read_whole_or_not_at_all(
    nursery: trio.Nursery, pieces: list[bytes], read: Request | None
) -> None:
    said, seen = await answered(nursery, *pieces)
    assert seen == read
    head, _, body = said.partition(b"\r\n\r\n")
    assert (head.split(b"\r\n")[0], body) == (b"HTTP/1.1 200 OK", b"yes")
    assert b"Content-Type: text/x.test" in head
