"""Files that are there whole or not at all, for their owner alone; and the system's errors in sentences."""

import errno
import fcntl
import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from journal.api import JournalError
from journal.sentences import sentence

PRIVATE = 0o600
"""Games are for those who play them; files are made for their owner alone, whatever the umask says."""

_SENTENCES = {
    errno.ENOENT: sentence("{path} does not exist; check the name."),
    errno.EACCES: sentence("You may not use {path}; change its permissions or choose another file."),
    errno.EROFS: sentence("{path} is on a read-only disk; choose another file."),
    errno.ENOSPC: sentence("The disk of {path} is full; make space and try again."),
    errno.EDQUOT: sentence("You have no more space on the disk of {path}; make space and try again."),
    errno.EFBIG: sentence("{path} would become larger than this system allows; raise that limit and try again."),
    errno.EMFILE: sentence("Too many files are open; raise the limit (ulimit -n) and try again."),
    errno.ENAMETOOLONG: sentence("The name of {path} is too long; choose a shorter one."),
    errno.EISDIR: sentence("{path} is a directory; name a file in it."),
    errno.ENOTDIR: sentence("{path} is not inside a directory; choose another file."),
    errno.EEXIST: sentence("{path} exists already; choose another name, or ask to overwrite it."),
    errno.EIO: sentence("The disk of {path} failed; check that it works and try again."),
}


def explained(path: Path, error: OSError) -> JournalError:
    """The system's error as a sentence for the operator."""
    if error.errno == errno.ENOENT and not path.parent.is_dir():
        return JournalError("The directory {directory} does not exist; make it first.", directory=path.parent)
    code = errno.EACCES if error.errno == errno.EPERM else error.errno or 0
    found = _SENTENCES.get(code)
    if found is None:
        return JournalError("{path} failed: {why}.", path=path, why=error.strerror)
    return JournalError(found.template, path=path)


@contextmanager
def placed(path: Path, overwrite: bool = False) -> Iterator[Path]:
    """An empty file beside `path` for the block to write to; what it has written is synced and then put at `path`.

    So all of it is there afterwards, or nothing has changed, also when the block raises.

    Raises: JournalError, when there is a file (and it may not be overwritten, or is open as a journal), and for what
        the system refuses, in the block, too.
    """
    # Before the file is opened: a process that closes a file gives up all locks that SQLite has on it.
    if Path(f"{path}-wal").exists():
        raise JournalError("{path} is a journal in use, or its log was left behind; choose another name.", path=path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with _unused(path, overwrite):
            _sweep(path)
            try:
                temporary.unlink(missing_ok=True)
                os.close(make_private(temporary, os.O_WRONLY))
                yield temporary
                sync(temporary)
                if overwrite:
                    temporary.replace(path)
                else:
                    path.hardlink_to(temporary)  # Unlike a renaming this fails when somebody has made the file by now.
            finally:
                temporary.unlink(missing_ok=True)
            sync(path.parent)
    except OSError as error:
        raise explained(path, error) from error


def _sweep(path: Path) -> None:
    """Remove what processes that were killed have left beside a file."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        process = left.name.removesuffix(".tmp").rpartition(".")[2]
        if process.isdecimal() and not _runs(int(process)):
            left.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@contextmanager
def _unused(path: Path, overwrite: bool) -> Iterator[None]:
    """Keep others from opening a file as a journal while it is replaced."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not path.exists():
        yield
        return
    if not path.is_file():  # whoever may replace a device, such as /dev/null, would take it from everybody
        raise JournalError("{path} is not a file; choose another.", path=path)
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
        raise JournalError("Another program uses {path}; close the game there first.", path=path) from error


def make_private(path: Path, flags: int) -> int:
    """The descriptor of a new file for its owner alone. Raises: FileExistsError, OSError."""
    descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE)
    with suppress(OSError):
        os.fchmod(descriptor, PRIVATE)
    return descriptor


def sync(path: Path) -> None:
    """Have what a file holds still there after a power cut; of a directory, the files that were made in it."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
