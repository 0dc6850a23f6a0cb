"""Tickets: what a house signs for who has sealed luck, before they reveal it. Pure.

A ticket is a signed note by the key of the house's log, with the text

    parlour ticket 1
    table ceepv
    book k3m9x2pq
    number 17
    root 5d...
    seat 0
    sealed 9f...

in which root and digest have 64 hexadecimal digits. No log has a name with a blank in it, so it is never taken for a
checkpoint. Whoever has it can prove that the house had fixed the seed of that table before it knew their luck.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from core.base.game import Refused
from core.public_log.formats.signed_notes import SIGNS, Note, PrivateKey, PublicKey, read_note, signers_of
from core.table import BookNumber

_FORM = re.compile(
    r"parlour ticket 1\ntable ([a-z0-9]{1,40})\nbook ([a-z0-9]{1,40})\nnumber (0|[1-9][0-9]{0,7})\n"
    r"root ([0-9a-f]{64})\nseat ([0-7])\nsealed ([0-9a-f]{64})\n"
)


@attrs.frozen
class Ticket:
    """What is signed."""

    table: str
    """The table's id."""
    book: str
    """The book's id."""
    number: int
    root: str
    seat: int
    """Counted from 0."""
    sealed: str
    """The digest of the luck."""

    @property
    def text(self) -> str:
        """As it is signed."""
        return (
            f"parlour ticket 1\ntable {self.table}\nbook {self.book}\nnumber {self.number}\nroot {self.root}\n"
            f"seat {self.seat}\nsealed {self.sealed}\n"
        )

    def signed(self, key: PrivateKey) -> Note:
        """With the signature of the house."""
        return Note(self.text, (key.sign(self.text),))


def ticket_for(table: str, number: BookNumber, seat: int, sealed: str) -> Ticket:
    """The ticket for a seat that has sealed luck, at the table that was opened with that id."""
    return Ticket(table, number.id, number.number, number.root, seat, sealed)


def read_ticket(raw: bytes, key: PublicKey) -> Ticket:
    """A ticket that the house with this key has signed. Raises: Refused."""
    if key.type != SIGNS:
        raise Refused("The key of a log is not the key of a witness: exchange the two.")
    note = read_note(raw)
    found = _FORM.fullmatch(note.text)
    if found is None:
        raise Refused("That is not a ticket.")
    if not signers_of(note, [key]):
        raise Refused("That ticket is not signed by {name}.", name=key.name)
    table, book, number, root, seat, sealed = found.groups()
    return Ticket(table, book, int(number), root, int(seat), sealed)


def check_ticket(ticket: Ticket, table: str, number: BookNumber | None, sealed: Sequence[str]) -> None:
    """Raises Refused where a game is not the one of a ticket.

    Args:
        ticket: whose signature was checked.
        table: the id with which the game was opened.
        number: where its seed is from; None where that is from no book.
        sealed: the digests of luck by seat, empty for luck that was not sealed.
    """
    if table != ticket.table:
        raise Refused(
            "This is not the game of the ticket: that is of table {id}, this is {other}.", id=ticket.table, other=table
        )
    if number is None or (number.id, number.number, number.root) != (ticket.book, ticket.number, ticket.root):
        raise Refused(
            "This is not the game of the ticket: its seed is not number {number} of book {book}.",
            number=ticket.number, book=ticket.book,
        )  # fmt: skip
    if ticket.seat >= len(sealed) or sealed[ticket.seat] != ticket.sealed:
        seat = ticket.seat + 1
        raise Refused("This is not the game of the ticket: other luck is sealed at seat {number}.", number=seat)
