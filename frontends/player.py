"""The replay player without I/O: play, pause, speed, step, seek, and from whose eyes."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from core import fold
from core.codec import stamp
from core.game import ALL
from core.table import Said, Sight, Table, evolve, sight, tell
from journal import Record

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Records a second."""
NORMAL = SPEEDS.index(1.0)


class Recording:
    """A game as far as it is recorded: what stood on the table after each record, folded as it is needed."""

    def __init__(self, stream: str, records: Sequence[Record], seats: tuple[int, ...] = ()) -> None:
        """`seats` are those whose eyes the viewer may borrow before the game is over."""
        self.stream = stream
        self.records = tuple(records)
        self.events = tuple(fold.event_of(stream, record) for record in records)
        self.last = fold.fold(stream, None, records)
        self.first = next((record.seq - 1 for record in records[1:] if record.play is not None), len(records))
        """The first record to be shown: before the opening is done there is nothing on the table."""
        self._tables: list[Table] = [fold.fold(stream, None, records[:1])]
        self._sights: dict[tuple[int, int | None], Sight] = {}
        self.own = seats

    def __len__(self) -> int:
        return len(self.records)

    def table(self, seq: int) -> Table:
        """What stood on the table after record `seq`, which counts from 1."""
        while len(self._tables) < seq:
            number = len(self._tables)
            self._tables.append(evolve(self._tables[-1], self.events[number], stamp(self.records[number])))
        return self._tables[seq - 1]

    @property
    def eyes(self) -> tuple[int | None, ...]:
        """Whose eyes may be borrowed: a spectator's, one's own, everybody's when the game is over."""
        if self.last.ended is None:
            return (None, *self.own)
        seats = tuple(range(len(self.last.chairs)))
        return (None, *seats, ALL) if len(seats) > 1 else (None, ALL)

    def sight(self, seq: int, seat: int | None) -> Sight:
        """What that viewer could see after record `seq`."""
        if (seq, seat) not in self._sights:
            self._sights[seq, seat] = sight(self.table(seq), seat)
        return self._sights[seq, seat]

    def told(self, seq: int, seat: int | None) -> str:
        """What record `seq` did, in a sentence for that viewer."""
        table = self.table(seq)
        seated = zip(table.chairs, self.last.chairs, strict=True)
        # The cards are dealt before anybody sits down: who will is known here.
        names = tuple(now if now.name else later for now, later in seated)
        event = self.events[seq - 1]
        if isinstance(event, Said) and self.own and self.last.ended is None:
            seat = self.own[0]  # Players do not hear what spectators say, whosever eyes they borrow.
        return tell(attrs.evolve(table, chairs=names), event, seat)

    @property
    def chapters(self) -> tuple[int, ...]:
        """The records with which a part of the game begins: the start, and each new hand."""
        deals: tuple[type, ...] = self.last.game.chapters
        starts = (seq for seq, event in enumerate(self.events, 1) if isinstance(event, deals))
        return (self.first, *(seq for seq in starts if seq > self.first))


@attrs.frozen
class Player:
    """Where a replay stands. Every method answers the player as it is afterwards."""

    recording: Recording = attrs.field(repr=False)
    seq: int = attrs.field(default=attrs.Factory(lambda player: player.recording.first, takes_self=True))
    """The record shown, counted from 1."""
    playing: bool = False
    speed: int = NORMAL
    """An index of `SPEEDS`."""
    eyes: int | None = attrs.field(default=attrs.Factory(lambda player: _first_eyes(player.recording), takes_self=True))

    @property
    def sight(self) -> Sight:
        """What is to be shown."""
        return self.recording.sight(self.seq, self.eyes)

    @property
    def told(self) -> str:
        """What the record shown did."""
        return self.recording.told(self.seq, self.eyes)

    @property
    def pace(self) -> float | None:
        """Seconds until the next tick; None while nothing moves by itself."""
        return 1 / SPEEDS[self.speed] if self.playing else None

    @property
    def at_end(self) -> bool:
        """Whether there is nothing behind this record."""
        return self.seq >= len(self.recording)

    def go(self, seq: int) -> Player:
        """Show a record; numbers before the first and behind the last are brought back into the game."""
        return attrs.evolve(self, seq=max(self.recording.first, min(len(self.recording), seq)))

    def step(self, by: int) -> Player:
        """Go on or back by single records, and pause."""
        return attrs.evolve(self.go(self.seq + by), playing=False)

    def tick(self) -> Player:
        """Play the next record that has something to show; pause behind the last."""
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

    def look(self) -> Player:
        """Borrow the next pair of eyes."""
        eyes = self.recording.eyes
        return attrs.evolve(self, eyes=eyes[(eyes.index(self.eyes) + 1) % len(eyes)])

    def eyes_name(self) -> str:
        """Whose eyes these are."""
        match self.eyes:
            case None:
                return "a spectator"
            case int(seat) if seat == ALL:
                return "everybody"
            case int(seat):
                return self.recording.last.name_of(seat)


def _first_eyes(recording: Recording) -> int | None:
    """A player's own; a spectator's for everybody else."""
    return recording.own[0] if recording.own else None
