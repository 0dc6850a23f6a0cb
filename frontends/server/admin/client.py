"""What `parlour admin` does: says an order at the socket of a house, or one after the other, and shows the answers."""

import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from frontends.commands.environment import SOCKET, Misfit, beside, check_input, in_a_sentence, own_journal
from frontends.server.admin.protocol import Answer, read_answer
from frontends.server.admin.socket_path import reachable
from frontends.terminal.standard_streams import show, warn
from journal import JournalError


@contextmanager
def connected(path: Path) -> Iterator[Callable[[str], Answer]]:
    """What gives the house at a socket an order, and says what it answers.

    Raises: JournalError when no house is there, or when it ends instead of answering.
    """
    with socket.socket(socket.AF_UNIX) as line:
        try:
            with reachable(path) as name:
                line.connect(name)
        except OSError as error:
            raise JournalError(
                "No house listens at {path} ({why}): check that parlour serve runs on that journal, as this user.",
                path=path, why=error.strerror,
            ) from error  # fmt: skip
        answers = line.makefile(encoding="utf-8", errors="replace", newline="\n")

        def ask(order: str) -> Answer:
            with suppress(ConnectionError):  # it ended before it had read the order
                line.sendall(f"{order}\n".encode())
                if answer := read_answer(text[:-1] for text in answers if text.endswith("\n")):
                    return answer
            raise JournalError("The house closed before it answered: look at its log.")

        with answers:
            yield ask


def administer(journal: str, path: Path | None, words: Sequence[str]) -> int:
    """Give one order, or all that are typed."""

    def work() -> int:
        place = path or beside(journal or own_journal(), SOCKET)
        if place is None:
            raise Misfit("Only a journal in SQLite has a socket beside it: name the house's with --socket.")
        status = 0
        with connected(place) as ask:
            for order in [" ".join(_whole(words))] if words else _typed():
                answer = ask(order)
                for said in answer.lines:
                    show(said)
                if answer.refusal:
                    warn(answer.refusal)
                status = 1 if answer.refusal else 0
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
