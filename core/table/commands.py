"""What can be asked of a table, and the cause that is journaled with what came of it."""

from typing import TypeAlias

import msgspec

from core.table.events import Origin


class Open(msgspec.Struct, frozen=True, gc=False):
    """Open the table. What it is opened with stands in the event."""


class Sit(msgspec.Struct, frozen=True, gc=False):
    """Seat a person, or a computer player, at a free seat."""

    seat: int
    person: str = ""
    """The person's id; empty for a computer player."""
    bot: str = ""
    """The computer player's name; empty for a person."""
    luck: str = ""
    """What this seat adds to the chance."""
    muted: bool = False
    """Whether nobody else is shown the words of that luck, because the person may not talk."""
    early: bool = False
    """Whether the house knew that luck before it took the number of the seed."""
    sealed: str = ""
    """The digest of the luck, where that is to be revealed once all seats are taken; empty where it is given now."""
    program: bool = False
    """Whether that person is a program."""
    owner: str = ""
    """Of a program the id of the person who answers for it; empty for a guest's."""


class RevealLuck(msgspec.Struct, frozen=True, gc=False):
    """Say the luck that one has sealed."""

    nonce: str
    """In hexadecimal."""
    luck: str
    muted: bool = False
    """Whether nobody else is shown the words of that luck, because the person may not talk."""


class EndUnrevealed(msgspec.Struct, frozen=True, gc=False):
    """End a table at which sealed luck was not revealed in time, against those who have not."""


class Begin(msgspec.Struct, frozen=True, gc=False):
    """Begin the game, once the last seat is taken and all sealed luck is revealed."""


class Restore(msgspec.Struct, frozen=True, gc=False):
    """Go on with an exact copy of a game."""

    origin: Origin


class Move(msgspec.Struct, frozen=True, gc=False):
    """Play a move of the game, as it was typed."""

    text: str
    demo: bool = False
    """Whether the computer player chose it for the person."""


class Planned(msgspec.Struct, frozen=True, gc=False):
    """Play a move that was planned ahead: "if THEIRS then MINE"."""

    text: str
    """The move, as it was typed."""
    when: str
    """The condition that has come true."""
    plan: int
    """The number of its record in the stream of plans."""


class Substitute(msgspec.Struct, frozen=True, gc=False):
    """Play a move for the player whose seat it is."""

    text: str
    who: str
    """The computer player who has the seat."""


class AskStandIn(msgspec.Struct, frozen=True, gc=False):
    """Ask whether somebody may play for oneself, at once or when one has not moved for so many seconds."""

    bot: str
    """A computer player's name; empty for a person."""
    after: int = 0
    person: str = ""
    """A person's id; empty for a computer player."""


class AnswerStandIn(msgspec.Struct, frozen=True, gc=False):
    """Answer the other's wish to have somebody play for them."""

    yes: bool


class TakeSeatBack(msgspec.Struct, frozen=True, gc=False):
    """Take one's seat back."""


class AcceptStandIn(msgspec.Struct, frozen=True, gc=False):
    """Stand in for a player who asked for it. The house submits it, as the person has no seat."""

    seat: int
    person: str
    """The id of who accepts."""


class DeclineStandIn(msgspec.Struct, frozen=True, gc=False):
    """Decline to stand in for a player who asked for it. The house submits it."""

    seat: int
    person: str


class LendSeat(msgspec.Struct, frozen=True, gc=False):
    """Lend a seat to the stand-in who was agreed on, because its player has not moved for so long."""

    seat: int


class Resign(msgspec.Struct, frozen=True, gc=False):
    """Give up."""


class RunOut(msgspec.Struct, frozen=True, gc=False):
    """Report that a seat's time is up."""

    seat: int


class Pause(msgspec.Struct, frozen=True, gc=False):
    """Stop the clocks, because the last player has left the table."""


class Resume(msgspec.Struct, frozen=True, gc=False):
    """Start the clocks again. The time without a player at the table is not counted: since the pause, else since the
    last record."""


class Correct(msgspec.Struct, frozen=True, gc=False):
    """Count that time after all, because a player was at the table in another house."""


class GoAway(msgspec.Struct, frozen=True, gc=False):
    """Stop a player's clock for a vacation, until a time in seconds since the epoch."""

    seat: int
    until: int


class ComeBack(msgspec.Struct, frozen=True, gc=False):
    """Start a player's clock again before the end of the vacation."""

    seat: int


class Close(msgspec.Struct, frozen=True, gc=False):
    """End the table for everybody; nobody wins. Operators do that."""


class CloseUnbegun(msgspec.Struct, frozen=True, gc=False):
    """End a table whose game has not begun: a house does that where nobody comes."""


class Abandon(msgspec.Struct, frozen=True, gc=False):
    """Abandon the game: it was never begun, one plays alone, or the other does not come back."""


class SetWatching(msgspec.Struct, frozen=True, gc=False):
    """Say who may watch, and how many moves late."""

    policy: str
    """"open" or "invited"."""
    delay: int


class Admit(msgspec.Struct, frozen=True, gc=False):
    """Let a person watch a table that is not open to everybody."""

    person: str
    """The person's id."""


class Undo(msgspec.Struct, frozen=True, gc=False):
    """Take back one's last move: at once where that is free, else by asking."""


class Redo(msgspec.Struct, frozen=True, gc=False):
    """Make the move again that was taken back last."""

    whole_reset: bool = False
    """Whether all moves are made again at once when all were taken back at once. Records from before this could be
    said have it off, so that they are decided as they were."""


class Restart(msgspec.Struct, frozen=True, gc=False):
    """Take back everything."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """Answer the other's wish to take back a move."""

    yes: bool


class Mark(msgspec.Struct, frozen=True, gc=False):
    """Set a bookmark."""

    name: str
    muted: bool = False
    """Whether nobody else is shown its name, because the person may not talk."""


class Return(msgspec.Struct, frozen=True, gc=False):
    """Go back to a bookmark."""

    name: str


class TakeHint(msgspec.Struct, frozen=True, gc=False):
    """Ask for a hint; what it says is computed from the view, the record is for honest statistics."""


Command: TypeAlias = (
    # Given by the house alone:
    Open | Sit | Begin | Restore | RunOut | Pause | Resume | Correct | GoAway | ComeBack | LendSeat | AcceptStandIn
    | DeclineStandIn | Close | CloseUnbegun | EndUnrevealed
    # Given by a seat:
    | Move | Planned | Substitute | AskStandIn | AnswerStandIn | TakeSeatBack | Resign | Undo | Redo | Restart | Answer
    | Mark | Return | TakeHint | SetWatching | Admit | Abandon | RevealLuck
)  # fmt: skip

MOVES = (Move, Planned, Substitute)
"""The commands that play a move of the game, each with its `text`."""


class Cause(msgspec.Struct, frozen=True, gc=False):
    """What led to a decision; it stands in the decision's first record."""

    id: str
    """A name that no other decision has."""
    by: int | None
    """The seat that gave the command, counted from 0; None is the house."""
    seen: int
    """The number of the last record its giver had seen: the position the command was meant for."""
    command: Command
    stand_in: str = ""
    """The id of the person who gave it while standing in at that seat; empty where no person stood in."""
