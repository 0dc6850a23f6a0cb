"""Ordered consumers: one for the whole journal, and short-lived ones for what is long to read.

The server numbers what it delivers. A number that is left out, or heartbeats that stop or tell of more than came, mean
that something was lost on the way; then another consumer begins after the last message that was handed over. A plain
subscription would not do: it also shows appends that were refused.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable

import msgspec
import trio

from journal.api import JournalError
from journal.nats.answers import NoAnswer
from journal.nats.jetstream import Failed, Found, JetStream, pause, understood
from journal.nats.protocol import Message

HEARTBEAT = 1.0
"""Seconds between two signs of life of an idle consumer."""
_MISSED = 1
"""Heartbeats that do not come until a consumer is given up."""
_KEPT = 30.0
"""Seconds after which the server forgets a consumer that nobody listens to."""


class _Made(msgspec.Struct):
    name: str


_made = msgspec.json.Decoder(_Made).decode


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
        connection = self._jetstream.connection
        await connection.reached()
        with connection.subscribed(self._receive) as subscription:
            made = await _create(self._jetstream, _config(subscription.subject, self.fed + 1))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen)
                nursery.start_soon(self._until, subscription.lost)
                await self._broken.wait()
                nursery.cancel_scope.cancel()
        _delete(self._jetstream, made)

    async def _until(self, lost: trio.Event) -> None:
        await lost.wait()
        self._broken.set()

    async def _listen(self) -> None:
        """Notice when nothing comes any more. Beats are counted, so a pause of this process is not taken for one."""
        silent = 0
        heard = self._beat
        while True:
            await trio.sleep(HEARTBEAT)
            silent = silent + 1 if heard == self._beat else 0
            heard = self._beat
            if silent > _MISSED:
                self._broken.set()

    def _receive(self, message: Message) -> None:
        self._beat += 1
        if self._broken.is_set():
            return
        if message.status == 100:
            self._receive_control(message)
            return
        place, number = _numbers(message.reply)
        if number != self._count + 1:
            self._broken.set()
            return
        self._count = number
        if place > self.fed:
            self.fed = place
            self._hand_over(Found(place, message.subject, message.payload, message.header))

    def _receive_control(self, message: Message) -> None:
        if _delivered(self._jetstream, message) > self._count:
            self._broken.set()


def _delivered(jetstream: JetStream, control: Message) -> int:
    """How many a server says it has delivered, 0 if it does not; it is told that what it sent has arrived, if it asks.

    That is its flow control: it goes on when it hears that, so that it never holds more than we take.
    """
    if ask := control.reply or control.field("Nats-Consumer-Stalled"):
        jetstream.connection.tell(ask)
    last = control.field("Nats-Last-Consumer")
    return int(last) if last.isdigit() else 0


class _Pushed:
    """What a consumer has pushed and nobody has taken yet."""

    def __init__(self, jetstream: JetStream) -> None:
        self._jetstream = jetstream
        self._messages: list[Message] = []
        self._arrived = trio.Event()
        self._count = 0
        """Those that were taken."""

    def receive(self, message: Message) -> None:
        """Keep the next one. Only what has to be answered is looked at: thousands come at once."""
        if message.payload or message.status != 100:
            if not self._messages:
                self._arrived.set()
            self._messages.append(message)
        elif _delivered(self._jetstream, message) > self._count + len(self._messages):
            self._messages.append(message)  # It is none of those that are missing, which is noticed when it is taken.
            self._arrived.set()

    async def taken(self) -> list[Found]:
        """Those that have come since then, up to the first that is missing; none when nothing comes any more."""
        with trio.move_on_after(2 * HEARTBEAT):
            await self._arrived.wait()
        messages, self._messages, self._arrived = self._messages, [], trio.Event()
        found: list[Found] = []
        for message in messages:
            place, number = _numbers(message.reply)
            if number != self._count + 1:
                break
            self._count = number
            found.append(Found(place, message.subject, message.payload, message.header))
        return found


async def pushed(jetstream: JetStream, subject: str, start: int, until: int) -> AsyncGenerator[list[Found], None]:
    """The messages of a subject from a place up to another and perhaps after it, as the server pushes them.

    Ends early when something is lost on the way or nothing comes any more: whoever reads asks for the rest themselves.
    Pushing costs the server a fourth of what it costs to answer for each. Raises: NoAnswer, Failed.
    """
    heap, place = _Pushed(jetstream), 0
    with jetstream.connection.subscribed(heap.receive) as subscription:
        made = await _create(jetstream, {**_config(subscription.subject, start), "filter_subject": subject})
        try:
            while place < until and (found := await heap.taken()):
                yield found
                place = found[-1].place
        finally:
            _delete(jetstream, made)


async def _create(jetstream: JetStream, config: dict[str, object]) -> _Made:
    body = {"stream_name": jetstream.name, "config": config}
    return understood(_made, await jetstream.api(f"CONSUMER.CREATE.{jetstream.name}", body))


def _delete(jetstream: JetStream, made: _Made) -> None:
    # It goes by itself, too, but not for a while.
    jetstream.connection.tell(f"$JS.API.CONSUMER.DELETE.{jetstream.name}.{made.name}")


def _config(subject: str, first: int) -> dict[str, object]:
    """Everything from a place on, once and to one subject, with signs of life in between; kept on no disk."""
    return {
        "deliver_subject": subject,
        "deliver_policy": "by_start_sequence",
        "opt_start_seq": first,
        "ack_policy": "none",
        "max_deliver": 1,
        "mem_storage": True,
        "num_replicas": 1,
        "flow_control": True,
        "idle_heartbeat": int(HEARTBEAT * 1e9),
        "inactive_threshold": int(_KEPT * 1e9),
    }


def _numbers(reply: str) -> tuple[int, int]:
    """Where a message stands in the stream and in the delivery; zeros for what is no delivery."""
    # Servers may name their domain and account before them, and then add a word at the end.
    words = reply.rsplit(".", 5 if reply.count(".") == 11 else 4)
    try:
        return int(words[1]), int(words[2])
    except (ValueError, IndexError):
        return 0, 0
