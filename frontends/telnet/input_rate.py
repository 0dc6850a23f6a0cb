"""How quickly the input of a connection is taken: nobody can make others wait by sending much.

Whoever sends more than people do is not refused anything; it only takes longer. Three things see to that:

- So much input is taken at once, and then so much a second (`Pace`). Meanwhile the socket is not read, so
  that the peer's own kernel keeps it waiting.
- Those in a hurry, who have sent the next input before the last one was dealt with, wait for turns of the house
  (`core.scheduling.dispatcher`): one for each round of the event loop, in which whoever has used least comes first. In
  a busy house everybody does. So nobody waits for more than one of theirs, however many there are; and when nobody else
  wants anything, they go on as quickly as the machine can.
- From a peer that does not read what it is sent nothing is taken either.
"""

import math
from functools import lru_cache

import attrs
import trio

from core.base.token_bucket import Bucket, Rate
from core.scheduling.dispatcher import Payer
from frontends.server import logs
from frontends.server.config import Traffic
from frontends.telnet.wire.codes import IAC

TELL_EVERY = 60.0
"""Seconds between two warnings to somebody who sends too much."""
HURRIED_INPUTS, HURRIED_BYTES = 20, 2048
"""Inputs and bytes taken from the allowance up to which a connection is not in a hurry."""
COMMAND_COST = 16
"""Bytes that each command of telnet counts beyond its own."""
SPARE_KEYS, LONG = 8, 16
"""Keys of a connection that is not in a hurry until they are counted; so many bytes of a line stand for one more."""
LONGEST_REST = 0.5
"""Seconds until the connection is looked at again."""
USUAL = Traffic()


@attrs.frozen
class _Figures:
    """What follows from `Traffic`, the same for all connections."""

    inputs: Rate
    read: Rate
    sent: Rate
    calm_inputs: float
    """What has to be left of the inputs for a connection not to be in a hurry."""
    calm_read: float


@lru_cache(maxsize=8)
def _figures(traffic: Traffic) -> _Figures:
    inputs = Rate(traffic.inputs_at_once, traffic.inputs_a_second)
    read = Rate(traffic.read_at_once, traffic.read_a_second)
    sent = Rate(traffic.sent_at_once, traffic.sent_a_second)
    calm_inputs = inputs.at_once - min(HURRIED_INPUTS, inputs.at_once / 2)
    return _Figures(inputs, read, sent, calm_inputs, read.at_once - min(HURRIED_BYTES, read.at_once / 2))


def _cost(chunk: bytes) -> int:
    return len(chunk) + COMMAND_COST * chunk.count(IAC)


@attrs.define(eq=False, weakref_slot=False)
class Pace:
    """The allowance of one connection."""

    traffic: Traffic = USUAL
    payer: Payer | None = None
    """None where there is but one connection, in tests."""
    _figures: _Figures = attrs.field(init=False)
    _inputs: Bucket = attrs.field(init=False)
    _read: Bucket = attrs.field(init=False)
    _sent: Bucket = attrs.field(init=False)
    spare: int = 0
    """Keys that may still be taken before anything is counted; what was taken last may have been more."""
    _taken: int = 0
    """Inputs that are not counted yet."""
    _taken_bytes: int = 0
    _counted: int = 0
    """Bytes sent that are charged already."""
    _counted_at: float = math.inf
    _told_at: float = -math.inf
    _waits_for_turn: bool = False
    """Whether the connection waits for a turn."""
    _pause: trio.CancelScope | None = None
    """While it waits for its time to come."""

    def __attrs_post_init__(self) -> None:
        self._figures = figures = _figures(self.traffic)
        self._inputs, self._read, self._sent = Bucket(figures.inputs), Bucket(figures.read), Bucket(figures.sent)

    def charge_input(self, now: float) -> None:
        """An input was taken."""
        self._inputs.charge(now, 1)

    def charge_read(self, now: float, chunk: bytes) -> None:
        """This was read. Commands of telnet, which clients rarely send, take longer to deal with than what is typed."""
        self._read.charge(now, _cost(chunk))

    def take(self, chunk: bytes) -> None:
        """One input was read that is dealt with at once, and counted later."""
        cost = _cost(chunk)
        self._taken += 1
        self._taken_bytes += cost
        self.spare -= 1 + cost // LONG

    def count(self, now: float, sent: int) -> None:
        """Charge what went through since this was called last; `sent` is how many bytes the peer was sent so far.

        Looking at the clock and at three buckets for each key doubles what it takes to receive one: 47 us in place of
        23, measured over a pair of sockets. So a connection that is far from every limit gets some keys, or short
        lines, before they are counted: `spare`, which is taken from with each.
        """
        if self._taken:
            self._inputs.charge(now, self._taken)
            self._read.charge(now, self._taken_bytes)
            self._taken = self._taken_bytes = 0
        # As of the last charge: a watcher who types nothing for an hour is sent much, but little in each second of it.
        self._sent.charge(min(now, self._counted_at), sent - self._counted)
        self._counted, self._counted_at = sent, now
        is_sent_much = not self._sent.has(now, self._sent.rate.at_once / 2)
        self.spare = 0 if self.is_hurried(now, SPARE_KEYS) or is_sent_much else SPARE_KEYS

    def until_input(self, now: float) -> float:
        """Seconds until an input may be taken."""
        return max(self._inputs.until(now), self._sent.until(now))

    def until_read(self, now: float) -> float:
        """Seconds until something may be read."""
        return self._read.until(now)

    @property
    def is_free(self) -> bool:
        """Whether the next key or line may be read and done without being counted, and without a turn."""
        return self.spare > 0 and (self.payer is None or not self.payer.must_wait)

    def go_on(self) -> None:
        """Deal at once with what was read."""
        if self.payer is not None:
            self.payer.go_on()

    @property
    def is_crowded(self) -> bool:
        """Whether others wait for turns."""
        return self.payer is not None and self.payer.dispatcher.is_crowded

    def must_wait(self, now: float) -> bool:
        """Whether to wait for a turn, as connections in a hurry do, and all in a busy house. False counts as a turn."""
        if self.is_hurried(now) or (self.payer is not None and self.payer.must_wait):
            return True
        self.go_on()
        return False

    def is_hurried(self, now: float, more: int = 0) -> bool:
        """Whether more came lately than people and their clients send, or would with so many keys more."""
        figures = self._figures
        return not (self._inputs.has(now, figures.calm_inputs + more) and self._read.has(now, figures.calm_read))

    def is_to_be_told(self, now: float) -> bool:
        """Whether it is time to tell the person that they have to wait; then they count as told."""
        if now < self._told_at + TELL_EVERY:
            return False
        self._told_at = now
        logs.count("budget", "inputs")
        return True

    def settle(self) -> None:
        """What was received last has been dealt with."""
        if self.payer is not None:
            self.payer.settle()

    async def turn(self, *, behind: bool = False) -> None:
        """Wait for a turn, unless interrupted; `behind` those who wait for an answer, as what was typed ahead does."""
        self._waits_for_turn = True
        try:
            await (self.payer.turn(behind=behind) if self.payer is not None else trio.lowlevel.checkpoint())
        finally:
            self._waits_for_turn = False

    async def rest(self, seconds: float) -> None:
        """Wait for so long, at most `LONGEST_REST`: where hang-ups are not watched, only then a probe is sent."""
        with trio.CancelScope() as self._pause:
            try:
                await trio.sleep(min(seconds, LONGEST_REST))
            finally:
                self._pause = None

    def interrupt(self) -> bool:
        """End a `turn` or `rest` that is under way; the answer is whether one was."""
        if self._waits_for_turn and self.payer is not None:
            self.payer.interrupt()
        if self._pause is not None:
            self._pause.cancel()
        return self._waits_for_turn or self._pause is not None
