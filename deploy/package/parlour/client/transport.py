"""The ways to a house: bytes over TCP, by TLS or without it, or the standard streams of a process."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ssl import SSLContext

import anyio
from anyio.abc import ByteStream, SocketAttribute
from anyio.streams.stapled import StapledByteStream
from anyio.streams.tls import TLSStream

PATIENCE = 5.0
"""Seconds in which a process ends by itself once its input has."""


@asynccontextmanager
async def reached(where: str | Sequence[str], context: SSLContext | None = None) -> AsyncIterator[ByteStream]:
    """A stream to HOST:PORT, by TLS where there is a context for it, or to a process of the words of a command.

    Raises: OSError.
    """
    if isinstance(where, str):
        address, _, port = where.rpartition(":")
        host = address.strip("[]")
        async with await anyio.connect_tcp(host, int(port)) as stream:
            # A bot may wait for hours, and has to notice when the other end is gone without a word.
            stream.extra(SocketAttribute.raw_socket).setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            if context is None:
                yield stream
            else:
                # Each line shows by itself whether all of it came, so one need not take leave by TLS at the end: of a
                # house that is gone one would wait for it in vain.
                yield await TLSStream.wrap(stream, hostname=host, ssl_context=context, standard_compatible=False)
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
