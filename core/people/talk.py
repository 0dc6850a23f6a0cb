"""What is said at a table: a stream of its own, `talk/ID`, so that talk never conflicts with a move nor slows one.

Each line holds the game's record it was said at, by which a replay puts it where it belongs. A talk stream can be
dropped whole without touching its game.
"""

from msgspec import Struct

from core.base.event_families import register
from core.base.game import Refused
from core.base.message import Argument, Message, called, message
from core.base.text import clean

TALK = "talk/"
"""With what the streams of talk begin."""
LONGEST_TEXT = 400
"""Characters of a line."""


def stream_of(table: str) -> str:
    """Where the talk at a table is kept."""
    return TALK + table


class Said(Struct, frozen=True):
    """Somebody said something."""

    person: str
    """The speaker's id."""
    seat: int | None
    """The speaker's seat; None is a spectator, who is heard by spectators only."""
    text: str
    at: int
    """The last record of the game when it was said."""


EVENTS: dict[str, type] = {"talk.said": Said}
"""By kind."""
register("talk", EVENTS)


def say(person: str, seat: int | None, text: str, at: int) -> Said:
    """The line as it is kept. Raises: Refused when nothing is left of it."""
    text = clean(text, LONGEST_TEXT)
    if not text:
        raise Refused("Type what you want to say as well.")
    return Said(person, seat, text, at)


def quoted(name: str, text: str) -> Message:
    """What somebody said, as it is shown to those who hear it.

    No sentence of the house or of a game begins with the mark in which the name stands here, and no name has it in it.
    """
    return message("<{name}> {text}", name=speaker(name), text=text)


def speaker(name: str) -> Argument:
    """A name as it stands in the mark of talk, which it cannot close."""
    return called(name.replace("<", "(").replace(">", ")"))


def is_heard(said: Said, seat: int | None) -> bool:
    """Whether a viewer at this seat, None for a spectator, hears it: spectators do not disturb the players."""
    return said.seat is not None or seat is None
