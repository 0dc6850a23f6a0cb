"""What trio itself asks for a key, as a second floor: a task for each visitor, which knows no games.

    python -m tests.bench.bare_trio ANSWER

Whatever comes is answered with ANSWER bytes.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress

import trio


async def serve(answer: bytes) -> None:
    """Serve until killed; the port stands on the first line of output."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    listener.setblocking(False)
    print(f"telnet 127.0.0.1 {listener.getsockname()[1]}", flush=True)
    async with trio.open_nursery() as nursery:
        while True:
            await trio.lowlevel.wait_readable(listener)
            visitor, _ = listener.accept()
            visitor.setblocking(False)
            visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            nursery.start_soon(_heed, visitor, answer)


async def _heed(visitor: socket.socket, answer: bytes) -> None:
    with visitor, suppress(ConnectionResetError):
        while True:
            await trio.lowlevel.wait_readable(visitor)
            if not visitor.recv(4096):
                return
            visitor.send(answer)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        trio.run(serve, b"." * int(sys.argv[1]))
