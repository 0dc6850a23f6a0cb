"""What houses say to one another, as values and as bytes. Whatever comes may be wrong: it is read strictly, or not.

A letter tells of a visit what `who` may show, and the ids by which the visits of one person and of one table are
found. What is not known, a kind of letter or a field, may be that of a newer house; it is passed over.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from core.base.text import clean
from core.people.talk import LONGEST_TEXT

LONGEST = 60_000
"""Bytes of a letter."""
LONGEST_NAME = 24
MOST_GAPS = 4
ON_A_PAGE = 100
"""Visits that one letter tells of."""
MOST_PAGES = 100

House = Annotated[str, Meta(pattern="^[a-z0-9]{4,20}$")]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,40}$")]
"""Of a person or a table; empty for none."""
Number = Annotated[int, Meta(ge=0, le=2**53)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Time = Annotated[float, Meta(ge=0, le=1e12)]
"""In seconds since the epoch, by the clock of a house."""
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class Seen(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A visit, as other houses know it."""

    number: Number
    """What its house calls it."""
    name: Name
    person: Id = ""
    is_guest: bool = False
    table: Id = ""
    game: Id = ""
    """The name of the game that is played there."""
    seats: Annotated[tuple[Seat, ...], Meta(max_length=8)] = ()
    rank: Number = 0
    """See `Present.rank`."""
    age: Seconds = 0.0
    """Since when the person is here, in seconds."""
    idle: Seconds = 0.0
    """For how long they have done nothing, in seconds; 0 for who does something."""
    stands_in: bool = False
    is_program: bool = False


class Words(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that is told: which sentence of `relayed_messages.CALLS`, and what fills its gaps."""

    call: Id
    gaps: Annotated[dict[Id, Text], Meta(max_length=MOST_GAPS)]
    person: Id = ""
    """The id of who tells it; empty for guests without one."""
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class _Letter(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="is"):
    house: House
    """Whose letter it is."""


class Beat(_Letter, frozen=True, tag="beat"):
    """A sign of life, with how many changes there have been of who is in since the house was opened."""

    version: Number


class Came(_Letter, frozen=True, tag="came"):
    """The last of these changes: somebody has come, has gone to another room, or is called otherwise."""

    version: Number
    visit: Seen


class Went(_Letter, frozen=True, tag="went"):
    """The last change: somebody has left, or lost the line."""

    version: Number
    number: Number
    lost: bool = False


class Ask(_Letter, frozen=True, tag="ask"):
    """A house is asked who is in it."""

    whom: House


class Page(_Letter, frozen=True, tag="page"):
    """A part of all who are in."""

    version: Number
    page: Annotated[int, Meta(ge=0, lt=MOST_PAGES)]
    pages: Annotated[int, Meta(ge=1, le=MOST_PAGES)]
    visits: Annotated[tuple[Seen, ...], Meta(max_length=ON_A_PAGE)]


class Bye(_Letter, frozen=True, tag="bye"):
    """The house is closed."""


class Told(_Letter, frozen=True, tag="told"):
    """Something that one visit is told."""

    whom: House
    number: Number
    words: Words
    by: Number = 0
    """The visit that tells it; 0 for none that could be answered."""


class AskTime(_Letter, frozen=True, tag="ask_time"):
    """All others are asked what time it is."""

    at: Time
    """What time it is in the house that asks."""


class TimeIs(_Letter, frozen=True, tag="time_is"):
    """What time it is in the house, for one that has asked."""

    whom: House
    asked: Time
    """What time it was there when it asked."""
    at: Time
    age: Seconds
    """For how long this house has been open."""


class Spread(_Letter, frozen=True, tag="spread"):
    """Something that many are told."""

    words: Words


class Identify(_Letter, frozen=True, tag="identify"):
    """A guest is to have an id now, because somebody invites them."""

    whom: House
    number: Number


class Invited(_Letter, frozen=True, tag="invited"):
    """Somebody is invited to a table."""

    person: Id
    table: Id
    name: Name
    by: Id
    """The id of who invites them."""
    after: Id = ""


class Rule(_Letter, frozen=True, tag="rule"):
    """A guest is to be banned or muted by where they come from, which only their own house knows."""

    whom: House
    number: Number
    is_ban: bool
    """Else they are muted."""
    until: Number
    """In seconds since the epoch; 0 for ever."""
    by: Text
    """Who orders it, as it is written down."""
    reason: Text = ""
    note: Text = ""
    quiet: bool = False


Letter: TypeAlias = Beat | Came | Went | Ask | Page | Bye | Told | AskTime | TimeIs | Spread | Identify | Invited | Rule
_decode = msgspec.json.Decoder(Letter).decode
write = msgspec.json.Encoder().encode


def read(data: bytes) -> Letter | None:
    """The letter; None for what is none that this house can use."""
    if len(data) > LONGEST:
        return None
    try:
        letter: Letter = _decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return letter if all(clean(text, LONGEST_TEXT) == text for text in _texts(letter)) else None


def _texts(letter: Letter) -> tuple[str, ...]:
    """What people are shown of it."""
    match letter:
        case Came():
            return (letter.visit.name,)
        case Page():
            return tuple(visit.name for visit in letter.visits)
        case Told() | Spread():
            return letter.words.name, *letter.words.gaps.values()
        case Invited():
            return (letter.name,)
        case Rule():
            return letter.by, letter.reason, letter.note
        case _:
            return ()
