"""Who sits at a seat, and who moves there meanwhile. Pure."""

from __future__ import annotations

import attrs

from core.table.events import SeatLent, SeatReturned, StandInAgreed


@attrs.frozen
class Chair:
    """Who sits at a seat: a person, a computer player, or nobody yet."""

    person: str = ""
    """The person's id."""
    bot: str = ""
    """The computer player's name."""
    luck: str = ""
    """What this seat added to the chance."""
    stand_in: str = ""
    """The computer player who plays for the person now; empty for none."""
    agreed: tuple[str, int] = ("", 0)
    """The computer player who will play once the person has not moved for so many seconds."""

    @property
    def mover(self) -> str:
        """The computer player who moves here now; empty for the person."""
        return self.bot or self.stand_in

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.person or self.bot)


def lent(chair: Chair, event: StandInAgreed | SeatLent | SeatReturned) -> Chair:
    """A chair after somebody was found to play for its person, or the person has it again."""
    match event:
        case StandInAgreed(_, bot, after):
            return attrs.evolve(chair, agreed=(bot, after))
        case SeatLent(_, bot):
            return attrs.evolve(chair, stand_in=bot)
        case SeatReturned():
            return attrs.evolve(chair, stand_in="", agreed=("", 0))
