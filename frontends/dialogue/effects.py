"""What a conversation asks of its shell: things to put out, which never wait, and things to do, which may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs

from core.game import Options
from core.table import Command
from frontends.screens.picture import Look, Picture
from frontends.terminal import Prompt

# To put out.


@attrs.frozen
class Write:
    """Scroll up some text; line ends are added."""

    text: str


@attrs.frozen
class Ask:
    """Show this prompt from now on."""

    prompt: Prompt


@attrs.frozen
class Show:
    """Show a picture; `repaint` sends all of it."""

    picture: Picture
    repaint: bool = False


@attrs.frozen
class Prefill:
    """Let this stand in the prompt to be edited, unless something else is half typed there."""

    text: str


@attrs.frozen
class Ring:
    """Ring the bell."""


@attrs.frozen
class UseScreen:
    """Change to screen manner, or back to line manner."""

    screen: bool


@attrs.frozen
class Adapt:
    """Write like this from now on."""

    look: Look


@attrs.frozen
class Refresh:
    """Show everything as it is once the effects before this one are carried out."""


# To do. The shell answers each with a result, or with `Failed`; what fails ends the effects it is one of.


@attrs.frozen
class Open:
    """Open a table and sit down at it."""

    game: str
    options: Options
    opponent: str = ""
    """"computer", "person" (the seat stays free), "hotseat" (the same person plays all seats); empty for one seat."""
    deal: int | None = None
    clock: int = 0
    winnable: bool = False
    """Look for a deal that a solver has won."""
    luck: str = ""
    """What the person adds to the chance."""


@attrs.frozen
class Join:
    """Take a free seat at a table."""

    id: str
    luck: str = ""
    """What the person adds to the chance."""


@attrs.frozen
class Watch:
    """Look on at a table."""

    id: str


@attrs.frozen
class Resume:
    """Come back to one's seat, or to all seats that go with a code."""

    code: str


@attrs.frozen
class GoOn:
    """Come back to a table without a code, where the person owns the journal, or take its free seat."""

    id: str
    all_seats: bool = False
    """Whether one person plays all seats at one keyboard."""
    luck: str = ""
    """What the person adds to the chance, should it be a free seat."""


@attrs.frozen
class Query:
    """Which tables are asked for."""

    page: int = 1
    """Counted from 1."""
    game: str = ""
    """The game's name; empty for all."""
    everything: bool = False
    """Whether games that are over belong to it."""
    mine: bool = False
    """Whether only the person's own do."""


@attrs.frozen
class ListTables:
    """List a page of the tables."""

    query: Query


@attrs.frozen
class ShowStatistics:
    """Tell what the person has played and won, or with a name everybody who is called so."""

    name: str = ""


@attrs.frozen
class ShowPromise:
    """Tell the commitment of the person's next table."""


@attrs.frozen
class Rename:
    """Be called otherwise from now on."""

    name: str


@attrs.frozen
class Recall:
    """Read a game for replay."""

    id: str


@attrs.frozen
class Submit:
    """Ask something of the table one is at."""

    command: Command
    by: int
    """The seat that asks, counted from 0."""
    seen: int | None
    """The last record that the person had seen when they asked; None is all there are."""
    then: Callable[[], Effects] | None = None
    """What follows once it is recorded."""
    line: str = ""
    """The line that was typed for it."""
    hand: Any = None
    """What the hands held before the key that asked for it, in screen manner."""


@attrs.frozen
class Say:
    """Say something at the table one is at."""

    text: str


@attrs.frozen
class Leave:
    """Get up; the game stays in the journal, the seat stays taken."""


@attrs.frozen
class Save:
    """Write the game to a file, in front-ends that have files."""

    path: str
    overwrite: bool = False


@attrs.frozen
class Fork:
    """Go on from a save as a new game."""

    code: str
    mark: str


@attrs.frozen
class Judge:
    """Find out whether the position can still be won."""


@attrs.frozen
class PlayOn:
    """Let the computer player make the next move in one's own seat."""


@attrs.frozen
class HangUp:
    """End the conversation."""

    status: int = 0
    """What a command line exits with."""


Output: TypeAlias = Write | Ask | Show | Prefill | Ring | UseScreen | Adapt | Refresh
Request: TypeAlias = (
    Open | Join | Watch | Resume | GoOn | ListTables | ShowStatistics | ShowPromise | Rename | Recall
    | Submit | Say | Leave | Save | Fork | Judge | PlayOn | HangUp
)  # fmt: skip
Outputs: TypeAlias = tuple[Output, ...]
Effect: TypeAlias = Output | Request
Effects: TypeAlias = tuple[Effect, ...]
