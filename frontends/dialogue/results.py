"""What a shell answers to the conversation's requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs

from core.recording import Recording
from core.table import TableView
from frontends.dialogue.effects import Effects


@attrs.frozen
class Entered:
    """The person is at a table now."""

    id: str
    """The table's name in commands."""
    table: TableView
    seats: tuple[int, ...]
    """The person's own seats; empty for a spectator."""
    code: str = ""
    """With which to come back to the seat."""
    told: tuple[str, ...] = ()
    """What happened lately, in sentences."""
    is_back: bool = False
    """Whether the person has played here before, so that this is what happened since."""


@attrs.frozen
class Moved:
    """The table one is at has moved on."""

    table: TableView
    told: tuple[str, ...]
    """What happened, in sentences."""
    said: tuple[str, ...] = ()
    """Those of them that are talk."""


@attrs.frozen
class Submitted:
    """What was asked of the table is recorded; this follows from it."""

    then: Callable[[], Effects]


@attrs.frozen
class Outdated:
    """What was asked of the table was meant for a position that is not there any more, so nothing was done."""

    sentence: str
    line: str = ""
    """The line that was typed for it."""
    hand: Any = None
    """What the hands held before the key that asked for it, in screen manner."""


@attrs.frozen
class Broken:
    """Something of ours went wrong; the person has left the table."""

    sentence: str


@attrs.frozen
class Renamed:
    """The person is called so now."""

    name: str


@attrs.frozen
class Recalled:
    """A game to replay."""

    recording: Recording


@attrs.frozen
class Done:
    """It worked, and this is what there is to say."""

    sentence: str


@attrs.frozen
class Failed:
    """It did not work, and this is why."""

    sentence: str


@attrs.frozen
class Saved:
    """The game is in a file, and this is what there is to say."""

    sentence: str


@attrs.frozen
class FileExists:
    """The file to save to is there already."""

    path: str


@attrs.frozen
class PlayedOn:
    """The computer player has moved for the person; `more` tells whether it could go on."""

    more: bool


Result: TypeAlias = (
    Entered | Moved | Submitted | Outdated | Broken | Renamed | Recalled | Done | Failed | Saved | FileExists | PlayedOn
)  # fmt: skip
