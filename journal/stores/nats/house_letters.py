"""Messages between houses, over a subject of NATS that JetStream does not store."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial

import trio

from journal.api import Channel, JournalError
from journal.follow.cursors import background_task
from journal.sentences import Sentence, sentence
from journal.stores.nats.client.connection import Connection
from journal.stores.nats.client.protocol import Message


@asynccontextmanager
async def open_channel(
    connection: Connection, subject: str, receive: Callable[[bytes], None]
) -> AsyncIterator[Channel]:
    """A channel over a subject. What is sent while there is no connection is lost."""
    await trio.lowlevel.checkpoint()

    def deliver(message: Message) -> None:
        if message.payload:  # Else somebody checks their rights.
            receive(message.payload)

    async with background_task(partial(_listen, connection, subject, deliver)):
        yield Channel(partial(connection.tell, subject), is_reliable=False)


@contextmanager
def tried(connection: Connection, subject: str) -> Iterator[None]:
    """Publish and subscribe to a subject, for `denials` to know whether the user may.

    That is known once anything that is asked for in the block was answered: a server says what it denies before it
    answers what comes later.
    """
    with connection.subscribed(lambda _: None, subject):
        connection.tell(subject)
        yield


def denials(connection: Connection, subject: str) -> tuple[Sentence, ...]:
    """What the operator should know about the rights to a subject that was tried; nearly always nothing."""
    if subject not in connection.denied:
        return ()
    notice = sentence(
        "The NATS user may not speak to other houses; let it publish and subscribe to {subject}.", subject=subject
    )
    return (notice,)


async def _listen(connection: Connection, subject: str, deliver: Callable[[Message], None]) -> None:
    """Subscribe on each connection there is, until the journal is closed."""
    while True:
        try:
            await connection.wait_connected()
        except JournalError:
            return
        with connection.subscribed(deliver, subject) as subscription:
            await subscription.lost.wait()
