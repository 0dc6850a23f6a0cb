"""What a program is sent: one tagged union, one line of JSON each. Fields that are as usual are left out.

A program passes over types and fields that it does not know: more of them may come without another protocol number of
those that are served.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, TypeAlias, get_args

import msgspec


class Code(enum.Enum):
    """Why something was refused, or is over: the word is for programs, the sentence beside it for people."""

    GARBAGE = "garbage"
    """The line is not JSON."""
    MALFORMED = "malformed"
    """It is JSON, and no request."""
    TOO_LONG = "too_long"
    PROTOCOL = "protocol"
    """The number in `hello` is not spoken here."""
    HELLO = "hello"
    """`hello` comes first, and once."""
    NAME = "name"
    """The name cannot be had."""
    PASSWORD = "password"
    CODE = "code"
    """No seat goes with that code."""
    TOKEN = "token"
    """No program has that token."""
    NOT_THERE = "not_there"
    """The program is not at that table."""
    WATCHING = "watching"
    """It is, but does not play there."""
    MOVED_ON = "moved_on"
    """The position of `at` is not there any more."""
    USED = "used"
    """The id was that of another move."""
    ILLEGAL = "illegal"
    """The rules or the state of the table forbid it."""
    LIMIT = "limit"
    """Too much in a short time, or too many tables at once."""
    BUSY = "busy"
    """Others were quicker over and over: try again."""
    UNKNOWN = "unknown"
    """It is not known whether it was saved: send the same again."""
    FAILED = "failed"
    """Something is wrong in the house or its journal."""
    REFUSED = "refused"
    """All else; the sentence says what."""
    TAKEN = "taken"
    """Over: somebody sat down there from elsewhere."""
    SHUT_OUT = "shut_out"
    """Over: the program may not be there any more, or not in the house."""
    CLOSING = "closing"
    """Over: the house closes, or hangs up."""


class Reason(enum.Enum):
    """Why a state comes without the events that led to it."""

    ARRIVED = "arrived"
    ASKED = "asked"
    TOO_OLD = "too_old"
    """What happened after `since` is not at hand any more."""
    UNKNOWN = "unknown"
    """There is no such record yet."""
    SLOW = "slow"
    """The program did not read quickly enough."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence: `id` is the English template with gaps in braces, `args` fill them, `text` is in one's language."""

    id: str
    text: str
    args: Mapping[str, str | int | Said | list[Any]] = {}
    """A list has texts, numbers and sentences in it; it is shown with commas between."""
    many: str = ""
    """The template for every number but one, of a sentence that counts; the number is the argument n."""
    context: str = ""
    """What is meant, where one template means two things."""
    seat: int | None = None
    """Of a player, who is an argument: the seat, counted from 0."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """What the house says."""


class Welcome(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `hello`."""

    id: str = ""
    protocol: int
    name: str
    guest: bool = False
    bot: bool = False
    """Whether it is shown as a program; only people who come with a password of their own are not."""
    language: str
    table: str = ""
    """Where the code leads: `resume` goes there."""
    games: list[str]
    said: list[Said] = []


class Ack(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """It is done, and stored if there was something to store. What followed from it was sent before."""

    id: str = ""
    at: int = 0
    """Of a move, its first record; the same when it is sent again."""
    table: str = ""
    said: list[Said] = []


class Refused(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """Nothing was done."""

    id: str = ""
    code: Code
    said: Said


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits at a seat."""

    name: str
    """Empty where it is free; a guest's begins with ~, that of a program ends with [bot]."""
    computer: bool = False
    """Whether a computer player of the house has the seat."""
    bot: bool = False
    """Whether a program has it."""
    stand_in: bool = False
    luck: str | None = ""
    """Null for words that only this seat is shown."""


class Clocks(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The time that is left."""

    left: list[float]
    """Seconds by seat."""
    running: list[int] = []
    """The seats whose time runs."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a game ended."""

    reason: str
    winners: list[int] = []
    figures: list[int] = []


class State(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """Where a table stands, as the program may know it."""

    table: str
    at: int
    """The last record."""
    reason: Reason | None = None
    """None where it follows its events."""
    game: str
    options: Mapping[str, str] = {}
    bots: str = ""
    """Whether programs may sit there: "no", or "rated", where a game with one counts for bot ratings."""
    deal: int | None = None
    players: list[Player]
    seat: int | None = None
    """One's own; None for who looks on."""
    turn: list[int] = []
    """The seats that may move now."""
    begun: bool = True
    view: Any
    """The game's own: what the seat may know."""
    moves: list[str] | None = None
    """As `play` takes them; None for a program that does without."""
    clocks: Clocks | None = None
    asks: int | None = None
    """The seat that asks to take back a move."""
    marks: list[str] = []
    outcome: Outcome | None = None
    code: str = ""
    """With which a guest comes back."""
    said: list[Said] = []
    """What somebody who comes has missed."""


class Event(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """Something happened at a table. Each comes once and in the order of the records; `talk` belongs to its record."""

    table: str
    at: int
    kind: str
    facts: Any = None
    """What the game says of it, as the seat may know it."""
    said: list[Said] = []


class Over(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """A game has ended."""

    table: str
    at: int
    outcome: Outcome
    said: Said


class Gone(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The program is not at a table any more; without a table, not in the house."""

    table: str = ""
    code: Code
    said: Said


class Notice(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """Something concerning other people, or everybody."""

    kind: str
    name: str = ""
    """From whom it comes."""
    said: Said


class Advice(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `hint`."""

    id: str = ""
    table: str
    move: str = ""
    said: Said


class Table(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in a list."""

    table: str
    game: str
    options: Mapping[str, str] = {}
    deal: int | None = None
    clock: str = ""
    state: str
    turn: list[int] = []
    outcome: Outcome | None = None
    said: Said


class Tables(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `list`."""

    id: str = ""
    page: int
    more: bool = False
    tables: list[Table]


class Somebody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who is in."""

    name: str
    idle: float
    """Seconds."""
    table: str = ""
    game: str = ""
    watching: bool = False
    ratings: Mapping[str, float] = {}
    """Of a program its bot ratings."""
    bot: bool = False
    owner: str = ""
    """Who made that program; empty for a guest's."""


class People(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `who`."""

    id: str = ""
    page: int
    more: bool = False
    count: int
    people: list[Somebody]


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody's games of one kind."""

    game: str
    options: Mapping[str, str] = {}
    opponent: str = ""
    won: int = 0
    lost: int = 0
    drawn: int = 0
    running: int = 0
    streak: int = 0
    best_streak: int = 0


class Results(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody has played."""

    name: str
    results: list[Result]
    ratings: Mapping[str, float] = {}
    bot_ratings: Mapping[str, float] = {}
    """Those of games with programs."""
    bot: bool = False
    owner: str = ""
    """Who made that program; empty for a guest's."""


class Statistics(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `stats` and to `best`."""

    id: str = ""
    people: list[Results]


class Token(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `newbot` and `newtoken`: with what a program of one's own says `hello`. It is told only here."""

    id: str = ""
    name: str
    token: str


class Programs(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `bots`."""

    id: str = ""
    names: list[str]


class Moment(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `replay`."""

    id: str = ""
    table: str
    at: int
    first: int
    last: int
    seat: int | None = None
    view: Any
    said: list[Said] = []
    """What that record did."""


class Book(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a seed comes from: a number of a book of the house, all of which its root fixed before."""

    book: str
    number: int
    size: int
    root: str


class Proof(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `fair`."""

    id: str = ""
    table: str = ""
    commitment: str = ""
    """To the house's seed, in hexadecimal."""
    seed: str = ""
    """That seed, once the game is over."""
    book: Book | None = None
    said: list[Said]


AnyAnswer: TypeAlias = (
    Welcome | Ack | Refused | State | Event | Over | Gone | Notice | Advice | Tables | People | Statistics | Moment
    | Proof | Token | Programs
)  # fmt: skip
ANSWERS: tuple[type[Answer], ...] = get_args(AnyAnswer)
