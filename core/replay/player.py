"""Playing a recording, without I/O: play, pause, speed, step, seek, and whose perspective it is."""

from __future__ import annotations

import re

import attrs
from msgspec import Struct

from core.base.game import SPECTATOR, Refused, Seat, Viewer
from core.base.message import Message
from core.replay.recording import Recording
from core.table import TableView

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Records a second."""
NORMAL = SPEEDS.index(1.0)
_TIME = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d\d)")


class Position(Struct, frozen=True):
    """Where a replay stands: what those who see it together have in common. Nothing of the game is in it."""

    seq: int
    """The record shown, counted from 1."""
    viewer: Viewer
    """Whose perspective it is, of somebody who may take it."""
    playing: bool = False
    speed: int = NORMAL
    """An index of `SPEEDS`."""


@attrs.frozen
class Player:
    """Where a replay stands. Every method that changes it returns the player as it is afterwards."""

    recording: Recording = attrs.field(repr=False)
    seq: int = attrs.field(default=attrs.Factory(lambda player: player.recording.first, takes_self=True))
    """The record shown, counted from 1."""
    playing: bool = False
    speed: int = NORMAL
    """An index of `SPEEDS`."""
    viewer: Viewer = attrs.field(default=attrs.Factory(lambda player: _own_viewer(player.recording), takes_self=True))
    """Whose perspective it is."""

    @property
    def table(self) -> TableView:
        """What is to be shown."""
        return self.recording.view(self.seq, self.viewer)

    @property
    def told(self) -> tuple[Message, ...]:
        """What the record shown did, and what was said then."""
        return self.recording.told(self.seq, self.viewer)

    @property
    def pace(self) -> float | None:
        """Seconds until the next tick; None while nothing moves by itself."""
        return 1 / SPEEDS[self.speed] if self.playing else None

    @property
    def at_end(self) -> bool:
        """Whether there is nothing after this record."""
        return self.seq >= len(self.recording)

    @property
    def position(self) -> Position:
        """Where it stands, for others to see it in recordings of their own."""
        return Position(self.seq, self.viewer, self.playing, self.speed)

    def at(self, position: Position) -> Player:
        """Stand where others stand, as far as this recording goes, and in one of its own perspectives."""
        viewer = position.viewer if position.viewer in self.recording.perspectives else _own_viewer(self.recording)
        return attrs.evolve(self.go(position.seq), viewer=viewer, playing=position.playing, speed=position.speed)

    def go(self, seq: int) -> Player:
        """Show a record; numbers before the first and after the last are brought back into the game."""
        return attrs.evolve(self, seq=max(self.recording.first, min(len(self.recording), seq)))

    def step(self, by: int) -> Player:
        """Go on or back by single records, and pause."""
        return attrs.evolve(self.go(self.seq + by), playing=False)

    def tick(self) -> Player:
        """Play the next record that has something to show; pause after the last."""
        player = self.go(self.seq + 1)
        while not player.told and not player.at_end:
            player = player.go(player.seq + 1)
        return attrs.evolve(player, playing=self.playing and not player.at_end)

    def play(self) -> Player:
        """Play on; from the end it plays from the start again."""
        return attrs.evolve(self.go(self.recording.first) if self.at_end else self, playing=True)

    def pause(self) -> Player:
        """Stay where it is."""
        return attrs.evolve(self, playing=False)

    def faster(self, by: int) -> Player:
        """Change the speed by steps of the list, up or down."""
        return attrs.evolve(self, speed=max(0, min(len(SPEEDS) - 1, self.speed + by)))

    def chapter(self, by: int) -> Player:
        """Go to the next hand (1), or to the start of this hand or the one before (-1); pause."""
        chapters = self.recording.chapters
        if by > 0:
            target = next((seq for seq in chapters if seq > self.seq), len(self.recording))
        else:
            target = max((seq for seq in chapters if seq < self.seq), default=self.recording.first)
        return attrs.evolve(self.go(target), playing=False)

    def seek(self, wanted: str) -> Player:
        """Go to a move, a time such as 3:25, "start", "end", or words that were said; pause. Raises: Refused."""
        return attrs.evolve(self.go(self._sought(wanted)), playing=False)

    def _sought(self, wanted: str) -> int:
        recording = self.recording
        if wanted in ("start", "end"):
            return 1 if wanted == "start" else len(recording)
        if wanted.isascii() and wanted.isdigit():
            return recording.at_move(int(wanted[:9]))
        if time := _TIME.fullmatch(wanted):
            hours, minutes, seconds = (int(part or 0) for part in time.groups())
            return recording.at_time(hours * 3600 + minutes * 60 + seconds)
        found = recording.find_said(wanted, self.seq, self.viewer)
        if found is None:
            raise Refused(
                'Nobody said "{words}"; type go and a move, a time, or words somebody said.', words=wanted[:40]
            )
        return found

    def seen_by(self, viewer: Viewer) -> Player:
        """Take that perspective, one of the recording's."""
        return attrs.evolve(self, viewer=viewer)

    def look(self) -> Player:
        """Take the next perspective."""
        viewers = self.recording.perspectives
        return self.seen_by(viewers[(viewers.index(self.viewer) + 1) % len(viewers)])


def _own_viewer(recording: Recording) -> Viewer:
    """A player's own seat; everybody else looks on as a spectator."""
    return Seat(recording.own[0]) if recording.own else SPECTATOR
