"""What is asked about a game, and what the computer finds out or does for a player."""

from frontends.programs.protocol.requests.request import AtTable, Text


class Why(AtTable, frozen=True, kw_only=True):
    """Why the last thing happened, or why a move is not allowed."""

    text: Text = ""
    """The move."""


class Hint(AtTable, frozen=True, kw_only=True):
    """Ask what to play; it counts as help."""


class Winnable(AtTable, frozen=True, kw_only=True):
    """Whether a solitaire can still be won; with `shows` also how, which counts as help."""

    shows: bool = False


class Where(AtTable, frozen=True, kw_only=True):
    """Where a solitaire was lost, or which moves cost most in a game for two that is over."""


class Demo(AtTable, frozen=True, kw_only=True):
    """Have the computer make a move at one's seat; or go back to a solitaire's deal and be told how it is won.

    Either way the game does not count."""

    solution: bool = False


class Summary(AtTable, frozen=True, kw_only=True):
    """What a game that is over came to, which moves mattered, and the result of a daily deal."""


class Share(AtTable, frozen=True, kw_only=True):
    """A line to paste, and codes by which others play the deal or see the game."""


class Watchers(AtTable, frozen=True, kw_only=True):
    """Who looks on."""
