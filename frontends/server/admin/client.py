"""What `parlour admin` does: says an order at the socket of a house, or one after the other, and shows the answers."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from frontends.commands.environment import Misfit, check_input, in_a_sentence, own_journal, socket_beside
from frontends.server.admin.protocol import Answer, Answers, Lines
from frontends.server.admin.socket_path import reachable
from frontends.terminal.standard_streams import show, warn
from journal import JournalError

READ_SIZE = 65536


class Line:
    """A connection to a house."""

    def __init__(self, path: Path) -> None:
        """Raises: JournalError when no house is there."""
        self._socket = socket.socket(socket.AF_UNIX)
        self._lines, self._answers = Lines(), Answers()
        try:
            with reachable(path) as name:
                self._socket.connect(name)
        except OSError as error:
            self._socket.close()
            raise JournalError(
                "No house listens at {path} ({why}): see that parlour serve runs on that journal, and as this user.",
                path=path, why=error.strerror,
            ) from error  # fmt: skip

    def ask(self, order: str) -> Answer:
        """What the house answers. Raises: JournalError when it ends instead."""
        with suppress(ConnectionError):  # it ended before it had read the order
            self._socket.sendall(f"{order}\n".encode())
            while piece := self._socket.recv(READ_SIZE):
                for line in self._lines.feed(piece):
                    if (answer := self._answers.read(line)) is not None:
                        return answer
        raise JournalError("The house has closed before it answered; look into its log.")

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def administer(journal: str, path: Path | None, words: Sequence[str]) -> int:
    """Give one order, or all that are typed."""

    def work() -> int:
        place = path or socket_beside(journal or own_journal())
        if place is None:
            raise Misfit("Only a journal in SQLite has a socket beside it: name the house's with --socket.")
        line, status = Line(place), 0
        try:
            for order in [" ".join(_whole(words))] if words else _typed():
                answer = line.ask(order)
                for said in answer.lines:
                    show(said)
                if answer.refusal:
                    warn(answer.refusal)
                status = 1 if answer.refusal else 0
        finally:
            line.close()
        return status

    return in_a_sentence(work)


def _whole(words: Sequence[str]) -> list[str]:
    """The words, the file of a snapshot by its whole path: the house runs somewhere else."""
    if len(words) > 1 and words[0] == "snapshot":
        return [words[0], str(Path(words[1]).absolute()), *words[2:]]
    return list(words)


def _typed() -> Iterator[str]:
    check_input("type the order after parlour admin")
    is_person = sys.stdin.isatty()
    while True:
        if is_person:
            sys.stdout.write("admin> ")
            sys.stdout.flush()
        line = sys.stdin.readline()
        if not line or line.strip() in ("quit", "exit"):
            return
        if line.strip():
            yield " ".join(_whole(line.split()))
