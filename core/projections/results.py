"""Who played what, and how well, by the persons' ids: one row for each game that counts, and sums that are kept.

What counts, and as what, is said in `what_counts`; a win is *perfect* that came without help. Games that cannot be read
never count. Moves are those in force at the end; time is time of play, in which long pauses do not count. Computer
players have no statistics.

Streaks are kept as runs: for each game that was not won, in the order of the last moves, how many wins follow it before
the next such game. A game that turns out to be lost splits a run.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import attrs
import msgspec

from core.projections.engine.projection import Change, Damage, Projection, StreamDropped, TableChanged, Tables
from core.records.fold import TABLE
from core.table import Chair
from core.table.what_counts import Ending, ending_of, helps


class Kind(msgspec.Struct, frozen=True):
    """What is counted together."""

    game: str
    options: tuple[tuple[str, str], ...]
    opponent: str
    """"computer", "person" or "program"; empty for a solitaire."""


class Result(msgspec.Struct, frozen=True):
    """A game from one player's side."""

    id: str
    person: str
    kind: Kind
    ending: Ending
    opened_ms: int
    """Milliseconds since the epoch."""
    at_ms: int
    """Milliseconds since the epoch when the last move was made."""
    moves: int
    play_ms: int
    """Milliseconds of play."""
    perfect: bool


_SCHEMA = """
CREATE TABLE {p}tally (n INTEGER PRIMARY KEY, person TEXT, game TEXT, options TEXT, opponent TEXT,
    running INTEGER, won INTEGER, lost INTEGER, drawn INTEGER, demonstrated INTEGER,
    best_moves INTEGER, sum_moves INTEGER, best_ms INTEGER, sum_ms INTEGER, perfect INTEGER,
    perfect_best_moves INTEGER, perfect_sum_moves INTEGER, perfect_best_ms INTEGER, perfect_sum_ms INTEGER,
    UNIQUE (person, game, options, opponent));
CREATE TABLE {p}result (id TEXT, tally INTEGER, ending INTEGER, at INTEGER, opened INTEGER, moves INTEGER, ms INTEGER,
    perfect INTEGER, PRIMARY KEY (id, tally)) WITHOUT ROWID;
CREATE INDEX {p}result_order ON {p}result (tally, ending, at, id);
CREATE TABLE {p}run (tally INTEGER, at INTEGER, id TEXT, wins INTEGER, PRIMARY KEY (tally, at, id)) WITHOUT ROWID;
CREATE INDEX {p}run_wins ON {p}run (tally, wins)
"""
_NEW_TALLY = """
INSERT INTO {p}tally (person, game, options, opponent, running, won, lost, drawn, demonstrated, sum_moves,
    sum_ms, perfect, perfect_sum_moves, perfect_sum_ms) VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""
_FIND_TALLY = "SELECT n FROM {p}tally WHERE person=? AND game=? AND options=? AND opponent=?"
_WRITE_RESULT = """
INSERT INTO {p}result VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ending=excluded.ending,
    at=excluded.at, moves=excluded.moves, ms=excluded.ms, perfect=excluded.perfect
"""
_ADD = """
UPDATE {p}tally SET running=running+?, won=won+?, lost=lost+?, drawn=drawn+?, demonstrated=demonstrated+?
    WHERE n=?
"""
_ADD_WINS = """
UPDATE {p}tally SET best_moves=min(coalesce(best_moves, ?), ?), sum_moves=sum_moves+?,
    best_ms=min(coalesce(best_ms, ?), ?), sum_ms=sum_ms+? WHERE n=?
"""
_ADD_PERFECT = """
UPDATE {p}tally SET perfect_best_moves=min(coalesce(perfect_best_moves, ?), ?), perfect_sum_moves=perfect_sum_moves+?,
    perfect_best_ms=min(coalesce(perfect_best_ms, ?), ?), perfect_sum_ms=perfect_sum_ms+?, perfect=perfect+? WHERE n=?
"""
_CLEAR = """
UPDATE {p}tally SET running=0, won=0, lost=0, drawn=0, demonstrated=0, best_moves=NULL, sum_moves=0, best_ms=NULL,
    sum_ms=0, perfect=0, perfect_best_moves=NULL, perfect_sum_moves=0, perfect_best_ms=NULL, perfect_sum_ms=0
    WHERE n=?
"""


def results_of(change: TableChanged) -> Iterator[Result]:
    """What a table is for each of its persons, if it counts."""
    table, setup = change.table, change.table.setup
    for seat, chair in enumerate(table.chairs):
        if chair.person and (ending := ending_of(table, seat)) is not None:
            others = [other for number, other in enumerate(table.chairs) if number != seat]
            yield Result(
                setup.id, chair.person, Kind(setup.game.name, tuple(setup.options.items()), _opponent(others)),
                ending, round(table.opened_at * 1000), round(table.at * 1000), table.now.plays,
                round(table.elapsed * 1000), not helps(table),
            )  # fmt: skip


def _opponent(others: Sequence[Chair]) -> str:
    if any(other.bot for other in others):
        return "computer"
    return "program" if any(other.is_program for other in others) else "person" if others else ""


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write what changed: results as they stand now, so that writing them again changes nothing."""
    writing = Writing(tables)
    for change in changes:
        match change:
            case TableChanged(table) if table.restored and not table.was_played:
                # The moves it was counted for turned out to be those of another game.
                writing.remove(change.id)
            case TableChanged():
                for result in results_of(change):
                    writing.write(result)
            case Damage(stream) | StreamDropped(stream) if stream.startswith(TABLE):
                writing.remove(stream.removeprefix(TABLE))
            case _:
                pass
    writing.finish()


RESULTS = Projection("results", version=8, readable=2, schema=_SCHEMA, write=write)
"""Its queries are in `statistics`."""


class _Row(NamedTuple):
    """A result as it is stored."""

    id: str
    tally: int
    ending: Ending
    at: int
    opened: int
    moves: int
    ms: int
    perfect: int


class _Sums(msgspec.Struct):
    """What a batch adds to a tally."""

    endings: list[int] = msgspec.field(default_factory=lambda: [0] * len(Ending))
    wins: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """Moves and milliseconds of each."""
    perfect: list[tuple[int, int]] = msgspec.field(default_factory=list)


@attrs.define
class Writing:
    """One batch on its way into the tables."""

    tables: Tables
    _tallies: dict[tuple[str, Kind], int] = attrs.field(factory=dict, init=False)
    """The numbers of tallies, by person and kind."""
    _sums: dict[int, _Sums] = attrs.field(factory=dict, init=False)
    """By the number of the tally."""

    def write(self, result: Result) -> None:
        """Put a result in the place of the one that is stored, if any."""
        tally = self._tally(result)
        row = _Row(
            result.id, tally, result.ending, result.at_ms, result.opened_ms, result.moves, result.play_ms,
            result.perfect,
        )  # fmt: skip
        stored = self.tables.execute("SELECT * FROM {p}result WHERE id=? AND tally=?", row.id, row.tally).fetchone()
        old = _row(stored) if stored else None
        if old == row:
            return
        if old is not None and old.ending is not Ending.RUNNING:
            # What is over never ends otherwise; should it still, everything is summed up again.
            self.tables.execute(_WRITE_RESULT, *row)
            self._sum_again(row.tally)
            return
        self.tables.execute(_WRITE_RESULT, *row)
        self._count(row)
        if old is not None:
            self._sums[row.tally].endings[Ending.RUNNING] -= 1

    def _tally(self, result: Result) -> int:
        key = result.person, result.kind
        if key not in self._tallies:
            options = msgspec.json.encode(result.kind.options).decode()
            values = (result.person, result.kind.game, options, result.kind.opponent)
            if (found := self.tables.execute(_FIND_TALLY, *values).fetchone()) is None:
                self.tables.execute(_NEW_TALLY, *values)
                found = self.tables.execute(_FIND_TALLY, *values).fetchone()
            (self._tallies[key],) = found
        return self._tallies[key]

    def _count(self, row: _Row) -> None:
        """Add a result to the sums."""
        sums = self._sums.setdefault(row.tally, _Sums())
        sums.endings[row.ending] += 1
        match row.ending:
            case Ending.WON:
                sums.wins.append((row.moves, row.ms))
                if row.perfect:
                    sums.perfect.append((row.moves, row.ms))
                at, id, _ = self._run_before(row.tally, row.at, row.id)
                self._add_wins(row.tally, at, id, 1)
            case Ending.LOST | Ending.DRAWN:
                self._split_run(row)
            case Ending.RUNNING | Ending.SHOWN:
                pass

    def _run_before(self, tally: int, at: int, id: str) -> tuple[int, str, int]:
        """Place and wins of the run into which a game falls; the first run is that before all games."""
        found = self.tables.execute(
            "SELECT at, id, wins FROM {p}run WHERE tally=? AND (at, id)<(?, ?) ORDER BY at DESC, id DESC LIMIT 1",
            tally, at, id,
        ).fetchone()  # fmt: skip
        if found is None:
            self.tables.execute("INSERT INTO {p}run VALUES (?, -1, '', 0)", tally)
            return -1, "", 0
        return found[0], found[1], found[2]

    def _add_wins(self, tally: int, at: int, id: str, wins: int) -> None:
        self.tables.execute("UPDATE {p}run SET wins=wins+? WHERE tally=? AND at=? AND id=?", wins, tally, at, id)

    def _split_run(self, row: _Row) -> None:
        at, id, wins = self._run_before(row.tally, row.at, row.id)
        after = self._wins_until_next(row, wins)
        if after:
            self._add_wins(row.tally, at, id, -after)
        self.tables.execute("INSERT INTO {p}run VALUES (?, ?, ?, ?)", row.tally, row.at, row.id, after)

    def _wins_until_next(self, row: _Row, most: int) -> int:
        """How many of the run's wins come after a game. Mostly none do: it is the latest."""
        if not most:
            return 0
        end = self.tables.execute(
            "SELECT at, id FROM {p}run WHERE tally=? AND (at, id)>(?, ?) ORDER BY at, id LIMIT 1",
            row.tally, row.at, row.id,
        ).fetchone() or (1 << 62, "")  # fmt: skip
        (wins,) = self.tables.execute(
            "SELECT count(*) FROM {p}result WHERE tally=? AND ending=? AND (at, id)>(?, ?) AND (at, id)<(?, ?)",
            row.tally, int(Ending.WON), row.at, row.id, *end,
        ).fetchone()  # fmt: skip
        return int(wins)

    def finish(self) -> None:
        """Store the sums, which are put off so that the games of a batch share a statement."""
        for tally, sums in self._sums.items():
            self.tables.execute(_ADD, *sums.endings, tally)
            if sums.wins:
                self.tables.execute(_ADD_WINS, *_best_and_sum(sums.wins), tally)
            if sums.perfect:
                self.tables.execute(_ADD_PERFECT, *_best_and_sum(sums.perfect), len(sums.perfect), tally)
        self._sums.clear()

    def remove(self, id: str) -> None:
        """Take away a table's results. That is rare, so everything they were part of is summed up again."""
        tallies = self.tables.execute("SELECT tally FROM {p}result WHERE id=?", id).fetchall()
        self.tables.execute("DELETE FROM {p}result WHERE id=?", id)
        for (tally,) in tallies:
            self._sum_again(tally)

    def _sum_again(self, tally: int) -> None:
        """Sum up all results of a tally, in the order of their last moves."""
        self._sums.pop(tally, None)
        self.tables.execute(_CLEAR, tally)
        self.tables.execute("DELETE FROM {p}run WHERE tally=?", tally)
        stored = self.tables.execute("SELECT * FROM {p}result WHERE tally=?", tally).fetchall()
        if not stored:
            self.tables.execute("DELETE FROM {p}tally WHERE n=?", tally)
            self._tallies = {key: n for key, n in self._tallies.items() if n != tally}
            return
        # Taken out first: a run is split by the wins that are stored, and none is counted yet.
        self.tables.execute("DELETE FROM {p}result WHERE tally=?", tally)
        for row in sorted(map(_row, stored), key=lambda row: (row.at, row.id)):
            self.tables.execute(_WRITE_RESULT, *row)
            self._count(row)


def _row(values: Iterable[Any]) -> _Row:
    id, tally, ending, *rest = values
    return _Row(id, tally, Ending(ending), *rest)


def _best_and_sum(wins: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Of moves and of milliseconds the least, twice, and the sum."""
    moves, ms = zip(*wins, strict=True)
    return min(moves), min(moves), sum(moves), min(ms), min(ms), sum(ms)
