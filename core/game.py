"""What a game is: a record of pure functions that decide, fold and show one game."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import attrs

from core.chance import Dice

Options = Mapping[str, str]
"""A table's options by name; every value is one of the choices its `Option` lists."""


ALL = -1
"""In place of a seat, for views of a game that is over: the eyes of everybody."""


class Refused(Exception):
    """The player may not do this and nothing was written; its text is one sentence for the player."""


@attrs.frozen
class Play:
    """A move as the service hands it to the rules: who, what, and the chance and time that go with it."""

    seat: int
    """Counted from 0."""
    move: Any
    dice: Dice
    at: float = 0.0
    """Seconds since the epoch, UTC."""


@attrs.frozen
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    """Seats, counted from 0; empty when nobody won."""
    summary: str
    """One sentence that needs no context."""


class Takeback(enum.Enum):
    """Whether moves may be taken back."""

    FREE = "free"
    CONSENT = "consent"
    NEVER = "never"


class View(Protocol):
    """The part every game's view has in common. The rest is the game's own."""

    @property
    def seat(self) -> int | None:
        """The viewer; None is a spectator."""

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move now; empty once the game is over."""


@attrs.frozen
class Option:
    """One thing that can be chosen when a table is opened; the first choice is the default."""

    name: str
    choices: tuple[str, ...]
    help: str


@attrs.frozen
class Game:
    """The record that names a game's functions. States, views and moves are the game's own frozen types."""

    name: str
    """The word in commands and in the journal."""
    title: str
    rules: int
    """The version of the rules; raised whenever an old journal would be decided differently."""
    seats: int
    events: Mapping[str, type]
    """Event classes by the name written in the journal after `name.`; never renamed."""
    start: Callable[[Options], Any]
    begin: Callable[[Options, Dice], tuple[Any, ...]]
    decide: Callable[[Any, Play], tuple[Any, ...]]
    """Raises `Refused`, and is the only function that does, besides `read`."""
    evolve: Callable[[Any, Any], Any]
    view: Callable[[Any, int | None], Any]
    """Of a state and a seat, None for a spectator, or `ALL`, which is asked for only when the game is over."""
    moves: Callable[[Any], Mapping[str, Any]]
    """Every legal move of the viewer by the text a person types, computed from the view."""
    read: Callable[[Any, str], Any]
    """A typed text, in the light of a view, as a move that `decide` will judge. Raises `Refused`."""
    tell: Callable[[Any, int | None], str]
    """One sentence on an event as that viewer may know it; empty when there is nothing to say."""
    outcome: Callable[[Any], Outcome | None]
    notation: str
    """How moves are typed: a few lines for help."""
    options: tuple[Option, ...] = ()
    takeback: Takeback = Takeback.NEVER
    reveals: tuple[type, ...] = ()
    """Event classes that no takeback by consent crosses: a roll, a revealed card."""
    chapters: tuple[type, ...] = ()
    """Event classes with which a part of the game begins, such as a deal: where a replay can jump to."""
    numbered: bool = False
    """Whether deals have numbers that players share; the number then replaces the secret seed."""
    hint: Callable[[Any], str | None] | None = None
    """A sentence that proposes a move to the viewer; None when there is nothing to propose."""


def plain(text: str) -> str:
    """A typed text as it is compared and journaled: lower case, single blanks."""
    return " ".join(text.lower().split())


def read_listed(moves: Callable[[Any], Mapping[str, Any]]) -> Callable[[Any, str], Any]:
    """A `read` for games in which a text that is not listed is simply not a move."""

    def read(view: Any, text: str) -> Any:
        move = moves(view).get(plain(text))
        if move is None:
            raise Refused(f'"{plain(text)[:40]}" is not a move here; type ? for those that are.')
        return move

    return read
