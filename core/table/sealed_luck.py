"""Sealed luck: what a seat's own client reveals only when all sit, so that nobody could choose by it. Pure.

Who seals gives a digest of their luck when they sit down. Once every seat is taken each reveals, and then the game
begins. Who does not reveal within `REVEAL_WITHIN` seconds has lost, as who resigns: else somebody who knows the house
seed could look at the deal first, and leave where it does not please them.

At a table where not all can seal, as over telnet, the others give their luck in clear when they sit down, and nothing
else changes: all luck is fixed before the first that was sealed becomes known. So who seals is safe from all others,
the house included, whatever those do; who does not can rely on the house's word alone. A computer player gives no luck.
"""

from core.base.chance import LONGEST_LUCK, NONCE_BYTES, sealed_luck
from core.base.durations import MINUTE
from core.base.game import Refused
from core.base.message import message
from core.table import commands, events
from core.table.state import Chair, Table

REVEAL_WITHIN = 1 * MINUTE
"""Seconds that players have to reveal their luck, from when the last seat is taken."""
UNREVEALED = "unrevealed"
"""Why a game is over that never began because somebody did not reveal their luck in time. The winners are those who
did, or had sealed none; the figures are the seats of the others."""

NO_BOOK = message("Luck can be sealed only where the seed is from a book: give it as luck.")
NOT_SEALED = message("You have sealed no luck here.")
NOT_ALL_SIT = message("Wait until every seat is taken, then reveal your luck.")
REVEALED_ALREADY = message("Your luck is revealed already.")
OTHER_LUCK = message("That is not the luck you sealed: the digest is SHA-256 of nonce and luck.")
REVEALING = message("The game begins as soon as all sealed luck is revealed, within a minute.")


def check_luck(luck: str) -> None:
    """Raises: Refused for what no seat can add to the chance."""
    if len(luck) > LONGEST_LUCK or not luck.isprintable():
        raise Refused("Luck is a line of at most {most} characters.", most=LONGEST_LUCK)


def check_given(table: Table, sit: commands.Sit) -> None:
    """Raises: Refused for luck with which nobody can sit down there."""
    check_luck(sit.luck)
    if sit.bot and (sit.luck or sit.sealed) and table.setup.book is not None:
        raise Refused("A computer player gives no luck.")
    if sit.sealed and sit.luck:
        raise Refused("Luck is sealed or given now, not both.")
    if sit.sealed and table.setup.book is None:
        raise Refused(NO_BOOK)


def decide_reveal(table: Table, seat: int, reveal: commands.RevealLuck) -> tuple[events.LuckRevealed]:
    """A seat says what it had sealed. Raises: Refused."""
    chair = table.chairs[seat]
    if not chair.sealed:
        raise Refused(NOT_SEALED)
    if chair.revealed:
        raise Refused(REVEALED_ALREADY)
    if not table.is_full:
        raise Refused(NOT_ALL_SIT)
    check_luck(reveal.luck)
    if not is_sealed_by(chair, reveal.nonce, reveal.luck):
        raise Refused(OTHER_LUCK)
    return (events.LuckRevealed(seat, reveal.nonce, reveal.luck, reveal.muted),)


def is_sealed_by(chair: Chair, nonce: str, luck: str) -> bool:
    """Whether that is the luck that was sealed at a seat; the nonce in hexadecimal, small letters."""
    try:
        raw = bytes.fromhex(nonce)
    except ValueError:
        return False
    return len(raw) == NONCE_BYTES and raw.hex() == nonce and sealed_luck(raw, luck) == chair.sealed


def decide_unrevealed(table: Table, at: float) -> tuple[events.Ended]:
    """The table ends against those who did not reveal in time. Raises: Refused."""
    late = table.unrevealed
    if not (table.is_full and late) or at < table.full_at + REVEAL_WITHIN:
        raise Refused("Nobody is late in revealing their luck.")
    winners = tuple(seat for seat in range(len(table.chairs)) if seat not in late)
    return (events.Ended(UNREVEALED, winners, late),)
