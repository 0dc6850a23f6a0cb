"""Tournaments."""

from collections.abc import Mapping, Sequence

import msgspec

from frontends.programs.protocol.answers.answer import Response


class Held(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tournament in a list."""

    name: str
    stage: str
    start: int
    """Seconds since the epoch."""
    by: str
    game: str
    options: Mapping[str, str] = {}
    clock: str = ""
    rounds: int = 0
    """The most of a round robin; 0 is as many as it takes."""
    arena: int = 0
    """Seconds; 0 is a round robin."""
    players: int = 0


class Calendar(Response, frozen=True, kw_only=True):
    """The answer to `tournaments`."""

    coming: Sequence[Held] = []
    """Announced or under way."""
    past: Sequence[Held] = []


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where somebody stands; points are counted in halves."""

    place: int
    name: str
    withdrawn: bool = False
    points: int = 0
    direct: int = 0
    """In the games against those with as many points."""
    berger: int = 0
    """By Sonneborn-Berger, in quarters."""
    won: int = 0
    drawn: int = 0
    lost: int = 0


class Pairing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two who play, or have played."""

    round: int = 0
    table: str = ""
    """Empty where nothing is played, because one of them has withdrawn."""
    names: Sequence[str]
    points: Sequence[int] = []
    """In halves; none while it goes on."""
    reason: str = ""


class Crosstable(Response, frozen=True, kw_only=True):
    """The answer to all that is asked about one tournament."""

    tournament: Held
    round: int = 0
    standings: Sequence[Standing] = []
    games: Sequence[Pairing] = []
    reason: str = ""
    """Why it was cancelled."""
