"""A stream as a file of lines, a header and one record on each: exported, and imported without trusting any of it.

A journal in a file has the same lines, some with a blank at their end (see `stores.jsonl`), and is read like an export.
"""

import errno
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from journal.api import Damaged, Header, JournalError, Record
from journal.atomic_files import explained, placed
from journal.chain import parse_all
from journal.header import NotHeader, decoded, encoded
from journal.sentences import Sentence, sentence

LIMIT = 64 << 20
"""Bytes; some 200,000 records, far more than any game has."""

_DATABASE = b"SQLite format 3\0"
"""What the files of SQLite begin with."""


class Lines(Struct, frozen=True):
    """A game in a file."""

    header: Header
    records: tuple[Record, ...]
    notices: tuple[Sentence, ...] = ()
    """What is to be said about reading it, in sentences; nearly always nothing."""


def read_lines(path: Path, limit: int = LIMIT) -> Lines:
    """The stream in a file, whole and checked; `limit` is the size in bytes above which it is not even read.

    Raises: Damaged for the first line that is not the record it must be; JournalError.
    """
    try:
        text = _read(path, limit)
    except OSError as error:
        raise explained(path, error) from error
    return lines_of(path, text)


def lines_of(path: Path, text: bytes) -> Lines:
    """The stream in a text that is called so, whole and checked. Raises: as `read_lines`."""
    if not text:
        raise JournalError("{path} is empty; choose a file that holds a game.", path=path)
    first, *lines = text.removesuffix(b"\n").split(b"\n")
    header, notices = read_header(path, first)
    records = parse_all(path.name, map(bare, lines), None)
    if not records:
        raise JournalError("{path} has no moves in it; choose a file that holds a game.", path=path)
    if not text.endswith(b"\n"):
        raise Damaged(path.name, len(records), "its line has no end")
    return Lines(header, records, notices)


def read_header(path: Path, line: bytes) -> tuple[Header, tuple[Sentence, ...]]:
    """What the first line of a file says, and notices of what a crash has left of it. Raises: JournalError."""
    try:
        header, is_torn = decoded(line)
    except NotHeader as what:
        advice = sentence("update this one to open it") if what.is_newer else sentence("choose another file")
        raise JournalError("{path} {what}; {advice}.", path=path, what=what, advice=advice) from what
    if not is_torn:
        return header, ()
    lost = sentence("A crash damaged the first line of {path}: the names are lost, but not the game.", path=path)
    return header, (lost,)


def bare(line: bytes) -> bytes:
    """A line of a file without the blank that says that its decision goes on."""
    return line[:-1] if line.endswith(b" ") else line


def _read(path: Path, limit: int) -> bytes:
    # Without waiting for the other end, should it be a pipe.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        state = os.fstat(file.fileno())
        if stat.S_ISDIR(state.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(state.st_mode):
            raise JournalError("{path} is not a file; choose another.", path=path)
        text = file.read(limit + 1)
    if len(text) > limit:
        raise JournalError(
            "{path} is larger than {limit} bytes, too large for a game; choose another file.", path=path, limit=limit
        )
    return text


def text_of(records: Iterable[Record], header: Mapping[str, Any]) -> bytes:
    """A stream as text, which `lines_of` reads; for `header` see `write_lines`."""
    return encoded(header) + b"".join(record.line + b"\n" for record in records)


def write_lines(path: Path, records: Iterable[Record], header: Mapping[str, Any], overwrite: bool = False) -> None:
    """Write a stream to a new file, durably: afterwards all of it is there, or nothing has changed.

    `header` has the `stream`, mostly the `names` by id, and whatever else is to be said. Only the user may read the
    file.

    Raises: JournalError, when the file exists (and may not be overwritten, is open as a journal or is a database) or
        cannot be written; ValueError for what is no header.
    """
    text = text_of(records, header)
    with placed(path, overwrite) as temporary:
        if path.exists():
            _check_is_no_database(path)
        temporary.write_bytes(text)


def _check_is_no_database(path: Path) -> None:
    """Raises: JournalError for what SQLite has written: the journal of a whole house may be named by mistake."""
    with path.open("rb") as file:
        is_database = file.read(len(_DATABASE)) == _DATABASE
    if is_database:
        what = sentence("is not a Parlour game")
        raise JournalError("{path} {what}; {advice}.", path=path, what=what, advice=sentence("choose another file"))
