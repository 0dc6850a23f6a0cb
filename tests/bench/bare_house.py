"""The least a house can be, as a floor for ours: one epoll loop in Python that knows no games.

    python -m tests.bench.bare_house ANSWER EVENT

It greets everybody with the words that visitors wait for, answers whatever comes with ANSWER bytes, and sends EVENT
bytes to everybody else for each byte "!".
"""

from __future__ import annotations

import select
import socket
import sys
from contextlib import suppress

GREETING = b"Welcome to the house, which is a games parlour.\r\nNobody plays here.\r\n" + b" " * 200 + b"Your name: "


def serve(answer: bytes, event: bytes) -> None:
    """Serve until killed; the port stands on the first line of output."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    listener.setblocking(False)
    print(f"telnet 127.0.0.1 {listener.getsockname()[1]}", flush=True)
    visitors: dict[int, socket.socket] = {}
    poll = select.epoll()
    poll.register(listener, select.EPOLLIN)
    while True:
        for number, _ in poll.poll():
            if number == listener.fileno():
                _let_in(listener, poll, visitors)
            else:
                _heed(visitors, number, answer, event)


def _let_in(listener: socket.socket, poll: select.epoll, visitors: dict[int, socket.socket]) -> None:
    with suppress(BlockingIOError):
        visitor, _ = listener.accept()
        visitor.setblocking(False)
        visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        visitors[visitor.fileno()] = visitor
        poll.register(visitor, select.EPOLLIN)
        visitor.send(GREETING)


def _heed(visitors: dict[int, socket.socket], number: int, answer: bytes, event: bytes) -> None:
    try:
        received = visitors[number].recv(4096)
    except ConnectionResetError:
        received = b""
    if not received:
        visitors.pop(number).close()
    elif received == b"!":
        for other in visitors.values():
            with suppress(BlockingIOError):
                other.send(event)
    else:
        visitors[number].send(answer)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        serve(b"." * int(sys.argv[1]), b"." * int(sys.argv[2]))
