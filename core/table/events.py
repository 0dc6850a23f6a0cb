"""What can happen at a table, besides its game: names and fields are what the journal stores.

Persons stand here by their ids only; what they are called and what they say is in streams of their own, which can be
dropped without touching a game. No event inherits a field: the fields of a class are written in the order of their
names, but those of a base class after them, and a record must be written as it always was.

Nearly all are Structs: there are many, and those are made in a thirtieth of the time whenever the program starts. They
are written in order by being sorted. A position, which has an order of its own, must not be: so `Opened`, and what
stands in it, are none.
"""

from datetime import date
from typing import Annotated, Any, TypeAlias, get_args

import attrs
import msgspec
from msgspec import Meta

from core.table.clock import Clock

LONGEST_TEXT = 100
"""Characters of a luck, and of every other text that comes from outside."""
LONGEST_NAME = 24
"""Characters of a player's name or of a bookmark."""
WATCHING = ("open", "invited")
"""Who may watch: everybody, or only those whom a player admits."""
MOST_DELAY = 50
"""By how many moves watchers may be late, at the most."""
PROGRAMS = ("", "rated", "no")
"""Whether programs may sit at a table: yes, but a game with a person is not rated; yes, and it is; no."""
MOST_SEATS = 8
"""Seats that a table can have."""
LARGEST_BOOK = 1 << 20
"""Seeds that a seed book can have."""
LONGEST_CHAIN = 10_000
"""Days that a chain of secrets can have."""
MOST_PAIRS = 100_000
"""Pairs of games that a duel can have."""


SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
"""Counted from 0. A record may come from anywhere, so reading one checks this."""
PersonId: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9]{0,40}\Z")]
"""A person's id; empty for nobody."""


def _check_shown(*texts: str) -> None:
    """Raises ValueError unless screens can show texts as they are: lines without anything that moves a cursor."""
    for text in texts:
        if len(text) > LONGEST_TEXT or not text.isprintable():
            raise ValueError("it has a text that cannot be shown")


LESSON = "lesson"
"""What the table of a lesson names as the one that it was taken from."""


@attrs.frozen
class Origin:
    """Where a copy was taken from: a table, after one of its records; or the part of a lesson that it is."""

    table: str
    seq: int


HashText: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""32 bytes in hexadecimal."""
SealedText: TypeAlias = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
"""The same, or empty for luck that is not sealed."""


@attrs.frozen
class BookNumber:
    """Which seed of which book a table has, and what proves that the book's first record had fixed it."""

    id: Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,40}\Z")]
    """The book's."""
    number: Annotated[int, Meta(ge=0, lt=LARGEST_BOOK)]
    """The seed's number, from 0."""
    proof: Annotated[tuple[HashText, ...], Meta(max_length=20)]
    """That the seed's commitment is the leaf with that number, as in RFC 6962."""
    root: HashText
    """Over the commitments to all seeds of the book."""
    size: Annotated[int, Meta(ge=1, le=LARGEST_BOOK)]
    """How many seeds it has."""


DayText: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
"""A day in UTC, as in 2026-11-22."""


@attrs.frozen
class SealedDay:
    """Which day's daily deal a table has, and what proves that it was fixed before: a link of a hash chain."""

    beacon: HashText
    """What was published before: the hash of the secret of the first day."""
    day: DayText
    first: DayText
    """The first day of the chain."""
    secret: HashText
    """Of the day. Nobody outside the house knew it before the day began, and now everybody may."""

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.hashes <= LONGEST_CHAIN:
            raise ValueError("it has a day that is not one of its chain")

    @property
    def hashes(self) -> int:
        """How often the secret must be hashed to come to the beacon."""
        return (date.fromisoformat(self.day) - date.fromisoformat(self.first)).days + 1


@attrs.frozen
class SealedPair:
    """What proves that the seed of a pair was fixed before its duel began: its commitment is a leaf under the root."""

    proof: Annotated[tuple[HashText, ...], Meta(max_length=20)]
    """That the commitment is the leaf with the number of the pair, less 1, as in RFC 6962."""
    root: HashText
    """Over the commitments to the seeds of all pairs of the duel."""
    size: Annotated[int, Meta(ge=1, le=MOST_PAIRS)]
    """How many pairs it has."""


@attrs.frozen
class DuelGame:
    """Which game of a duel a table is. The two games of a pair have one house seed, and the seats exchanged."""

    id: Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,40}\Z")]
    """The duel's."""
    pair: Annotated[int, Meta(ge=1, le=MOST_PAIRS)]
    """Counted from 1."""
    game: Annotated[int, Meta(ge=1, le=2)]
    """In the first the side that was named first has the first seat."""
    sealed: SealedPair | None = None
    """Where the seed comes from in a duel that a house holds; None where who ran the duel drew it, as at home."""


@attrs.frozen
class Opened:
    """A table was opened: the first record of its stream. It holds the secret seed of the house."""

    table: str
    """Its id, so that no stream passes for another; an exact copy keeps that of the game it was made of."""
    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    house_seed: str
    """In hexadecimal; the seed of the deal itself where deals are numbered."""
    deal: int | None = None
    clock: Clock = 0
    """0 is no clock."""
    reserved: tuple[str, ...] = ()
    """By seat the id of the person for whom alone it is kept; empty for a seat that anybody may take."""
    origin: Origin | None = None
    """The game of which this one is a practice copy."""
    kept: int | None = None
    """Of a copy, the seat whose hand was kept; all that this seat could not see is dealt anew."""
    position: Any = None
    """Of a copy, the game's state from which it begins, as JSON; its hidden cards are dealt anew at the beginning."""
    book: BookNumber | None = None
    """Where the house seed comes from; None for numbered deals, copies and lessons, and for tables of before books."""
    daily: SealedDay | None = None
    """Whose deal it is, where that is the deal of a day which the house had sealed."""
    tournament: Annotated[str, Meta(pattern=r"\A[a-z0-9]{0,40}\Z")] = ""
    """The id of the tournament that it is a game of; empty for none."""
    programs: str = attrs.field(default="", validator=attrs.validators.in_(PROGRAMS))
    """Whether programs may sit here; see `PROGRAMS`."""
    duel: DuelGame | None = None
    """Which game of a duel it is."""


class Seated(msgspec.Struct, frozen=True, gc=False):
    """A seat was taken, by a person or a computer player."""

    seat: SeatNumber
    person: PersonId
    bot: str
    luck: str
    muted: bool = False
    """Whether nobody else is shown the words of that luck, because the person may not talk."""
    early: bool = False
    """Whether the house knew that luck before it took the number of the seed."""
    sealed: SealedText = ""
    """The digest of the luck, where that is revealed later; empty where it stands here."""
    program: bool = False
    """Whether that person is a program."""
    owner: PersonId = ""
    """Of a program the id of the person who answers for it; empty for a guest's."""

    def __post_init__(self) -> None:
        _check_shown(self.bot, self.luck)


class LuckRevealed(msgspec.Struct, frozen=True, gc=False):
    """A player told the luck that they had sealed, once all seats were taken."""

    seat: SeatNumber
    nonce: HashText
    luck: str
    muted: bool = False
    """Whether nobody else is shown the words of that luck, because the person may not talk."""

    def __post_init__(self) -> None:
        _check_shown(self.luck)


class Begun(msgspec.Struct, frozen=True, gc=False):
    """All seats were taken, and the game began. Its first events follow, unless it goes on from a position."""


class Restored(msgspec.Struct, frozen=True, gc=False):
    """This game is an exact copy of another up to here, and counts as played with help from now on."""

    origin: Origin


class Resigned(msgspec.Struct, frozen=True, gc=False):
    """A player gave up."""

    seat: SeatNumber


class RanOut(msgspec.Struct, frozen=True, gc=False):
    """A player's time for a move ran out."""

    seat: SeatNumber


class ClockPaused(msgspec.Struct, frozen=True, gc=False):
    """The last player has left the table in a house: the clocks are stopped."""


class ClockResumed(msgspec.Struct, frozen=True, gc=False):
    """A player has come to the table, and the clocks run on. The time in which they stood still does not count; where
    no house has recorded that they stood, because it was killed, the time since the last record does not."""


class ClockCorrected(msgspec.Struct, frozen=True, gc=False):
    """A player was at the table in another house all the while, so that time counts."""


class WentAway(msgspec.Struct, frozen=True, gc=False):
    """A player went on vacation: their clock stands still until then."""

    seat: SeatNumber
    until: int
    """Seconds since the epoch."""


class CameBack(msgspec.Struct, frozen=True, gc=False):
    """A player came back from a vacation before its end."""

    seat: SeatNumber


class StandInAsked(msgspec.Struct, frozen=True, gc=False):
    """A player asked whether a computer player, or another person, may play for them."""

    seat: SeatNumber
    bot: str
    """Empty for a person."""
    after: int
    """Seconds without a move of theirs after which somebody plays for them; 0 is at once."""
    person: PersonId = ""
    """Empty for a computer player."""

    def __post_init__(self) -> None:
        _check_shown(self.bot)


class StandInRefused(msgspec.Struct, frozen=True, gc=False):
    """The player who was asked said no."""

    seat: SeatNumber


class StandInAgreed(msgspec.Struct, frozen=True, gc=False):
    """Somebody may play for a player: at once, or once the player has not moved for so many seconds."""

    seat: SeatNumber
    bot: str
    after: int
    person: PersonId = ""

    def __post_init__(self) -> None:
        _check_shown(self.bot)


class StandInAccepted(msgspec.Struct, frozen=True, gc=False):
    """The person who was agreed on will play for the player."""

    seat: SeatNumber
    person: PersonId


class StandInDeclined(msgspec.Struct, frozen=True, gc=False):
    """The person who was agreed on would rather not."""

    seat: SeatNumber
    person: PersonId


class SeatLent(msgspec.Struct, frozen=True, gc=False):
    """A computer player, or another person, plays for a player from now on."""

    seat: SeatNumber
    bot: str
    person: PersonId = ""

    def __post_init__(self) -> None:
        _check_shown(self.bot)


class SeatReturned(msgspec.Struct, frozen=True, gc=False):
    """A player has their seat again, and whatever was agreed for an absence is over."""

    seat: SeatNumber


class TakebackAsked(msgspec.Struct, frozen=True, gc=False):
    """A player asked the other to let a move be taken back."""

    seat: SeatNumber


class TakebackRefused(msgspec.Struct, frozen=True, gc=False):
    """The player who was asked said no."""

    seat: SeatNumber


class TakenBack(msgspec.Struct, frozen=True, gc=False):
    """The game stands again as it stood after record `to`."""

    seat: SeatNumber
    to: int


class Redone(msgspec.Struct, frozen=True, gc=False):
    """What was taken back is in force again, up to record `to`."""

    seat: SeatNumber
    to: int


class Marked(msgspec.Struct, frozen=True, gc=False):
    """A player set a bookmark at the snapshot in force."""

    seat: SeatNumber
    name: str
    muted: bool = False
    """Whether nobody else is shown its name, because the person may not talk."""

    def __post_init__(self) -> None:
        _check_shown(self.name)


class Returned(msgspec.Struct, frozen=True, gc=False):
    """A player went back to a bookmark."""

    seat: SeatNumber
    name: str


class Hinted(msgspec.Struct, frozen=True, gc=False):
    """A player was given a hint."""

    seat: SeatNumber


class WatchingSet(msgspec.Struct, frozen=True, gc=False):
    """A player said who may watch, and how many moves late."""

    seat: SeatNumber
    policy: str
    delay: Annotated[int, Meta(ge=0, le=MOST_DELAY)]

    def __post_init__(self) -> None:
        if self.policy not in WATCHING:
            raise ValueError(self.policy)


class Admitted(msgspec.Struct, frozen=True, gc=False):
    """A player lets a person watch."""

    seat: SeatNumber
    person: Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,40}\Z")]


class Ended(msgspec.Struct, frozen=True, gc=False):
    """The game is over; the last record of a stream."""

    reason: str
    """One of the game's own, or of the table's: resigned, gave_up, timeout, unrevealed, closed."""
    winners: tuple[int, ...]
    """Seats, counted from 0."""
    figures: tuple[int, ...]
    """The numbers that belong to the reason."""


StandInEvent: TypeAlias = (
    StandInAsked | StandInRefused | StandInAgreed | StandInAccepted | StandInDeclined | SeatLent | SeatReturned
)
"""What happens about somebody who plays for a player."""
WentBack: TypeAlias = TakenBack | Redone | Returned
"""The game stands as it stood after another record."""
PositionEvent: TypeAlias = Opened | Begun | Restored | Resigned | RanOut | WentBack | Ended
"""What changes the position, and with it what a command means."""
TableEvent: TypeAlias = (
    PositionEvent | StandInEvent | Seated | LuckRevealed | ClockPaused | ClockResumed | ClockCorrected | WentAway
    | CameBack | TakebackAsked | TakebackRefused | Marked | Hinted | WatchingSet | Admitted
)  # fmt: skip
OF_TABLE: frozenset[type] = frozenset(get_args(TableEvent))
"""The classes of all of these; whatever else happens at a table is an event of its game."""
