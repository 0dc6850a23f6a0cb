"""A stream as a file of lines, a header and one record on each: exported, and imported without trusting any of it.

A journal in a file has the same lines, some with a blank at their end (see `file`), and is read like an export.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

from journal.api import Damaged, Header, JournalError, Record
from journal.chain import parse_all
from journal.header import NotHeader, Read, decoded, encoded
from journal.sentences import Sentence, sentence

LIMIT = 64 << 20
"""Bytes; some 200,000 records, far more than any game has."""

PRIVATE = 0o600
"""Games are for those who play them; files are made for their owner alone, whatever the umask says."""

_SENTENCES = {
    errno.ENOENT: sentence("There is no {path}; check the name."),
    errno.EACCES: sentence("{path} may not be used; change its permissions or choose another file."),
    errno.EPERM: sentence("{path} may not be used; change its permissions or choose another file."),
    errno.EROFS: sentence("{path} is on a disk that cannot be written; choose another file."),
    errno.ENOSPC: sentence("The disk of {path} is full; make space and try again."),
    errno.EDQUOT: sentence("You have no more space on the disk of {path}; make space and try again."),
    errno.EFBIG: sentence("{path} would become larger than this system allows; make room for it and try again."),
    errno.EISDIR: sentence("{path} is a directory; name a file in it."),
    errno.ENOTDIR: sentence("{path} lies in something that is no directory; choose another file."),
    errno.EEXIST: sentence("{path} exists already; choose another name or say that it shall be overwritten."),
    errno.EIO: sentence("The disk of {path} failed; make sure that it works and try again."),
}


def explained(path: Path, error: OSError) -> JournalError:
    """The system's error as a sentence for the operator."""
    if error.errno == errno.ENOENT and not path.parent.is_dir():
        return JournalError("There is no directory {directory}; make it first.", directory=path.parent)
    found = _SENTENCES.get(error.errno or 0)
    if found is None:
        return JournalError("{path} failed: {why}.", path=path, why=error.strerror)
    return JournalError(found.template, path=path)


@attrs.frozen
class Lines:
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
    if not text:
        raise JournalError("{path} is empty; choose a file that holds a game.", path=path)
    first, *lines = text.removesuffix(b"\n").split(b"\n")
    read = read_header(path, first)
    records = parse_all(path.name, map(bare, lines), None)
    if not records:
        raise JournalError("{path} holds no moves; choose a file that holds a game.", path=path)
    if not text.endswith(b"\n"):
        raise Damaged(path.name, len(records), "its line has no end")
    return Lines(read.header, records, torn_notices(path, read))


def read_header(path: Path, line: bytes) -> Read:
    """What the first line of a file says. Raises: JournalError."""
    try:
        return decoded(line)
    except NotHeader as what:
        raise JournalError("{path} {what}; {advice}.", path=path, what=what, advice=_advice(what)) from what


def _advice(what: NotHeader) -> Sentence:
    return sentence("update this one to open it") if what.is_newer else sentence("choose another file")


def torn_notices(path: Path, read: Read) -> tuple[Sentence, ...]:
    """What is to be said about a header that was read."""
    if not read.is_torn:
        return ()
    lost = sentence(
        "A crash has damaged the first line of {path}: the names of the persons are lost, the game is not.", path=path
    )
    return (lost,)


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
            "{path} is larger than {limit} bytes; no game is, so choose another file.", path=path, limit=limit
        )
    return text


def write_lines(path: Path, records: Iterable[Record], header: Mapping[str, Any], overwrite: bool = False) -> None:
    """Write a stream to a new file, durably: afterwards all of it is there, or nothing has changed.

    `header` has the `stream`, mostly the `names` by id, and whatever else is to be said. Only the user may read the
    file.

    Raises: JournalError, when the file exists (and may not be overwritten, or is open as a journal) or cannot be
        written; ValueError for what is no header.
    """
    text = encoded(header) + b"".join(record.line + b"\n" for record in records)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with _unused(path, overwrite):
            _write_synced(temporary, text)
            try:
                _put_in_place(temporary, path, overwrite)
            finally:
                temporary.unlink(missing_ok=True)
            sync_directory(path.parent)
    except OSError as error:
        raise explained(path, error) from error


@contextmanager
def _unused(path: Path, overwrite: bool) -> Iterator[None]:
    """Keep others from opening a file as a journal while it is replaced."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not path.exists():
        yield
        return
    if not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    with path.open("rb") as file:
        lock(path, file.fileno())
        yield


def lock(path: Path, descriptor: int) -> None:
    """Take a file for oneself for as long as it is open. Raises: JournalError when somebody else has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise JournalError("{path} is in use by another program; close the game there first.", path=path) from error


def _write_synced(path: Path, text: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, PRIVATE), "wb") as file:
        try:
            os.fchmod(file.fileno(), PRIVATE)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink(missing_ok=True)
            raise


def _put_in_place(temporary: Path, path: Path, overwrite: bool) -> None:
    if overwrite:
        temporary.replace(path)
    else:
        path.hardlink_to(temporary)  # Unlike a renaming this fails when somebody has made the file meanwhile.


def sync_directory(path: Path) -> None:
    """Make sure that a file made in a directory is still there after a power cut."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
