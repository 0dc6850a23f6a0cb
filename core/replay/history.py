"""What stood on a table after each of its records: events, and a table for every so many of them, from which the
others are folded when they are wanted. It is shared by all who step through a game."""

from array import array
from collections.abc import Iterable
from typing import Any

from core.records import codec, fold
from core.table import RecordInfo, Table, evolve
from journal import Damaged, Record

STEP = 64
"""Records between two tables that are kept."""


class History:
    """A game as far as it is recorded. Records count from 1."""

    def __init__(self, id: str, records: Iterable[Record] = ()) -> None:
        """Raises: Damaged."""
        self.stream = fold.stream_of(id)
        self.recorded: list[fold.Recorded] = []
        self._kept: list[Table] = []
        """After the first record, and after each `STEP` of them."""
        self.plays = array("L")
        """How many moves were in force after each record."""
        self.elapsed = array("d")
        """Seconds of play up to each record."""
        self._window: list[Table] = []
        """The tables from a kept one to the next, as they were wanted last."""
        self._last: Table | None = None
        self.extend(records)

    def __len__(self) -> int:
        """How many records there are."""
        return len(self.recorded)

    def extend(self, records: Iterable[Record]) -> None:
        """Take in the next records. Raises: Damaged."""
        recorded = fold.decode(self.stream, records)
        with codec.Gate(self.stream) as gate:
            for event, info in recorded:
                gate.seq = info.seq
                self._take(event, info)

    def _take(self, event: Any, info: RecordInfo) -> None:
        last = self._last
        table = evolve(last, event, info) if last is not None else fold.first(self.stream, event, info)
        if len(self.recorded) % STEP == 0:
            self._kept.append(table)
        self.recorded.append((event, info))
        self.plays.append(table.now.plays)
        self.elapsed.append(table.elapsed)
        self._last = table

    @property
    def last(self) -> Table:
        """The table after the last record. Raises: Damaged when there is none."""
        if self._last is None:
            raise Damaged(self.stream, 1, "it has no record")
        return self._last

    def table(self, seq: int) -> Table:
        """What stood on the table after a record."""
        if seq == len(self.recorded):
            return self.last
        number, place = divmod(seq - 1, STEP)
        if not self._window or self._window[0] is not self._kept[number]:
            self._window = [self._kept[number]]
        # Folded before, so that nothing goes wrong here that the gate has not seen.
        while len(self._window) <= place:
            self._window.append(evolve(self._window[-1], *self.recorded[number * STEP + len(self._window)]))
        return self._window[place]
