"""One ordered consumer for the whole journal: every message, in order, each once, whatever happens on the way.

The server numbers what it delivers. A number that is left out, or heartbeats that stop or tell of more than came, mean
that something was lost on the way; then a new consumer begins after the last message that was handed over. A plain
subscription would not do: it also shows appends that were refused.
"""

from __future__ import annotations

from collections.abc import Callable

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
        connection, stream = self._jetstream.connection, self._jetstream.name
        await connection.reached()
        with connection.subscribed(self._receive) as subscription:
            body = {"stream_name": stream, "config": _config(subscription.subject, self.fed + 1)}
            made = understood(_made, await self._jetstream.api(f"CONSUMER.CREATE.{stream}", body))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen)
                nursery.start_soon(self._until, subscription.lost)
                await self._broken.wait()
                nursery.cancel_scope.cancel()
        # It goes by itself, too, but not for a while.
        connection.tell(f"$JS.API.CONSUMER.DELETE.{stream}.{made.name}")

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
        if message.reply:
            # Flow control: the server goes on when it hears that what it sent has arrived.
            self._jetstream.connection.tell(message.reply)
        elif stalled := message.field("Nats-Consumer-Stalled"):
            self._jetstream.connection.tell(stalled)
        last = message.field("Nats-Last-Consumer")
        if last.isdigit() and int(last) > self._count:
            self._broken.set()


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
    words = reply.split(".")
    # Servers may name their domain and account, too.
    first = 5 if len(words) == 9 else 7
    try:
        return int(words[first]), int(words[first + 1])
    except (ValueError, IndexError):
        return 0, 0
