"""A recorded game to step through, as one viewer may know it. Records and seeds stay in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from core.base.game import EVERYONE, SPECTATOR, Audience, Game, Options, Outcome, Seat, Viewer
from core.base.message import SOMEBODY, Message, Name, Who, introduced, message
from core.people import talk
from core.people.talk import Said
from core.records import codec, fold
from core.replay.history import History
from core.table import Begun, Cause, TableView, followed, tell, tell_ending, view_table
from journal import Record

MOST_VIEWS = 512
"""Views that are kept, for those who step back and forth."""


class Recording:
    """A game as far as it is recorded: what stood on the table after each record, folded as it is needed."""

    def __init__(
        self,
        id: str,
        records: Sequence[Record] | History,
        names: Mapping[str, str],
        own: tuple[int, ...] = (),
        said: Sequence[Said] = (),
    ) -> None:
        """`names` are those of persons by id; `own` the seats whose view the viewer may take before the game is over.

        Raises: Damaged.
        """
        self.id = id
        self._history = records if isinstance(records, History) else History(id, records)
        self._stream = self._history.stream
        self.own = own
        self._names = names
        # A history that others share goes on with the game; what a viewer may see of it does not.
        self._recorded = tuple(self._history.recorded)
        self._last = self._history.last
        fold.check(self._stream, self._last)
        self._views: dict[tuple[int, Viewer], TableView] = {}
        self._said: dict[int, list[Said]] = {}
        for line in said:
            self._said.setdefault(min(max(line.at, 1), len(self)), []).append(line)

    def __len__(self) -> int:
        """How many records there are."""
        return len(self._recorded)

    def without_talk(self) -> Recording:
        """The same game, in which nobody says anything."""
        return Recording(self.id, self._history, self._names, self.own)

    @property
    def game(self) -> Game:
        """What is played."""
        return self._last.game

    @property
    def options(self) -> Options:
        """How it is played."""
        return self._last.setup.options

    @property
    def opened_at(self) -> float:
        """When its table was opened, in seconds since the epoch."""
        return self._last.opened_at

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self._last.outcome

    @cached_property
    def first(self) -> int:
        """The first record to be shown, counted from 1: before the game has begun there is nothing on the table."""
        begun = (info for event, info in self._recorded if isinstance(event, Begun))
        start = next(begun, None)
        if start is None:
            return len(self)
        after = (info.seq for _, info in self._recorded[start.seq :] if info.cause is not None)
        return next(after, len(self) + 1) - 1

    @property
    def perspectives(self) -> tuple[Viewer, ...]:
        """Whose views may be taken: a spectator's, one's own, anybody's when the game is over."""
        if self._last.ended is None:
            return (SPECTATOR, *map(Seat, self.own))
        seats = tuple(range(len(self._last.chairs)))
        return (SPECTATOR, *map(Seat, seats), EVERYONE) if len(seats) > 1 else (SPECTATOR, EVERYONE)

    def perspective_name(self, viewer: Viewer) -> Message:
        """Whose view this is, to be said with `names`."""
        match viewer:
            case Seat(seat):
                return message("{who}", who=Who(seat))
            case Audience.SPECTATOR:
                return message("a spectator")
            case Audience.EVERYONE:
                return message("everybody")

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """The players' names by seat, as they are in the end."""
        return tuple(chair.named(self._name) for chair in self._last.chairs)

    def _name(self, person: str) -> str:
        return self._names.get(person, SOMEBODY)

    def view(self, seq: int, viewer: Viewer) -> TableView:
        """What that viewer could see after record `seq`. Raises: Damaged."""
        if (seq, viewer) not in self._views:
            if len(self._views) >= MOST_VIEWS:
                self._views.clear()
            with codec.Gate(self._stream, seq):
                self._views[seq, viewer] = view_table(self._history.table(seq), viewer, self.names)
        return self._views[seq, viewer]

    def told(self, seq: int, viewer: Viewer) -> tuple[Message, ...]:
        """What record `seq` did, told to that viewer, and what was said then; to be said with `names`.

        Raises: Damaged.
        """
        with codec.Gate(self._stream, seq):
            table = self._history.table(seq)
            (event,) = followed(table, (self._recorded[seq - 1][0],))
            told = tell(table, event, viewer, self._cause(seq))
        heard = (line for line in self._said.get(seq, ()) if talk.is_heard(line, self._hearer(viewer)))
        said = (talk.quoted(self._name(line.person), line.text) for line in heard)
        return (*((introduced(told, self._name),) if told else ()), *said)

    def _cause(self, seq: int) -> Cause | None:
        """What led to the decision of which record `seq` is a part."""
        before = (self._recorded[number][1].cause for number in range(seq - 1, -1, -1))
        return next((cause for cause in before if cause is not None), None)

    def _hearer(self, viewer: Viewer) -> int | None:
        """Players do not hear what spectators say while they play, from whatever seat they look."""
        return self.own[0] if self.own and self._last.ended is None else viewer.number

    def ending(self) -> Message | None:
        """How the game ended, to be said with `names`, to the player if one steps through it; None while it runs."""
        outcome, seat = self.outcome, self.own[0] if len(self.own) == 1 else None
        return tell_ending(self.game, outcome, seat) if outcome else None

    @cached_property
    def chapters(self) -> tuple[int, ...]:
        """The records with which a part of the game begins: the start, and each new hand."""
        starts = (info.seq for event, info in self._recorded if isinstance(event, self.game.chapters))
        return (self.first, *(seq for seq in starts if seq > self.first))

    @cached_property
    def moves(self) -> int:
        """How many moves were in force when there were most of them: some may have been taken back since."""
        return max(self._history.plays[self.first - 1 : len(self)])

    def plays(self, seq: int) -> int:
        """How many moves were in force after record `seq`."""
        return self._history.plays[seq - 1]

    def at_move(self, number: int) -> int:
        """The first record after which so many moves are in force, or the last one there is."""
        return self._first(lambda seq: self.plays(seq) >= number)

    def at_time(self, seconds: float) -> int:
        """The first record after so many seconds of play, or the last one there is."""
        return self._first(lambda seq: self._history.elapsed[seq - 1] >= seconds)

    def _first(self, holds: Callable[[int], bool]) -> int:
        return next((seq for seq in range(self.first, len(self) + 1) if holds(seq)), len(self))

    def find_said(self, words: str, after: int, viewer: Viewer) -> int | None:
        """The next record after record `after` at which something with these words was said; None when there is none.

        From the end the search goes on from the start.
        """
        hearer, wanted = self._hearer(viewer), words.lower()
        found = sorted(
            seq
            for seq, lines in self._said.items()
            if any(talk.is_heard(line, hearer) and wanted in line.text.lower() for line in lines)
        )
        return next((seq for seq in found if seq > after), found[0] if found else None)

    def chapter_of(self, seq: int) -> int:
        """In which part of the game a record is, counted from 1."""
        return max(1, sum(start <= seq for start in self.chapters))
