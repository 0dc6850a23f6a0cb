"""The private key of a log or a witness, in a file for its owner alone. Blocks."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.base.game import Refused
from core.public_log.formats.signed_notes import KEY_BYTES, PrivateKey, check_possible, is_name, read_private_key
from journal import JournalError
from journal.atomic_files import explained, lock, placed


@contextmanager
def opened_key(path: Path, type: int, name: str) -> Iterator[PrivateKey]:
    """The key in a file, which nobody else may use meanwhile; a new one of this name where there is no file.

    Raises: Refused, also for another name than that of the key; JournalError.
    """
    check_possible()
    if not path.exists():
        _make(path, type, name)
    try:
        with path.open("r+b") as file:
            _take(path, file.fileno())
            key = read_private_key(file.read(1000).decode(errors="replace"))
            if key.type != type or name not in ("", key.name):
                raise Refused("The key in {path} is that of {name}.", path=str(path), name=key.name)
            yield key
    except OSError as error:
        if error.filename != str(path):
            raise
        raise explained(path, error) from error


def read_key(path: Path) -> PrivateKey | None:
    """The key in a file, to sign what does not depend on what was signed before; None where there is no file.

    Raises: Refused, JournalError.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(1000)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise explained(path, error) from error
    return read_private_key(raw.decode(errors="replace"))


def _take(path: Path, descriptor: int) -> None:
    try:
        lock(path, descriptor)
    except JournalError as error:
        raise Refused("Another program signs with {path}: end it first.", path=str(path)) from error


def _make(path: Path, type: int, name: str) -> None:
    if not name:
        raise Refused("This log has no name yet: give it one for good, such as --name parlour.example.org/log")
    if not is_name(name):
        raise Refused("A log cannot be called {name}: its name has no blanks and no plus signs.", name=name)
    with placed(path) as temporary:
        temporary.write_text(PrivateKey(name, type, secrets.token_bytes(KEY_BYTES)).text + "\n")
