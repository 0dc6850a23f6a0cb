"""The process that works on a database for another one: see `own_process`. It imports no trio, so that it is small.

It has one thread for each line, and ends with the last of them: when the process that started it has closed them, or
has died. What it has begun until then it finishes.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import struct
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from journal.api import JournalError
from journal.stores.sqlite.database import Database, open_database
from journal.stores.sqlite.opening import Place

LENGTH = struct.Struct("!I")
"""The number of bytes of a packet, which stands before it."""
Asked: TypeAlias = tuple[str, Any, Any]
"""The name of a method, and its arguments. A packet holds several, and what is answered as many `Answer`s."""
Answer: TypeAlias = tuple[Any, Exception | None]
"""What a method has returned, or raised."""
SWITCH_SECONDS = 0.0005
"""For which a thread may keep the interpreter while another wants it: reading long games must not delay commits."""


def packed(said: object) -> bytes:
    """A packet with its length."""
    packet = pickle.dumps(said, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(packet)) + packet


class _Store:
    """The database, once it is open."""

    def __init__(self) -> None:
        self._database: Database | None = None

    def serve(self, line: socket.socket) -> None:
        """Answer what is asked on a line, until its other end is closed."""
        # Where answers were not read, as those of a house that was killed, the other end is closed with an error.
        with line, line.makefile("rb") as questions, suppress(ConnectionError):
            while length := questions.read(LENGTH.size):
                asked: Sequence[Asked] = pickle.loads(questions.read(*LENGTH.unpack(length)))
                answers = [self._answer(*one) for one in asked]
                line.sendall(packed((answers, self._database and self._database.damage)))

    def _answer(self, name: str, arguments: Any, named: Any) -> Answer:
        """What a method returns, or raises."""
        try:
            return getattr(self if name == "open" else self._database, name)(*arguments, **named), None
        except Exception as fault:
            if not isinstance(fault, JournalError):
                fault.add_note(traceback.format_exc())  # For the log of the house, because where it was is lost.
            return None, fault

    def open(self, path: Path, patience: float, *, read_only: bool) -> Place:
        """Open the database; the answer is where its files are."""
        self._database = open_database(path, patience, read_only=read_only)
        return self._database.place


def main() -> None:
    """Work on a database for whoever has the other ends of the lines, whose numbers are the arguments."""
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, signal.SIG_IGN)  # They are for the house, which may have more to store before it ends.
    sys.setswitchinterval(SWITCH_SECONDS)
    store = _Store()
    lines = [socket.socket(fileno=int(number)) for number in sys.argv[1:]]
    threads = [threading.Thread(target=store.serve, args=(line,)) for line in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Nobody closes the files of a house that was killed: another one may have them by now.
    os._exit(0)


if __name__ == "__main__":
    main()
