"""What houses say to one another, over a subject of NATS of which nothing is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import trio

from journal.api import Channel, JournalError
from journal.following import attended
from journal.nats.connection import Connection
from journal.nats.protocol import Message


@asynccontextmanager
async def joined(connection: Connection, subject: str, hear: Callable[[bytes], None]) -> AsyncIterator[Channel]:
    """Be among those who speak there. What is said while there is no connection nobody hears."""
    await trio.lowlevel.checkpoint()

    def deliver(message: Message) -> None:
        hear(message.payload)

    async with attended(partial(_listen, connection, subject, deliver)):
        yield Channel(partial(connection.tell, subject), is_sure=False)


async def _listen(connection: Connection, subject: str, deliver: Callable[[Message], None]) -> None:
    """Hear what is said on each connection there is, until the journal is closed."""
    while True:
        try:
            await connection.reached()
        except JournalError:
            return
        with connection.subscribed(deliver, subject) as subscription:
            await subscription.lost.wait()
