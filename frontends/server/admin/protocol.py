r"""What is said at the operators' socket, without I/O: a line for each order, and an answer to each.

    > ban 192.0.2.0/24 for 2 days
    < | 192.0.2.0/24 may not come in until 2026-11-24 20:15 UTC.
    < ok
    > close xyzzy
    < no There is no table xyzzy: type list for those there are.

Lines are UTF-8 and end with \n. An answer has any number of lines that begin with a bar and a blank, and ends with `ok`
alone, or with `no` and why nothing was done.
"""

from __future__ import annotations

from collections.abc import Sequence

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


@attrs.define
class Answers:
    """Reads answers from their lines."""

    _lines: list[str] = attrs.field(factory=list)

    def read(self, line: str) -> Answer | None:
        """The answer that ends with this line; None as long as it goes on."""
        if line.startswith(SAYS):
            self._lines.append(line.removeprefix(SAYS))
            return None
        lines, self._lines = tuple(self._lines), []
        return Answer(lines, line.removeprefix(REFUSED) if line.startswith(REFUSED) else "")
