"""What is said of a table where the program is."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from frontends.programs.protocol.answers.answer import Answer, Said
from frontends.programs.protocol.answers.codes import Reason


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
    sealed: str = ""
    """The digest of the luck, where that was sealed."""


class Clocks(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The time that is left."""

    left: list[float]
    """Seconds by seat."""
    running: Sequence[int] = []
    """The seats whose time runs."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a game ended."""

    reason: str
    winners: Sequence[int] = []
    figures: Sequence[int] = []


class State(Answer, frozen=True, kw_only=True):
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
    turn: Sequence[int] = []
    """The seats that may move now."""
    begun: bool = True
    reveal: float | None = None
    """Seconds in which one's sealed luck is to be revealed; None while it is not."""
    view: Any
    """The game's own: what the seat may know."""
    moves: list[str] | None = None
    """As `play` takes them; None for a program that does without."""
    clocks: Clocks | None = None
    asks: int | None = None
    """The seat that asks to take back a move."""
    marks: Sequence[str] = []
    outcome: Outcome | None = None
    code: str = ""
    """With which a guest comes back."""
    said: Sequence[Said] = []
    """What somebody who comes has missed."""


class Event(Answer, frozen=True, kw_only=True):
    """Something happened at a table. Each comes once and in the order of the records; `talk` belongs to its record."""

    table: str
    at: int
    kind: str
    facts: Any = None
    """What the game says of it, as the seat may know it."""
    said: Sequence[Said] = []


class Over(Answer, frozen=True, kw_only=True):
    """A game has ended."""

    table: str
    at: int
    outcome: Outcome
    said: Said
