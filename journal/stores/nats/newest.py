"""Messages of JetStream as entries of the journal, and the newest of them at hand for those who follow all streams."""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from journal.api import Damaged, Entry
from journal.chain import before_damage, parse_alone
from journal.stores.nats.append import lines_of, number_of
from journal.stores.nats.client.jetstream import Found
from journal.stores.nats.subjects import place_of, position, stream_of, stream_subjects

_MOST, _MOST_BYTES = 4096, 8 << 20
"""So much is kept."""
ROWS = 500
"""Messages that are made entries of at once."""


class Newest:
    """The newest messages of all streams, without a gap."""

    def __init__(self, name: str, after: int) -> None:
        """`name` is that of JetStream's stream, `after` the place up to which nothing is kept."""
        self._name = name
        self._messages: deque[Found] = deque()
        self.begin(after)

    def begin(self, after: int) -> None:
        """Keep nothing of what came up to a place."""
        self._messages.clear()
        self._bytes = 0
        self._floor = after

    def add(self, message: Found) -> None:
        """Keep the next message, and drop the oldest where there are too many."""
        self._messages.append(message)
        self._bytes += len(message.payload)
        while len(self._messages) > _MOST or self._bytes > _MOST_BYTES:
            gone = self._messages.popleft()
            self._bytes -= len(gone.payload)
            self._floor = gone.place

    def entries(self, after: int) -> tuple[Entry, ...] | None:
        """The next entries after a position; None when they have to be read, or the first is damaged."""
        place, _ = place_of(after)
        # Of the message at the floor itself there may be records after the position.
        if place <= self._floor:
            return None
        wanted = (message for message in self._messages if message.place >= place)
        with suppress(Damaged):
            return entries_of(self._name, islice(wanted, ROWS), after)
        return None


def entries_of(name: str, messages: Iterable[Found], after: int) -> tuple[Entry, ...]:
    """The entries of messages after a position, up to a damaged one. Raises: Damaged, if the first is."""
    return before_damage(entry for message in messages for entry in _entries_in(name, message, after))


def _entries_in(name: str, message: Found, after: int) -> Iterator[Entry]:
    """The records of a message after a position. Raises: Damaged with its position."""
    stream = stream_of(name, message.subject)
    if stream is None:
        if message.subject.startswith(stream_subjects(name)) and position(message.place, 0) > after:
            raise Damaged(repr(message.subject), 0, "its stream cannot have that name", position(message.place, 0))
        return
    for index, line in enumerate(lines_of(message.payload)):
        at = position(message.place, index)
        if at <= after:
            continue
        seq = 0
        try:
            seq = number_of(stream, line)
            record = parse_alone(stream, line, seq)
        except Damaged as damage:
            raise Damaged(stream, seq, damage.why, at) from damage
        yield Entry(at, stream, record)
