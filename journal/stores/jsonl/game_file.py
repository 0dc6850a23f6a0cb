"""One game in a file of lines, opened: the blocking half of the journal in it (see `journal`)."""

import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

from journal.api import Damaged, Header, JournalError, Lost, OutcomeUnknown, Record
from journal.atomic_files import explained, lock, make_private, sync
from journal.chain import is_record, parse
from journal.game_lines import bare, read_header
from journal.header import BEGIN, LIMIT
from journal.sentences import Sentence, sentence


class GameFile:
    """The file. Raises JournalError for what the file or the disk refuses."""

    def __init__(self, path: Path, *, read_only: bool) -> None:
        """A file that is to be written is made if it is not there, and locked."""
        self.path, self.is_read_only = path, read_only
        self._place = path.absolute()
        self.header: Header | None = None
        self._line = b""
        self._size = 0
        self._last: Record | None = None
        self._is_torn = False
        flags = (os.O_RDONLY if read_only else os.O_RDWR) | os.O_NONBLOCK
        try:
            self._descriptor = os.open(path, flags | os.O_CLOEXEC) if read_only else _opened(path, flags)
        except OSError as error:
            raise explained(path, error) from error

    def close(self) -> None:
        """Close the file, and with it the lock."""
        os.close(self._descriptor)

    def load(self) -> tuple[tuple[Record, ...], tuple[Sentence, ...]]:
        """The records, and notices of what a crash has left. Raises: Damaged."""
        try:
            self._check_file()
            notices = self._load_header()
            records, rest = self._complete()
            if not rest or self.is_read_only:
                return records, notices
            self._cut()
        except OSError as error:
            raise explained(self.path, error) from error
        where = sentence("its first line")
        if self._line:
            where = sentence("record {seq}, which was never stored", seq=len(records) + 1)
        cut = sentence("{path} ended in the middle of {where}; that end was cut off.", path=self.path, where=where)
        return records, (*notices, cut)

    def _check_file(self) -> None:
        state = os.fstat(self._descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise JournalError("{path} is not a file; choose another.", path=self.path)
        if self.is_read_only:
            return
        lock(self.path, self._descriptor)
        if not self._is_in_place():
            raise JournalError("{path} has just been replaced; open it again.", path=self.path)
        if not state.st_size:
            sync(self.path.parent)

    def _is_in_place(self) -> bool:
        try:
            return os.path.samestat(os.fstat(self._descriptor), self._place.stat())
        except FileNotFoundError:
            return False

    def _check_in_place(self) -> None:
        if not self._is_in_place():
            raise Lost(
                "{path} was deleted, moved or replaced while it was open; put it back and start again.", path=self.path
            )

    def _load_header(self) -> tuple[Sentence, ...]:
        """Take in the first line, unless the file ends before its end: then nothing was ever stored."""
        begin = os.pread(self._descriptor, LIMIT + 1, 0)
        line, end, _ = begin.partition(b"\n")
        known = begin.rstrip(b"\0")[: len(BEGIN)]
        if not end and BEGIN.startswith(known) and len(begin) <= LIMIT:
            return ()
        self.header, notices = read_header(self.path, line)
        self._line, self._size = line + end, len(line + end)
        return notices

    def more(self) -> tuple[Record, ...]:
        """The records that another process has appended since the last look. Raises: Damaged."""
        try:
            self._check_in_place()
            size = os.fstat(self._descriptor).st_size
            if size < self._size:
                raise JournalError("{path} was shortened by another program; open it again.", path=self.path)
            if not self._line:
                self._load_header()
            return self._complete()[0] if size > self._size else ()
        except OSError as error:
            raise explained(self.path, error) from error

    def _complete(self) -> tuple[tuple[Record, ...], bytes]:
        """The records of the complete appends after those that are known, and the bytes after them."""
        text = os.pread(self._descriptor, os.fstat(self._descriptor).st_size - self._size, self._size)
        if not self._line:
            return (), text
        records: list[Record] = []
        previous, begin, complete, taken = self._last, 0, 0, 0
        while (end := text.find(b"\n", begin)) >= 0:
            previous = parse(self.path.name, bare(text[begin:end]), previous)
            records.append(previous)
            if not text.endswith(b" ", begin, end):
                complete, taken = end + 1, len(records)
            begin = end + 1
        self._check_torn(text[begin:], previous)
        self._last = records[taken - 1] if taken else self._last
        self._size += complete
        return tuple(records[:taken]), text[complete:]

    def _check_torn(self, rest: bytes, previous: Record | None) -> None:
        """Raises: Damaged unless an append that was cut short could have left `rest` after `previous`."""
        seq = previous.seq + 1 if previous else 1
        begin, written = b'{"seq":%d,"at":"' % seq, rest.rstrip(b"\0")
        if not begin.startswith(written[: len(begin)]):
            raise Damaged(self.path.name, seq, "it is not a record")
        if not rest.endswith(b" ") and is_record(self.path.name, bare(rest[:-1]), previous):
            raise Damaged(self.path.name, seq, "its line has another end")

    def append(self, records: Sequence[Record]) -> None:
        """Write records that follow the last one, durably when this returns. There must be a header."""
        text = b" \n".join(record.line for record in records) + b"\n"
        self._change(lambda: self._write(text, self._size))
        self._size += len(text)
        self._last = records[-1]

    def write_header(self, header: Header, line: bytes) -> None:
        """Write the first line: any in a file without records; over the old one, if it fits, in others."""
        if self._last is None:
            self._size, self._line = 0, b""
            try:
                self._change(lambda: self._write(line, 0))
            except JournalError:
                self.header = None  # The old line is gone, too: the next append writes one first.
                raise
            self._size, self._line = len(line), line
        elif (fitted := self._fitted(line)) != self._line:
            # Nothing but this line is touched, and its length stays.
            self._change(lambda: self._write(fitted, 0))
            self._line = fitted
        self.header = header

    def _fitted(self, line: bytes) -> bytes:
        text, room = line.rstrip(), len(self._line) - 1
        if len(text) > room:
            raise JournalError(
                "{path} has no more room on its first line; save the game to another file.", path=self.path
            )
        return text.ljust(room) + b"\n"

    def drop(self) -> None:
        """Remove all records, durably when this returns."""
        self._size, self._last = len(self._line), None
        self._change(self._cut)

    def _change(self, write: Callable[[], None]) -> None:
        try:
            self._check_in_place()
            if self._is_torn:
                self._cut()
            self._is_torn = True
            write()
            self._is_torn = False
            self._check_in_place()
        except OSError as error:
            why = explained(self.path, error)
            try:
                self._cut()
            except OSError:
                raise OutcomeUnknown("{why} The last records may not be stored.", why=why) from error
            raise why from error

    def _write(self, text: bytes, place: int) -> None:
        written = 0
        while written < len(text):
            written += os.pwrite(self._descriptor, text[written:], place + written)
        os.fsync(self._descriptor)

    def _cut(self) -> None:
        """Bring the file back to its last complete append."""
        os.ftruncate(self._descriptor, self._size)
        os.fsync(self._descriptor)
        self._is_torn = False


def _opened(path: Path, flags: int) -> int:
    """The descriptor of a file, which is made if it is not there."""
    try:
        return make_private(path, flags)
    except FileExistsError:
        return os.open(path, flags | os.O_CLOEXEC)
