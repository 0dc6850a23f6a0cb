r"""What is said at the operators' socket, without I/O: a line for each order, and an answer to each.

    > ban 192.0.2.0/24 for 2 days
    < | 192.0.2.0/24 may not come in until 2026-11-24 20:15 UTC.
    < ok
    > close xyzzy
    < no There is no table xyzzy: type list for those there are.

Lines are UTF-8 and end with \n. An answer has any number of lines that begin with a bar and a blank, and ends with `ok`
alone, or with `no` and why nothing was done.
"""

from collections.abc import Iterable, Sequence

import attrs

LONGEST_LINE = 4096
"""Bytes of an order; a longer one ends the connection."""
SAYS, DONE, REFUSED = "| ", "ok", "no "


class TooLong(Exception):
    """A line has no end in sight."""


@attrs.define
class Lines:
    """Cuts what comes in pieces into lines."""

    _rest: bytes = b""

    def feed(self, piece: bytes) -> list[str]:
        """The lines that are complete now, without their ends. Raises: TooLong."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        if len(self._rest) > LONGEST_LINE or any(len(line) > LONGEST_LINE for line in lines):
            raise TooLong
        return [line.decode(errors="replace").removesuffix("\r") for line in lines]


def answer(lines: Sequence[str], refusal: str = "") -> bytes:
    """What is said to an order; `refusal` is why nothing was done."""
    said = [SAYS + part for line in lines for part in (line.splitlines() or [""])]
    said.append(REFUSED + " ".join(refusal.split()) if refusal else DONE)
    return "".join(f"{line}\n" for line in said).encode()


@attrs.frozen
class Answer:
    """What was answered, read again."""

    lines: tuple[str, ...]
    refusal: str = ""


def read_answer(lines: Iterable[str]) -> Answer | None:
    """The answer that lines begin with; None where they end before it does."""
    said: list[str] = []
    for line in lines:
        if not line.startswith(SAYS):
            return Answer(tuple(said), line.removeprefix(REFUSED) if line.startswith(REFUSED) else "")
        said.append(line.removeprefix(SAYS))
    return None
