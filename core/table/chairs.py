"""Who sits at a seat, who plays there meanwhile, and what each of them may do. Pure."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from core.game import Refused
from core.message import Message, Name, called, message
from core.table.commands import Answer, Cause, Command, Move, Substitute, TakeHint, TakeSeatBack
from core.table.events import SeatLent, SeatReturned, StandInAccepted, StandInAgreed, StandInDeclined

OF_STAND_INS = (Move, Answer, TakeHint, TakeSeatBack)
"""What a person may do who stands in; all else is for whose seat it is."""


TEACHER_NAME = "Teacher"
"""Who plays against the pupil in lessons, as records have it."""


def bot_called(bot: str) -> Name:
    """What a computer player is called: by the same name in every language, but for the teacher."""
    return message("Teacher") if bot == TEACHER_NAME else bot


@attrs.frozen
class Holder:
    """Somebody who plays at a seat: a person or a computer player; nobody, where both are empty."""

    person: str = ""
    """The person's id."""
    bot: str = ""
    """The computer player's name."""

    def __bool__(self) -> bool:
        return bool(self.person or self.bot)


NOBODY = Holder()


@attrs.frozen
class Chair:
    """Who sits at a seat: a person, a computer player, or nobody yet."""

    person: str = ""
    """The person's id."""
    bot: str = ""
    """The computer player's name."""
    luck: str = ""
    """What this seat added to the chance."""
    stand_in: Holder = NOBODY
    """Who plays for the person now."""
    agreed: Holder = NOBODY
    """Who will play for the person: at once, or after an absence."""
    after: int = 0
    """Seconds without a move of the person's after which they will."""
    accepted: bool = False
    """Whether the person among them has said that they will."""

    @property
    def holder(self) -> Holder:
        """Who plays here now: the stand-in, or whose seat it is."""
        return self.stand_in or Holder(self.person, self.bot)

    @property
    def people(self) -> frozenset[str]:
        """The ids of those who may see now what this seat sees: whose it is, and a person who stands in."""
        return frozenset({self.person, self.stand_in.person} - {""})

    @property
    def wanted(self) -> str:
        """The id of a person who is asked to stand in and has not answered yet; empty for none."""
        return "" if self.accepted else self.agreed.person

    def named(self, name_of: Callable[[str], str]) -> Name:
        """What to call who plays here, and for whom; `name_of` gives what somebody of an id is called."""
        if self.bot:
            return bot_called(self.bot)
        owner = name_of(self.person) if self.person else ""
        if not self.stand_in:
            return owner
        name = self.stand_in.bot or called(name_of(self.stand_in.person))
        return message("{name} for {owner}", name=name, owner=called(owner))

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.person or self.bot)


def owner_of(named: Name) -> Name:
    """Whose seat it is, of a name as `Chair.named` gives it."""
    owner = None if isinstance(named, str) else dict(named.args).get("owner")
    return owner if isinstance(owner, str | Message) else named


def stood_in(cause: Cause) -> Holder:
    """Who stood in at the seat that has decided; nobody, where the player did whose seat it is."""
    if isinstance(cause.command, Substitute):
        return Holder(bot=cause.command.who)
    return Holder(cause.stand_in)


def lent(chair: Chair, event: StandInAgreed | StandInAccepted | StandInDeclined | SeatLent | SeatReturned) -> Chair:
    """A chair after somebody was found to play for its person, or the person has it again."""
    match event:
        case StandInAgreed(_, bot, after, person):
            return attrs.evolve(chair, agreed=Holder(person, bot), after=after, accepted=False)
        case StandInAccepted():
            return attrs.evolve(chair, accepted=True)
        case StandInDeclined():
            return attrs.evolve(chair, agreed=NOBODY, after=0, accepted=False)
        case SeatLent(_, bot, person):
            return attrs.evolve(chair, stand_in=Holder(person, bot))
        case SeatReturned():
            return attrs.evolve(chair, stand_in=NOBODY, agreed=NOBODY, after=0, accepted=False)


def check_stand_in(chair: Chair, command: Command, person: str) -> None:
    """Raises Refused for what somebody may not do, or not any more, who plays for another."""
    if chair.stand_in.person != person:
        raise Refused("You do not play at that seat any more.")
    if not isinstance(command, OF_STAND_INS):
        raise Refused("That is for the player whose seat it is: you play for them.")


def check_holder(chair: Chair) -> None:
    """Raises Refused for a move of whose seat it is, while somebody else plays there."""
    if chair.stand_in.bot:
        raise Refused("{name} plays for you: type back to have your seat again.", name=chair.stand_in.bot)
    if chair.stand_in:
        raise Refused("Somebody else plays for you: type back to have your seat again.")
