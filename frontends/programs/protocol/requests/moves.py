"""What is done at a table where one is."""

from typing import Annotated, Literal

from msgspec import Meta

from frontends.programs.protocol.requests.request import At, AtTable, Name, Text


class Play(AtTable, frozen=True, kw_only=True):
    """Make a move in the position of a record. With one `id` and `at` it is made once, however often it is sent."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    at: At
    text: Text


class Takeback(AtTable, frozen=True, kw_only=True):
    """Take back the last move, or ask for it."""

    at: At | None = None
    moves: Annotated[int, Meta(ge=1, le=1000)] = 1
    """More than one only of a game that one plays alone."""


class Redo(AtTable, frozen=True, kw_only=True):
    """Make the move again that was taken back."""


class Restart(AtTable, frozen=True, kw_only=True):
    """Take back everything; of a solitaire that is over, deal the same cards at another table."""


class Answer(AtTable, frozen=True, kw_only=True):
    """Let the other take back a move, or not."""

    yes: bool


class Resign(AtTable, frozen=True, kw_only=True):
    """Give up."""


class Abandon(AtTable, frozen=True, kw_only=True):
    """Close a game that nobody goes on with."""


class Mark(AtTable, frozen=True, kw_only=True):
    """Set a bookmark."""

    name: Name


class Return(AtTable, frozen=True, kw_only=True):
    """Go back to a bookmark."""

    name: Name


class Standin(AtTable, frozen=True, kw_only=True):
    """Ask that somebody plays at one's seat: a person who is here, or without a name the computer."""

    name: Name = ""
    level: Name = ""
    after: Annotated[int, Meta(ge=0, le=366 * 86400)] = 0
    """Seconds without a move after which it begins."""


class Allow(AtTable, frozen=True, kw_only=True):
    """Agree to the other's stand-in, or not."""

    yes: bool


class Back(AtTable, frozen=True, kw_only=True):
    """Take one's seat back from who stands in, or give it back."""


class Watching(AtTable, frozen=True, kw_only=True):
    """Say who may look on, and how many moves late."""

    policy: Literal["", "open", "invited"] = ""
    delay: Annotated[int, Meta(ge=0, le=1000)] | None = None


class Admit(AtTable, frozen=True, kw_only=True):
    """Let somebody look on."""

    name: Name


class Plan(AtTable, frozen=True, kw_only=True):
    """Plan a reply for one's next turn, or without `then` hear what is planned; `off` drops all of it first."""

    when: Annotated[str, Meta(max_length=60)] = "any"
    """The other's move that it answers."""
    then: Annotated[str, Meta(max_length=60)] = ""
    off: bool = False
