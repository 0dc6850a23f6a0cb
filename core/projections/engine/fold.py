"""Records of all streams → what they change. Blocks, and belongs into a worker thread."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from core.base.game import Outcome
from core.base.message import english
from core.correspondence import conditional_moves, reminders, vacations
from core.games import GAMES
from core.projections.engine.projection import Change, Damage, Noted, StreamDropped, TableChanged
from core.records import codec, fold, house_events
from core.records.house_events import Dropped
from core.table import Table, tell_ending
from core.tournaments import events as tournament_events
from journal import Damaged, Entry, Record, sentence

TALK, PERSON = "talk/", "person/"
"""With what the streams of talk and of persons begin."""
KEPT = 20_000
"""Records whose tables are kept with their past, while in play. More would make the garbage collector stop everything
for too long."""
KEPT_WITHOUT_PAST = 5_000
"""Other tables in play that are kept as they stand; their streams are read again when moves are taken back there."""
_TOLD = {
    **dict.fromkeys(("person.named", "person.code_given", "person.password_set", "person.made_program"), "person"),
    "talk.said": "talk",
    "house.dropped": house_events.STREAM,
    **dict.fromkeys(("book.opened", "book.closed"), "book"),
    **dict.fromkeys(conditional_moves.EVENTS, "plans"),
    **dict.fromkeys((*vacations.EVENTS, *reminders.CHOICES), "slow"),
    **dict.fromkeys(reminders.EVENTS, "reminders"),
    **dict.fromkeys(tournament_events.EVENTS, "event"),
    **dict.fromkeys(("duel.ordered", "duel.agreed", "duel.game_ended", "duel.stopped", "duel.ended"), "duel"),
}
"""Kinds of records of other streams than tables' that change something, and what stands before the first slash in the
names of those streams."""
_GOING_BACK = frozenset({"table.taken_back", "table.redone", "table.returned"})
"""Kinds of records that need a table's past."""


InPlay: TypeAlias = Callable[[str], Table | None]
"""The table of a stream, if it is in play in this process."""


class Folder:
    """Folds batch after batch, and keeps the tables in play."""

    def __init__(
        self, kept: int = KEPT, kept_without_past: int = KEPT_WITHOUT_PAST, in_play: InPlay = lambda _: None
    ) -> None:
        """`in_play` gives the table of a stream as it stands, if this process has folded it for its players anyway."""
        self._in_play = in_play
        self._given: dict[str, Table] = {}
        """Of the batch, the tables in play: as far as it, further, or short of its last records."""
        self._tables: OrderedDict[str, TableChanged] = OrderedDict()
        self._without_past: OrderedDict[str, TableChanged] = OrderedDict()
        self._cut: set[str] = set()
        """Tables of both kinds whose past was not kept from their beginnings on."""
        self._most, self._most_without_past, self._records = kept, kept_without_past, 0

    def missing(self, entries: Sequence[Entry]) -> dict[str, int]:
        """The streams of tables that must be read for a batch, each with its last record in the batch."""
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        found: set[str] = set()
        self._given.clear()
        for entry in entries:
            stream, seq = entry.stream, entry.record.seq
            if stream.startswith(fold.TABLE):
                if stream not in last and seq > 1 + self._reached(stream):
                    found.add(stream)
                if stream in self._cut and entry.record.kind in _GOING_BACK:
                    found.add(stream)
                first.setdefault(stream, seq)
                last[stream] = seq
        for stream, seq in first.items():
            table = self._in_play(stream)
            # One that was shortened cannot go back; but what it has behind it already, it need not.
            if table is not None and table.seq >= (last[stream] if table.is_shortened else seq - 1):
                self._given[stream] = table
        return {stream: last[stream] for stream in found - self._given.keys()}

    def _reached(self, stream: str) -> int:
        known = self._tables.get(stream) or self._without_past.get(stream)
        return known.table.seq if known else 0

    def fold(self, entries: Sequence[Entry], whole: Mapping[str, Sequence[Record] | Damaged]) -> tuple[Change, ...]:
        """What a batch changes. `whole` has the streams that were `missing`, up to their last record in the batch."""
        changes: list[Change] = []
        groups: dict[str, list[Entry]] = {}
        for entry in entries:
            if entry.stream.startswith(fold.TABLE):
                groups.setdefault(entry.stream, []).append(entry)
            elif (change := _change_of(entry)) is not None:
                changes.append(change)
                if isinstance(change, StreamDropped):
                    self._forget(change.stream)
                    groups.pop(change.stream, None)
        # Taken out before any is put back, so that none of the batch is left out to make room for another.
        known = {stream: self._forget(stream) for stream in groups}
        self._cut.difference_update(whole)
        folded = [self._folded(stream, group, known[stream], whole.get(stream)) for stream, group in groups.items()]
        return *changes, *folded

    def _folded(
        self,
        stream: str,
        group: Sequence[Entry],
        known: TableChanged | None,
        whole: Sequence[Record] | Damaged | None,
    ) -> Change:
        position = group[-1].position
        given = self._given.get(stream)
        try:
            if isinstance(whole, Damaged):
                raise whole
            if whole is not None:
                table, records = None, whole
            else:
                # A table in play may be ahead of the batch; what is ahead comes again, and changes nothing then.
                table = given or (known.table if known else None)
                after = table.seq if table else 0
                records = [entry.record for entry in group if entry.record.seq > after]
                _check_numbers(stream, records, after)
            table = fold.fold(stream, table, records)
            changed = TableChanged(table, *_checked(stream, table), position)
        except Damaged as damaged:
            return Damage(stream, damaged.seq, str(damaged.why), position, _time_of(group[-1].record))
        if given is not None or changed.table.ended:
            self._cut.discard(stream)
        else:
            self._keep(stream, changed)
        return changed

    def _forget(self, stream: str) -> TableChanged | None:
        known = self._tables.pop(stream, None)
        if known:
            self._records -= known.table.seq
        return known or self._without_past.pop(stream, None)

    def _keep(self, stream: str, changed: TableChanged) -> None:
        self._tables[stream] = changed
        self._records += changed.table.seq
        while self._records > self._most and len(self._tables) > 1:
            older, left = self._tables.popitem(last=False)
            self._records -= left.table.seq
            self._cut.add(older)
            self._without_past[older] = replace(left, table=_without_past(left.table))
        while len(self._without_past) > self._most_without_past:
            oldest, _ = self._without_past.popitem(last=False)
            self._cut.discard(oldest)


def _check_numbers(stream: str, records: Sequence[Record], after: int) -> None:
    """Raises: Damaged where a record is missing; streams that are read whole were checked by their hashes already."""
    for seq, record in enumerate(records, after + 1):
        if record.seq != seq:
            raise Damaged(stream, seq, sentence("its number is {number}", number=record.seq))


def _without_past(table: Table) -> Table:
    return replace(table, now=replace(table.now, previous=None), undone=(), marks=())


def _change_of(entry: Entry) -> Change | None:
    """What a record of another stream than a table's changes, if anything."""
    record, stream = entry.record, entry.stream
    if record.kind not in _TOLD:
        return None
    try:
        event = codec.decode(record)
    except ValueError as error:
        return Damage(stream, record.seq, str(error), entry.position, _time_of(record))
    family, _, owner = stream.partition("/")
    if family != _TOLD[record.kind] or bool(owner) == isinstance(event, Dropped):
        return Damage(stream, record.seq, "it belongs in another stream", entry.position, _time_of(record))
    if isinstance(event, Dropped):
        return None if event.first else StreamDropped(event.stream)  # Lists keep nothing of the streams of names.
    return Noted(owner, event, _time_of(record), record.seq, entry.position)


def _time_of(record: Record) -> float:
    try:
        return codec.seconds(record.at)
    except ValueError:
        return 0.0


def _checked(stream: str, table: Table) -> tuple[tuple[int, ...], tuple[int, ...], Outcome | None]:
    """Whose turn it is, what the score is and how it ended, by a table that can be shown in a list. Raises: Damaged."""
    fold.check_name(stream, table)
    try:
        turn = table.turn
        standing = table.game.standing(table.state) if table.begun else ()
        if outcome := table.outcome:
            _tell_ending(table.game.name, outcome)
    except Exception as error:  # A record may say anything, so the rules may fail in any way on it.
        raise Damaged(stream, table.seq, "it does not fit the records before it") from error
    return turn, standing, outcome


@lru_cache(maxsize=1024)
def _tell_ending(game: str, outcome: Outcome) -> str:
    """How a game ended; most games end as another one did. Fails on what no game of that name comes to."""
    return english(tell_ending(GAMES[game], outcome))
