"""A person's statistics: questions to the results, and the lines that are shown. See `results` for what counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping

import attrs
import msgspec

from core.games import GAMES
from core.projections.results import Kind
from core.spans import span

_TALLIES = """
SELECT game, options, opponent, won, lost, drawn, running, demonstrated,
    coalesce((SELECT wins FROM {p}run r WHERE r.tally=t.n ORDER BY at DESC, id DESC LIMIT 1), 0),
    coalesce((SELECT max(wins) FROM {p}run r WHERE r.tally=t.n), 0),
    won, best_moves, sum_moves, best_ms, sum_ms,
    perfect, perfect_best_moves, perfect_sum_moves, perfect_best_ms, perfect_sum_ms
FROM {p}tally t WHERE person=?
"""
_options = msgspec.json.Decoder(tuple[tuple[str, str], ...]).decode


@attrs.frozen
class Score:
    """Best and average of some wins."""

    wins: int
    best_moves: int
    average_moves: float
    best_seconds: float
    average_seconds: float


@attrs.frozen
class Tally:
    """A player's games of one kind."""

    won: int
    lost: int
    drawn: int
    running: int
    demonstrated: int
    streak: int
    """Wins since the last game that was not won."""
    best_streak: int
    all_wins: Score | None
    """None without a win."""
    perfect_wins: Score | None

    @property
    def played(self) -> int:
        """Games that came to an end."""
        return self.won + self.lost + self.drawn


def tallies(connection: sqlite3.Connection, prefix: str, person: str) -> Mapping[Kind, Tally]:
    """A person's games by kind, in the order of the games of the house. Costs the same however many they are."""
    found = {}
    for game, options, opponent, *counts in connection.execute(_TALLIES.format(p=prefix), (person,)):
        if game in GAMES:
            found[Kind(game, _options(options), opponent)] = _tally(counts)
    order = list(GAMES)
    return dict(sorted(found.items(), key=lambda item: (order.index(item[0].game), item[0].options, item[0].opponent)))


def _tally(counts: list[int]) -> Tally:
    won, lost, drawn, running, demonstrated, streak, best_streak, *wins = counts
    all_wins, perfect_wins = _score(*wins[:5]), _score(*wins[5:])
    return Tally(won, lost, drawn, running, demonstrated, streak, best_streak, all_wins, perfect_wins)


def _score(wins: int, best_moves: int, sum_moves: int, best_ms: int, sum_ms: int) -> Score | None:
    if not wins:
        return None
    return Score(wins, best_moves, sum_moves / wins, best_ms / 1000, sum_ms / wins / 1000)


def show(found: Mapping[Kind, Tally], name: str) -> tuple[str, ...]:
    """A person's statistics in lines of at most 80 columns."""
    shown = [line for kind, tally in found.items() for line in _lines(kind, tally)]
    return tuple(shown) or (f"{name} has played nothing yet.",)


def _lines(kind: Kind, tally: Tally) -> Iterator[str]:
    against = {"": "", "computer": " against the computer", "person": " against persons"}[kind.opponent]
    options = "".join(f", {value}" for _, value in kind.options)
    yield f"{GAMES[kind.game].title}{options}{against}"
    share = f" ({tally.won / tally.played:.0%})" if tally.played else ""
    counts = [f"{tally.played} played", f"{tally.won} won{share}", f"{tally.lost} lost"]
    extra = (("drawn", tally.drawn), ("in progress", tally.running), ("demonstrated", tally.demonstrated))
    yield "  " + ", ".join([*counts, *(f"{count} {what}" for what, count in extra if count)])
    if kind.opponent == "computer" and tally.won:
        yield f"  won without help: {tally.perfect_wins.wins if tally.perfect_wins else 0}"
    if tally.all_wins:
        yield f"  won in a row: {tally.streak} now, {tally.best_streak} at best"
    if tally.all_wins and not kind.opponent:
        yield _score_line("all wins", tally.all_wins)
    if tally.perfect_wins and not kind.opponent:
        yield _score_line("without help", tally.perfect_wins)


def _score_line(wins: str, score: Score) -> str:
    best = f"best {score.best_moves} moves, {span(score.best_seconds)}"
    average = f"average {score.average_moves:.1f} moves, {span(score.average_seconds)}"
    return f"  {wins:12} {score.wins:4}   {best}   {average}"
