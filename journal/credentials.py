"""What stands in a file because a command line is no place for it: `ps` shows that to everybody on the machine."""

import os
from pathlib import Path

from journal.api import JournalError

LONGEST = 1 << 16
"""Bytes that are read of such a file."""


def read_credential(path: Path) -> str:
    """The one line of a file, without blanks around it. Raises: JournalError when it does not hold exactly one."""
    path = path.expanduser()
    try:
        with path.open("rb") as file:
            lines = file.read(LONGEST).decode().split("\n")
    except UnicodeDecodeError:
        lines = []
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise JournalError("{path} cannot be read: {why}.", path=path, why=why) from error
    found = [line.strip() for line in lines if line.strip()]
    if len(found) != 1 or not found[0].isprintable():
        raise JournalError("{path} must hold one line of text and nothing else.", path=path)
    return found[0]


def without_secrets(url: str) -> str:
    """The URL of a journal as it may be shown: without user, password and token."""
    scheme, at, rest = url.rpartition("@")
    return f"{scheme.partition('//')[0]}//{rest}" if at and "://" in scheme else url
