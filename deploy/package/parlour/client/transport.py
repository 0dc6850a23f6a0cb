"""The ways to a house: bytes over TCP, or the standard streams of a process."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import anyio
from anyio.abc import ByteStream, SocketAttribute
from anyio.streams.stapled import StapledByteStream

PATIENCE = 5.0
"""Seconds in which a process ends by itself once its input has."""


@asynccontextmanager
async def reached(where: str | Sequence[str]) -> AsyncIterator[ByteStream]:
    """A stream to HOST:PORT, or to a process of the words of a command. Raises: OSError."""
    if isinstance(where, str):
        host, _, port = where.rpartition(":")
        async with await anyio.connect_tcp(host.strip("[]"), int(port)) as stream:
            # A bot may wait for hours, and has to notice when the other end is gone without a word.
            stream.extra(SocketAttribute.raw_socket).setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            yield stream
        return
    async with await anyio.open_process(where, stderr=None) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield StapledByteStream(process.stdin, process.stdout)
        finally:
            with anyio.move_on_after(PATIENCE, shield=True):
                await process.stdin.aclose()
                await process.wait()
