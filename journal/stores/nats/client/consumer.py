"""Ordered consumers: one for the whole journal, and short-lived ones for what is long to read.

The server numbers what it delivers. A number that is left out, or heartbeats that stop or tell of more than came, mean
that something was lost on the way; then another consumer begins after the last message that was handed over. A plain
subscription would not do: it also shows appends that were refused.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import trio

from journal.api import JournalError
from journal.stores.nats.client.jetstream import Failed, Found, JetStream, decoded, pause
from journal.stores.nats.client.protocol import Message
from journal.stores.nats.client.replies import NoAnswer

HEARTBEAT_SECONDS = 1.0
"""Seconds between two signs of life of an idle consumer."""
_MISSED_HEARTBEATS = 1
"""Heartbeats that do not come until a consumer is given up."""
_IDLE_SECONDS = 30.0
"""Seconds after which the server forgets a consumer that nobody listens to."""


class _Made(msgspec.Struct):
    name: str


class Consumer:
    """Hands over all messages of a journal after a place. Made once, runs until cancelled."""

    def __init__(self, jetstream: JetStream, deliver: Callable[[Found], None]) -> None:
        """`deliver` gets each message, and must neither wait nor raise."""
        self._jetstream, self._hand_over = jetstream, deliver
        self.fed = 0
        """The place of the last message that was handed over, or up to which none is wanted."""
        self._count = 0
        self._beat = 0
        self._broken = trio.Event()

    async def run(self) -> None:
        """Consume, each time from `fed` on, until cancelled."""
        while True:
            try:
                await self._consume()
            except (NoAnswer, Failed, JournalError):
                await pause()

    async def _consume(self) -> None:
        self._count = 0
        self._broken = trio.Event()
        connection, stream = self._jetstream.connection, self._jetstream.name
        await connection.wait_connected()
        with connection.subscribed(self._receive) as subscription:
            body = {"stream_name": stream, "config": _pushed_to(subscription.subject, self.fed + 1)}
            made = decoded(_Made, await self._jetstream.api(f"CONSUMER.CREATE.{stream}", body))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen)
                nursery.start_soon(self._until, subscription.lost)
                await self._broken.wait()
                nursery.cancel_scope.cancel()
        delete_consumer(self._jetstream, made.name)

    async def _until(self, lost: trio.Event) -> None:
        await lost.wait()
        self._broken.set()

    async def _listen(self) -> None:
        """Notice when nothing comes any more. Beats are counted, so a pause of this process is not taken for one."""
        silent = 0
        heard = self._beat
        while True:
            await trio.sleep(HEARTBEAT_SECONDS)
            silent = silent + 1 if heard == self._beat else 0
            heard = self._beat
            if silent > _MISSED_HEARTBEATS:
                self._broken.set()

    def _receive(self, message: Message) -> None:
        self._beat += 1
        if self._broken.is_set():
            return
        if message.status == 100:
            if _delivered(self._jetstream, message) > self._count:
                self._broken.set()
            return
        place, number, _ = numbers_of(message.reply)
        if number != self._count + 1:
            self._broken.set()
            return
        self._count = number
        if place > self.fed:
            self.fed = place
            self._hand_over(Found(place, message.subject, message.payload, message.header))


def _delivered(jetstream: JetStream, control: Message) -> int:
    """How many a server says it has delivered, 0 if it does not; it is told that what it sent has arrived, if it asks.

    That is its flow control: it goes on when it is told so, and never holds more than we can take.
    """
    if ask := control.reply or control.field("Nats-Consumer-Stalled"):
        jetstream.connection.tell(ask)
    last = control.field("Nats-Last-Consumer")
    return int(last) if last.isdigit() else 0


class Pushed:
    """What a consumer has pushed and nobody has taken yet."""

    def __init__(self, jetstream: JetStream) -> None:
        self._jetstream = jetstream
        self._messages: list[Message] = []
        self._arrived = trio.Event()
        self._count = 0
        """Those that were taken."""
        self.place = 0
        """That of the last one that was taken."""

    def receive(self, message: Message) -> None:
        """Keep the next one. Only what has to be answered is looked at: thousands come at once."""
        if (message.payload and message.reply) or not self._is_well(message):
            if not self._messages:
                self._arrived.set()
            self._messages.append(message)

    def _is_well(self, message: Message) -> bool:
        """Whether what is no delivery says that nothing is missing.

        What says otherwise is kept among the deliveries: it has no number, so only those before it are taken.
        """
        if message.status == 100:
            return _delivered(self._jetstream, message) <= self._count + len(self._messages)
        try:
            return not message.status and decoded(_Made, message.payload).name != ""
        except Failed:
            return False

    async def taken(self) -> list[bytes]:
        """The payloads that came since the last time, up to a missing one; none when nothing comes any more."""
        with trio.move_on_after(2 * HEARTBEAT_SECONDS):
            await self._arrived.wait()
        messages, self._messages, self._arrived = self._messages, [], trio.Event()
        while messages:
            self.place, number, _ = numbers_of(messages[-1].reply)
            # The server counts one after the other, so where the last one has the right number none is missing.
            if number == self._count + len(messages):
                self._count = number
                break
            messages.pop()
        return [message.payload for message in messages]


@contextmanager
def pushing(jetstream: JetStream, subject: str, start: int) -> Iterator[Pushed]:
    """Have the messages of a subject from a place on pushed, without waiting until the consumer is there.

    Pushing costs the server a fourth of what it costs to answer for each. Nothing comes any more when something was
    lost on the way: whoever reads asks for the rest themselves.
    """
    pushed, stream, name = Pushed(jetstream), jetstream.name, secrets.token_hex(8)
    connection = jetstream.connection
    with connection.subscribed(pushed.receive) as subscription:
        config = {**_pushed_to(subscription.subject, start), "name": name, "filter_subject": subject}
        body = msgspec.json.encode({"stream_name": stream, "config": config})
        connection.tell(f"$JS.API.CONSUMER.CREATE.{stream}.{name}", body, subscription.subject)
        try:
            yield pushed
        finally:
            delete_consumer(jetstream, name)


def delete_consumer(jetstream: JetStream, name: str) -> None:
    """Have the server forget a consumer now, and not only after it was idle for a while."""
    jetstream.connection.tell(f"$JS.API.CONSUMER.DELETE.{jetstream.name}.{name}")


def from_place(first: int) -> dict[str, object]:
    """The settings of a consumer that delivers everything from a place on once, and is kept on no disk."""
    return {
        "deliver_policy": "by_start_sequence",
        "opt_start_seq": first,
        "ack_policy": "none",
        "max_deliver": 1,
        "mem_storage": True,
        "num_replicas": 1,
        "inactive_threshold": int(_IDLE_SECONDS * 1e9),
    }


def _pushed_to(subject: str, first: int) -> dict[str, object]:
    """The same for one that pushes it to a subject, with signs of life in between."""
    beat = int(HEARTBEAT_SECONDS * 1e9)
    return {**from_place(first), "deliver_subject": subject, "flow_control": True, "idle_heartbeat": beat}


def numbers_of(reply: str) -> tuple[int, int, int]:
    """Where a message stands in the stream and in the delivery, and how many come after it; zeros for no delivery."""
    # Servers may name their domain and account before them, and then add a word at the end.
    words = reply.rsplit(".", 5 if reply.count(".") == 11 else 4)
    try:
        return int(words[1]), int(words[2]), int(words[4])
    except (ValueError, IndexError):
        return 0, 0, 0
