"""What lists and statistics say, worked out from whole streams in the plainest way: the specification."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from core.projections.engine.fold import Folder
from core.projections.engine.projection import TableChanged
from core.projections.glicko2 import Rating, play
from core.projections.ratings import score
from core.projections.results import Kind, Result, results_of
from core.projections.statistics import Score, Tally
from core.projections.table_summaries import GameSummary, TableState
from core.records import fold
from core.table import Chair, Holder, Table
from core.table.what_counts import Ending, pool_of
from journal import Entry, Record


def changed(stream: str, records: Sequence[Record]) -> TableChanged:
    """The table of a whole stream."""
    (change,) = Folder().fold([Entry(1, stream, record) for record in records], {})
    assert isinstance(change, TableChanged)
    return change


def summary(stream: str, records: Sequence[Record]) -> GameSummary:
    """A table as the list shows it."""
    table = fold.fold(stream, None, records)
    seats = list(enumerate(table.chairs))
    return GameSummary(
        table.id, table.game.name, tuple(table.setup.options.items()), table.setup.deal, table.setup.clock,
        tuple(
            Chair(chair.person, chair.bot, stand_in=chair.stand_in, agreed=Holder(_wanted(table, seat)))
            for seat, chair in seats
        ),
        _state(table), table.now.plays,
        table.turn, fold.fold(stream, None, records[:1]).at, table.at, table.setup.is_practice, table.restored,
        table.outcome, table.seq,
        any(table.setup.reserved), table.delay,
        table.game.standing(table.state) if table.begun else (),
    )  # fmt: skip


def _wanted(table: Table, seat: int) -> str:
    if table.chairs[seat].is_taken:
        return table.chairs[seat].wanted
    return table.setup.reserved[seat] if table.setup.reserved else ""


def _state(table: Table) -> TableState:
    if table.ended:
        return TableState.ENDED
    return TableState.RUNNING if table.begun else TableState.WAITING


def tallies(streams: Mapping[str, Sequence[Record]], person: str) -> dict[Kind, Tally]:
    """A person's games by kind."""
    return tallies_of(
        result
        for stream, records in streams.items()
        if stream.startswith(fold.TABLE)
        for result in results_of(changed(stream, records))
        if result.person == person
    )


def ratings(streams: Mapping[str, Sequence[Record]], registered: Mapping[str, float]) -> dict[tuple[str, str], Rating]:
    """Ratings by person and game, and what is behind its name for games with programs.

    `registered` has the times at which persons did.
    """
    found: dict[tuple[str, str], Rating] = {}
    tables = [changed(stream, records) for stream, records in streams.items() if stream.startswith(fold.TABLE)]
    for change in sorted(
        filter(lambda change: pool_of(change.table), tables), key=lambda change: (change.table.at, change.id)
    ):
        table = change.table
        pool = pool_of(table)
        assert pool is not None
        keys = [(chair.person, table.game.name + pool.value) for chair in table.chairs]
        if table.ended and all(registered.get(person, math.inf) <= table.opened_at for person, _ in keys):
            one, other = (found.get(key, Rating()) for key in keys)
            found.update(zip(keys, play(one, other, score(table.ended.winners), table.at), strict=True))
    return found


def tallies_of(results: Iterable[Result]) -> dict[Kind, Tally]:
    """One person's games by kind."""
    found = list(results)
    return {kind: _tally([one for one in found if one.kind == kind]) for kind in {one.kind for one in found}}


def _tally(found: Sequence[Result]) -> Tally:
    games = sorted(found, key=lambda game: (game.at_ms, game.id))
    counts = {ending: sum(game.ending is ending for game in games) for ending in Ending}
    wins = [game for game in games if game.ending is Ending.WON]
    return Tally(
        counts[Ending.WON], counts[Ending.LOST], counts[Ending.DRAWN], counts[Ending.RUNNING],
        counts[Ending.SHOWN], *_streaks(games), _score(wins), _score([win for win in wins if win.perfect]),
    )  # fmt: skip


def _streaks(games: Sequence[Result]) -> tuple[int, int]:
    streak = best = 0
    for game in games:
        match game.ending:
            case Ending.WON:
                streak += 1
                best = max(best, streak)
            case Ending.LOST | Ending.DRAWN:
                streak = 0
            case Ending.RUNNING | Ending.SHOWN:
                pass
    return streak, best


def _score(wins: Sequence[Result]) -> Score | None:
    if not wins:
        return None
    moves, ms = [win.moves for win in wins], [win.play_ms for win in wins]
    count = len(wins)
    return Score(count, min(moves), sum(moves) / count, min(ms) / 1000, sum(ms) / count / 1000)
