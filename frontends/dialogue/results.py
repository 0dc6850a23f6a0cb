"""What a shell answers to the conversation's requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from core.service import Listing
from core.table import Sight
from frontends.dialogue.effects import Effects
from frontends.player import Recording


@attrs.frozen
class Entered:
    """The person is at a table now."""

    id: str
    """The table's name in the journal; a copy still has the name of its origin in its sight."""
    sight: Sight
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

    sight: Sight
    told: tuple[str, ...]
    """What happened, in sentences."""
    said: tuple[str, ...] = ()
    """Those of them that are talk."""


@attrs.frozen
class Submitted:
    """What was asked of the table is recorded; this follows from it."""

    then: Callable[[], Effects]


@attrs.frozen
class Listed:
    """The tables of the house, the newest first."""

    listings: tuple[Listing, ...]


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


Result: TypeAlias = Entered | Moved | Submitted | Listed | Recalled | Done | Failed | Saved | FileExists | PlayedOn
