"""Sealed luck at a seat: the ticket that the house gives for it, and revealing it.

Who seals keeps the ticket before they reveal anything: with it `parlour verify` says later whether a game is the one
for which they had sealed.
"""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import message
from core.live.sealed_luck import left
from core.sessions.at_table.play import check_owner
from core.sessions.at_table.seat import Seat
from core.table import RevealLuck, is_sealed_by
from core.table.sealed_luck import NOT_SEALED, OTHER_LUCK

NO_TICKET = message("This house gives no tickets: it has no key, which parlour log makes.")


def is_sealed(seat: Seat) -> bool:
    """Whether the person has sealed luck here that they have not revealed."""
    return seat.number is not None and seat.live.table.chairs[seat.number].is_unrevealed


def seconds_left(seat: Seat) -> float | None:
    """How long the person has to reveal their luck, in seconds; None while they need not, or cannot yet."""
    return max(0.0, left(seat.live)) if seat.view.is_revealing and is_sealed(seat) else None


async def ticket(seat: Seat) -> str:
    """The house's signature over the table, its number, and the digest the person has sealed: a signed note.

    Raises: Refused where they have sealed nothing, or the house has no key; JournalError.
    """
    check_owner(seat)
    number, table = seat.number, seat.live.table
    if number is None or not table.chairs[number].sealed:
        raise Refused(NOT_SEALED)
    given = await seat.session.service.tickets.ticket(table, number)
    if not given:
        raise Refused(NO_TICKET)
    return given


async def reveal(seat: Seat, nonce: str, luck: str) -> None:
    """Say what the person has sealed; `nonce` is in hexadecimal. The last to do so begins the game.

    To say it again, after a lost answer or a restart of the house, changes nothing.

    Raises: Refused, JournalError.
    """
    check_owner(seat)
    live, chair = seat.live, seat.live.table.chairs[seat.acting().seat]
    if not chair.revealed:
        await seat.submit(RevealLuck(nonce, luck, bool(luck) and seat.session.is_muted))
    elif not is_sealed_by(chair, nonce, luck):
        raise Refused(OTHER_LUCK)
    await live.begin_if_ready()
