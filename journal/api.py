"""The protocol every journal keeps, its records and its errors."""

import math
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeVar

import attrs
import msgspec

from journal.sentences import Sentence, sentence

Json = Any
"""A JSON value: dict, list, str, int, float, bool or None."""

_decode = msgspec.json.Decoder().decode


class JournalError(Exception):
    """The store could not do it; the text is one sentence for the operator, the cause is attached.

    Raised with a template and what fills its gaps, `JournalError("There is no {path}; check the name.", path=path)`,
    or with a sentence.
    """

    def __init__(self, template: str | Sentence, /, **gaps: object) -> None:
        self.sentence = sentence(template, **gaps)
        super().__init__(self.sentence.template)

    def __str__(self) -> str:
        """The sentence in English."""
        return str(self.sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it comes whole from another process, whatever it was made of; its cause stays there."""
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(kind: type[JournalError], arguments: tuple[object, ...], state: Mapping[str, Any]) -> JournalError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(state)
    return error


class Conflict(JournalError):
    """The stream is not where the append expected it; nothing was written."""

    def __init__(self, stream: str, expected: int, head: int) -> None:
        """`head` is the stream's last seq now, 0 for a stream that does not exist."""
        super().__init__(
            "Stream {stream} is at record {head}, not at {expected}.", stream=stream, head=head, expected=expected
        )
        self.stream, self.expected, self.head = stream, expected, head


class OutcomeUnknown(JournalError):
    """The connection ended before the answer: the records may or may not be stored. Read and look."""


class Closed(JournalError):
    """The journal is closed, or must not be used any more: nothing is stored or read, however often it is tried."""


class Unreadable(JournalError):
    """A part of the store's files is damaged: what lies there is not read or written, however often it is tried."""


class Lost(Closed):
    """The journal's file was deleted, moved or replaced while it was open, or its servers lost what they had stored."""


class Damaged(JournalError):
    """A record does not fit its chain or its form; `seq` is the first that does not."""

    def __init__(self, stream: str, seq: int, why: str | Sentence, position: int | None = None) -> None:
        """`why` goes on after "it is damaged:"; `position` is known to those who follow all streams: they may go on."""
        self.stream, self.seq, self.why, self.position = stream, seq, sentence(why), position
        super().__init__("Record {seq} of {stream} is damaged: {why}.", seq=seq, stream=stream, why=self.why)


class Newer(Damaged):
    """A record is whole, but says something that this version does not know: a newer one has written it."""

    def __init__(self, stream: str, seq: int, why: str | Sentence, position: int | None = None) -> None:
        """As for Damaged."""
        super().__init__(stream, seq, why, position)
        super(Damaged, self).__init__(
            "A newer Parlour has continued {stream} (record {seq}: {why}): go on there, or update this one.",
            stream=stream, seq=seq, why=self.why,
        )  # fmt: skip


class Draft(msgspec.Struct, frozen=True, gc=False):
    """A record before it has its place in a stream. Made fast, as a `Record` is."""

    kind: str
    """A written name such as "mille.played"."""
    data: Json | msgspec.Raw
    """Any JSON value, or one that is encoded already, without line ends."""
    play: Json | msgspec.Raw = None
    """On the first record of a decision: the play that caused it, with a unique "id". Else None."""


class Record(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One line of a stream. `line` is the truth, byte for byte; the other fields are read from it.

    Equal when their lines are. A msgspec structure, because making one costs a tenth of what an attrs class does, and
    every replay makes thousands.
    """

    seq: int
    """Counts from 1 without gaps."""
    at: str
    """UTC, as 2026-11-20T20:15:03.120Z."""
    kind: str
    raw: bytes
    """The data as it stands in the line: valid JSON in valid UTF-8, nested 100 deep at most."""
    raw_play: bytes
    """The play in the same way; empty when there is none."""
    hash: str
    """SHA-256 in hexadecimal over the previous hash (64 zeros at first) and the line up to its hash."""
    line: bytes
    """UTF-8 JSON with the fields in the order seq, at, kind, data, play (if any), hash; no line end."""
    previous: str = ""
    """The previous hash, by which the chain was made or checked; empty when it was not."""

    @property
    def data(self) -> Json:
        """The data, decoded anew each time. Raises: Damaged for a number that is too large."""
        return self._decoded(self.raw)

    @property
    def play(self) -> Json:
        """The play in the same way; None when there is none."""
        return self._decoded(self.raw_play) if self.raw_play else None

    @property
    def has_play(self) -> bool:
        """Whether it is the first of a decision, known without decoding."""
        return bool(self.raw_play)

    def _decoded(self, raw: bytes) -> Json:
        try:
            return _decode(raw)
        except msgspec.MsgspecError as error:
            raise Damaged("its stream", self.seq, "it has too large a number") from error

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.line == other.line

    def __ne__(self, other: object) -> bool:
        return not self == other  # Said, because msgspec would compare identities.

    def __hash__(self) -> int:
        return hash(self.line)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A record and where it stands among the records of all streams."""

    position: int
    """Counts up from 1; may have gaps."""
    stream: str
    record: Record


@attrs.frozen
class Summary:
    """A stream at a glance, for catalogues: read without reading the records between."""

    stream: str
    first: Record
    last: Record


class Page(msgspec.Struct, frozen=True):
    """A part of the streams, the one that was opened last first."""

    summaries: tuple[Summary, ...]
    next: int | None
    """What to pass as `after` for the next page: the position at which the last stream of this page was opened.

    None when this is the last page.
    """


class Header(msgspec.Struct, frozen=True):
    """What stands on the first line of a game in a file; no part of its chain."""

    stream: str
    names: Mapping[str, str]
    """The name of each person by their id."""
    log: Any = None
    """The proofs by which the game is in a public log, as they stand there; None where it carries none."""


class Channel(msgspec.Struct, frozen=True):
    """A way to send messages to all others who have the journal open."""

    send: Callable[[bytes], None]
    """Sends bytes to the others, without waiting. Each of them gets them once at most, and perhaps not at all."""
    is_reliable: bool
    """Whether all others do get them, so that whoever gets nothing is alone."""


T_co = TypeVar("T_co", covariant=True)


class Batches(Protocol[T_co]):
    """What comes in non-empty batches, without end."""

    def __aiter__(self) -> AsyncIterator[tuple[T_co, ...]]:
        """Itself."""

    async def __anext__(self) -> tuple[T_co, ...]:
        """The next batch, as soon as there is one."""

    async def take_ready(self) -> tuple[T_co, ...]:
        """The next batch, if there is one already; none otherwise. What is stored is read, however long that takes."""


class Journal(Protocol):
    """An append-only store of streams. All methods are checkpoints. Used inside `async with open_journal(url)`.

    A stream's name is any text of 1 to 200 characters that can be printed, such as `table/abcde`. Everything raises
    Closed once the journal is closed, and Lost once the store has noticed that its file is no longer where it was.
    """

    @property
    def notices(self) -> tuple[Sentence, ...]:
        """Sentences for the operator about how it was opened; nearly always none."""

    @property
    def damage(self) -> Sentence | None:
        """A sentence for the operator once a part of the files could not be read (the rest goes on); else None."""

    @property
    def header(self) -> Header | None:
        """The first line of a journal in a file; None in other stores and before there is one."""

    async def append(
        self, stream: str, after: int, records: Sequence[Record], known: Callable[[], int] | None = None
    ) -> int:
        """Store the records of one decision, all or none, after record `after` (0: a new stream).

        The records are sealed by the caller (`journal.seal`), with seq after + 1, after + 2, ... No records at all
        only compare `after` with the head.

        With the `known` that the caller has given to `follow`, its follower is not woken for the records. Then `known`
        has to give their seq before the task waits again that has called this.

        Returns: the new head, once the records are durable. Followers are woken afterwards.
        Raises: Conflict (nothing was written), OutcomeUnknown, JournalError (nothing was written),
            ValueError for records that do not follow `after` by number or by hash, and for a stream that cannot be
            named so. Cancelled: the outcome is unknown.
        """

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> tuple[Record, ...]:
        """The records after `after`, in order, at most `limit`; none for a stream that does not exist.

        Raises: Damaged when a line is not a record or does not chain to the one before it.
        """

    def follow(
        self, stream: str, after: int = 0, known: Callable[[], int] | None = None
    ) -> AbstractAsyncContextManager[AsyncIterator[tuple[Record, ...]]]:
        """The records after `after`, as they come, in non-empty batches, without end.

        `known` gives the seq that the caller has reached by other means, such as by appending: records up to there are
        left out, and the follower is not woken for them. See also `append`.

        Records that other processes append are seen, too. A slow reader costs nothing and misses nothing.
        Waiting for the next batch may be cancelled and taken up again, and raises what `read` does.
        """

    async def head(self, stream: str) -> int:
        """The last seq of the stream; 0 when it does not exist."""

    async def streams(self, prefix: str = "", after: int = 0, limit: int = 100) -> Page:
        """A page of the streams whose names begin with `prefix`, the one that was opened last first.

        `after` is the `next` of the page before, 0 for the first page. A page costs the same however many other
        streams there are, if the prefix is empty or ends with the name's first slash; other prefixes cost the streams
        they leave out. Streams whose first or last record is damaged are left out, so that they do not hide the
        others, and the page is shorter; `read` says what is wrong with them.
        """

    def follow_all(self, position: int = 0) -> AbstractAsyncContextManager[Batches[Entry]]:
        """The records of all streams after `position`, as they come, in non-empty batches, without end.

        Within a stream they come in order. They are checked by their form, not by their chain, which `read` does.
        A damaged one is raised once, as Damaged with its position; the next batch begins after it.
        """

    async def drop(self, stream: str) -> None:
        """Remove a stream whole, durably; one that is not there is no error.

        Its followers get nothing more, even if an append begins it again. Positions of other records stay, and no
        position is ever given twice.
        """

    async def compact(self, *, whole: bool = True, within: float = math.inf) -> None:
        """Remove every byte of dropped streams from the store's files. Appends wait meanwhile.

        A large file takes seconds. Unless `whole` only what takes no longer than an append or two is done: then pieces
        may be left, and nothing is raised because of other processes. Where the files are not read through `within`
        so many seconds it is given up and nothing has changed; to write takes about as long again.

        Raises: JournalError when it was given up, or another process keeps the store from it; try again later.
        """

    async def is_compact(self) -> bool:
        """Whether no byte of a dropped stream is left, also after a crash between `drop` and `compact`."""

    async def note(self, header: Mapping[str, Any]) -> None:
        """Set what stands on the first line of an export: `names`, and any other fields but `stream`.

        Kept durably by a journal in a file, and by no other store. Raises: ValueError for what is no header;
            JournalError when it cannot be written.
        """

    def open_channel(self, receive: Callable[[bytes], None]) -> AbstractAsyncContextManager[Channel]:
        """A channel to all others who have the journal open, for as long as the block lasts. Nothing of it is stored.

        `receive` is called with each message of the others, any bytes, and perhaps with one's own; it must neither wait
        nor raise. With a journal in a file or in memory, only users of the same journal object are reached.
        """
