"""What a program may ask: one tagged union, one line of JSON each; `type` is the class's name in small letters.

Everything else is refused, also a field too many, so that a slip in a name is noticed at once. `id` comes back with the
answer. What a request does is what the function of `core/sessions/` of that name does, and README.md lists them all.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from core.sessions.arrival.orders import MOST_PAGES

PROTOCOL = 1
"""The number of this protocol. It goes up whenever the schema that is kept changes; see README.md."""
OLDEST = 1
"""The oldest number that is still spoken."""

Name: TypeAlias = Annotated[str, Meta(max_length=64)]
"""Of a person, a table, a game, a language, or what a program calls something itself."""
Text: TypeAlias = Annotated[str, Meta(max_length=1000)]
"""What is said or played, a password."""
At: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
"""The number of a record of a table, counted from 1; 0 is before the first."""
Page: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_PAGES)]
"""Counted from 1."""


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=str.lower):
    """What all requests have."""

    id: Name = ""


class AtTable(Request, frozen=True, kw_only=True, tag=str.lower):
    """A request that concerns a table at which the program is."""

    table: Name


# Who one is.


class Hello(Request, frozen=True, kw_only=True, tag=str.lower):
    """The first request: a guest's name, a registered one with its password, or the code of a seat."""

    protocol: Annotated[int, Meta(ge=1, le=10**6)]
    name: Name = ""
    password: Text = ""
    code: Name = ""
    language: Name = ""
    """Its code or its name, as people type it; that of the templates if it is left out."""
    moves: bool = True
    """Whether each state lists the legal moves; nothing is computed for a program that does without."""


class Register(Request, frozen=True, kw_only=True, tag=str.lower):
    """Keep one's name."""

    password: Text


class Rename(Request, frozen=True, kw_only=True, tag=str.lower):
    """Take another name."""

    name: Name


class Forget(Request, frozen=True, kw_only=True, tag=str.lower):
    """Have everything dropped that is one's own, and leave."""


class Bye(Request, frozen=True, kw_only=True, tag=str.lower):
    """Leave."""


# Coming to tables.


class Order(Request, frozen=True, kw_only=True, tag=str.lower):
    """Which game, and how; what is left out is as usual."""

    game: Name
    options: Mapping[Name, Name] = {}
    clock: Name = ""


class Open(Order, frozen=True, kw_only=True, tag=str.lower):
    """Open a table and sit down."""

    opponent: Literal["", "computer", "person", "hotseat"] = ""
    """`hotseat` is oneself: each state is then that of the seat whose turn it is."""
    level: Name = ""
    luck: Text = ""
    deal: Annotated[int, Meta(ge=0, le=10**12 - 1)] = 0
    winnable: bool = False
    grade: Name = ""
    daily: bool = False


class Join(Request, frozen=True, kw_only=True, tag=str.lower):
    """Take the free seat of a table."""

    table: Name
    luck: Text = ""


class Watch(Request, frozen=True, kw_only=True, tag=str.lower):
    """Look on at a table, and be told what happened after a record."""

    table: Name
    since: At = 0


class Resume(Request, frozen=True, kw_only=True, tag=str.lower):
    """Come back to one's seat, and be told what happened after a record."""

    table: Name
    since: At = 0


class Leave(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Go from a table; the seat stays one's own."""


class Look(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Ask for the state once more."""


# Playing.


class Play(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Make a move in the position of a record. With one `id` and `at` it is made once, however often it is sent."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    at: At
    text: Text


class Takeback(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Take back the last move, or ask for it."""

    at: At | None = None


class Redo(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Make the move again that was taken back."""


class Restart(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Take back everything."""


class Answer(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Let the other take back a move, or not."""

    yes: bool


class Resign(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Give up."""


class Abandon(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Close a game that nobody goes on with."""


class Mark(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Set a bookmark."""

    name: Name


class Return(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Go back to a bookmark."""

    name: Name


class Hint(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Ask what to play; it counts as help."""


class Standin(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Ask that somebody plays at one's seat: a person who is here, or without a name the computer."""

    name: Name = ""
    level: Name = ""
    after: Annotated[int, Meta(ge=0, le=366 * 86400)] = 0
    """Seconds without a move after which it begins."""


class Allow(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Agree to the other's stand-in, or not."""

    yes: bool


class Back(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Take one's seat back from who stands in, or give it back."""


class Rematch(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Play the same again with the other one."""

    swap: bool = False


class Watching(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Say who may look on, and how many moves late."""

    policy: Literal["", "open", "invited"] = ""
    delay: Annotated[int, Meta(ge=0, le=1000)] | None = None


class Admit(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Let somebody look on."""

    name: Name


class Say(AtTable, frozen=True, kw_only=True, tag=str.lower):
    """Talk at a table."""

    text: Text


# Other people.


class Tell(Request, frozen=True, kw_only=True, tag=str.lower):
    """Tell one person something."""

    name: Name
    text: Text


class Shout(Request, frozen=True, kw_only=True, tag=str.lower):
    """Tell everybody something."""

    text: Text


class Seek(Order, frozen=True, kw_only=True, tag=str.lower):
    """Look for an opponent."""


class Unseek(Request, frozen=True, kw_only=True, tag=str.lower):
    """Look for one no more."""


class Invite(Order, frozen=True, kw_only=True, tag=str.lower):
    """Open a table whose other seat is kept for somebody."""

    name: Name


class Accept(Request, frozen=True, kw_only=True, tag=str.lower):
    """Go where one is invited, or, with a name, where somebody looks for an opponent."""

    name: Name = ""


class Decline(Request, frozen=True, kw_only=True, tag=str.lower):
    """Say no to an invitation."""

    name: Name = ""


class Ignore(Request, frozen=True, kw_only=True, tag=str.lower):
    """Hear nothing from somebody."""

    name: Name


class Hear(Request, frozen=True, kw_only=True, tag=str.lower):
    """Hear them again."""

    name: Name


class Notices(Request, frozen=True, kw_only=True, tag=str.lower):
    """Be told things of a kind, or no more."""

    kind: Literal[
        "came", "left", "opened", "turn", "ended", "table", "away", "tell", "shout", "talk", "lobby", "channel",
        "invited",
    ]  # fmt: skip
    on: bool


class Report(Request, frozen=True, kw_only=True, tag=str.lower):
    """Tell those who run the house what somebody does."""

    name: Name
    text: Text


# Lists.


class List(Request, frozen=True, kw_only=True, tag=str.lower):
    """Tables: those to join first, then those in play."""

    page: Page = 1
    game: Name = ""
    everything: bool = False
    mine: bool = False
    player: Name = ""


class Who(Request, frozen=True, kw_only=True, tag=str.lower):
    """Who is here."""

    name: Name = ""
    page: Page = 1


class Stats(Request, frozen=True, kw_only=True, tag=str.lower):
    """What somebody has played and won; without a name, oneself."""

    name: Name = ""


class Best(Request, frozen=True, kw_only=True, tag=str.lower):
    """Who leads in a game."""

    game: Name


class Replay(Request, frozen=True, kw_only=True, tag=str.lower):
    """A recorded game as it stood after a record, as a viewer may know it."""

    table: Name
    at: At = 0
    """0 is the last."""
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    """Through whose eyes; None is a spectator's."""


class Fair(Request, frozen=True, kw_only=True, tag=str.lower):
    """What proves that the chance is fair: at a table, or without one at one's next."""

    table: Name = ""


AnyRequest: TypeAlias = (
    Hello | Register | Rename | Forget | Bye
    | Open | Join | Watch | Resume | Leave | Look
    | Play | Takeback | Redo | Restart | Answer | Resign | Abandon | Mark | Return | Hint | Standin | Allow | Back
    | Rematch | Watching | Admit | Say
    | Tell | Shout | Seek | Unseek | Invite | Accept | Decline | Ignore | Hear | Notices | Report
    | List | Who | Stats | Best | Replay | Fair
)  # fmt: skip
REQUESTS: tuple[type[Request], ...] = get_args(AnyRequest)
