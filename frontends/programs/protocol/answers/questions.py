"""What is said of a game when it is asked about."""

from collections.abc import Sequence

import msgspec

from frontends.programs.protocol.answers.answer import Response, Said


class Advice(Response, frozen=True, kw_only=True):
    """The answer to `hint`."""

    table: str
    move: str = ""
    said: Said


class Line(Response, frozen=True, kw_only=True):
    """The answer to `demo`; of a `solution`, how the deal is won."""

    table: str
    at: int
    winnable: bool | None = None
    """None where nobody knows, or it was not asked."""
    moves: Sequence[str] = []
    """From the deal on, the first of which is made; none where `demo` has to go on."""


class Turning(Response, frozen=True, kw_only=True):
    """The answer to `where`."""

    table: str
    at: Sequence[int] = []
    """The records after which those moves were made; `replay` shows them."""
    said: Sequence[Said]


class Score(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a game of a daily deal went."""

    name: str = ""
    won: bool = False
    score: int
    best: int
    """The score of a won game."""
    moves: int
    seconds: float
    """Of play."""
    helps: int = 0
    by_computer: bool = False
    was_known: bool = False
    """Whether its player had played that number before the day began."""


class Account(Response, frozen=True, kw_only=True):
    """The answer to `summary`."""

    table: str
    said: Sequence[Said]
    daily: Score | None = None
    streak: int = 0
    """Days won in a row, of one's own."""
    best_streak: int = 0


class Sharing(Response, frozen=True, kw_only=True):
    """The answer to `share`."""

    table: str
    deal: str = ""
    """The code of the deal, for `shared` in any house."""
    game: str = ""
    """The code of the game, in this house."""
    said: Said


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move that is planned."""

    when: str
    then: str


class Plans(Response, frozen=True, kw_only=True):
    """The answer to `plan`."""

    table: str
    plans: Sequence[Reply] = []
