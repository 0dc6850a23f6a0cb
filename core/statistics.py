"""Who played what, and how well: a projection of the journal, rebuilt from its records at any time.

What counts:

- A game counts once its player has made a move in it, not when it is dealt.
- A solitaire that was left unfinished counts as lost once its player has begun another one of the same kind after
  the last move in it. To go on with it later makes it a game in progress again. To start again from the same deal
  takes everything back and is an undo.
- A win is *perfect*, without help, when nothing was taken back, no hint was asked for and the game was not made of
  another one.
- A win to which the computer player made a move for the person is a demonstration: neither won nor lost.
- A game with several seats counts when it is over.

Moves are those in force at the end; time is time of play, in which long pauses do not count. Players are known by
their names, in which capitals do not matter, as at a table; computer players have no statistics.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from core import codec
from core.game import Game
from core.games import GAMES
from core.spans import span
from core.table import Continued, Opened, Table, evolve, open_table
from journal import Record


class Ending(enum.Enum):
    """What became of a game, for one of its players."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    DEMONSTRATED = "demonstrated"
    RUNNING = "running"


@attrs.frozen
class Course:
    """One table as far as it has gone: everything but the positions."""

    table: Table
    opened_at: float
    """Seconds since the epoch."""
    begun: bool = False
    """Whether a move was made, and not only in the game that this one was made of."""
    continued: bool = False
    """Whether it was made of another game."""
    demonstrated: frozenset[int] = frozenset()
    """The seats for whose person the computer player made a move."""


@attrs.frozen
class Statistics:
    """All games of a journal."""

    courses: Mapping[str, Course] = attrs.field(factory=dict)
    """By stream. Never changed in place."""


@attrs.frozen
class Kind:
    """What is counted together."""

    game: str
    options: tuple[tuple[str, str], ...]
    opponent: str
    """"computer" or "person"; empty for a solitaire."""


@attrs.frozen
class Result:
    """A game from one player's side."""

    kind: Kind
    player: str
    ending: Ending
    at: float
    """Seconds since the epoch when the last move was made."""
    moves: int
    seconds: float
    perfect: bool


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


def include(statistics: Statistics, stream: str, record: Record) -> Statistics:
    """The statistics after one more record of a stream."""
    return include_all(statistics, stream, (record,))


def include_all(statistics: Statistics, stream: str, records: Iterable[Record]) -> Statistics:
    """The statistics after some more records of one stream, in order.

    Records that were included before are passed over, and so are games and events that this version does not know.
    """
    course = statistics.courses.get(stream)
    for record in records:
        course = _step(course, record)
    if course is None:
        return statistics
    return Statistics({**statistics.courses, stream: course})


def _step(course: Course | None, record: Record) -> Course | None:
    event = _table_event(record)
    if course is None:
        return _opened(event, record)
    if record.seq <= course.table.seq or (event is None and record.kind.startswith("table.")):
        return course
    table = _trimmed(evolve(course.table, event, codec.stamp(record)))
    play = record.play or {}
    if isinstance(event, Continued):
        return attrs.evolve(course, table=table, begun=False, continued=True)
    shown = {play["seat"]} if play.get("demo") else set()
    demonstrated = course.demonstrated | shown
    return attrs.evolve(course, table=table, begun=course.begun or "move" in play, demonstrated=demonstrated)


def _trimmed(table: Table) -> Table:
    """A table that has ended needs no past to return to; a journal may hold very many of them."""
    if table.ended is None:
        return table
    return attrs.evolve(table, now=attrs.evolve(table.now, before=None), undone=(), marks=())


def _table_event(record: Record) -> Any:
    """The event of the table; None for those of a game, whose positions do not matter here, and for unknown ones."""
    if not record.kind.startswith("table."):
        return None
    try:
        return codec.decode(record)
    except ValueError:
        return None


def _opened(event: Any, record: Record) -> Course | None:
    if not isinstance(event, Opened) or event.game not in GAMES:
        return None
    stamp = codec.stamp(record)
    return Course(open_table(_blind(GAMES[event.game]), event, stamp), stamp.at)


def _blind(game: Game) -> Game:
    """A game that goes through its motions without positions: the table around it counts all the same."""
    return attrs.evolve(game, start=lambda _options: None, evolve=lambda state, _event: state)


def results(statistics: Statistics) -> tuple[Result, ...]:
    """All games of all persons, in the order of their last moves."""
    found = [(course.opened_at, result) for course in statistics.courses.values() for result in _results(course)]
    last_begun: dict[tuple[str, Kind], float] = {}
    for opened_at, result in found:
        key = result.player.lower(), result.kind
        last_begun[key] = max(last_begun.get(key, opened_at), opened_at)
    judged = (_abandoned(result, last_begun[result.player.lower(), result.kind]) for _, result in found)
    return tuple(sorted(judged, key=lambda result: result.at))


def _abandoned(result: Result, last_begun: float) -> Result:
    """A solitaire in progress that was left for another one is lost."""
    if result.ending is Ending.RUNNING and not result.kind.opponent and last_begun > result.at:
        return attrs.evolve(result, ending=Ending.LOST)
    return result


def _results(course: Course) -> Iterator[Result]:
    table = course.table
    for seat, chair in enumerate(table.chairs):
        if course.begun and chair.name and not chair.is_bot:
            others = [other for number, other in enumerate(table.chairs) if number != seat]
            opponent = "" if not others else "computer" if any(other.is_bot for other in others) else "person"
            helped = table.undos or table.hints or course.continued
            yield Result(
                kind=Kind(table.game.name, tuple(table.options.items()), opponent),
                player=chair.name,
                ending=_ending(course, seat),
                at=table.at,
                moves=table.now.plays,
                seconds=table.elapsed,
                perfect=not helped,
            )


def _ending(course: Course, seat: int) -> Ending:
    ended = course.table.ended
    if ended is None:
        return Ending.RUNNING
    if seat in ended.winners:
        return Ending.DEMONSTRATED if seat in course.demonstrated else Ending.WON
    return Ending.LOST if ended.winners or len(course.table.chairs) == 1 else Ending.DRAWN


def players(statistics: Statistics) -> tuple[str, ...]:
    """Everybody who has begun a game, by name; the spelling is that of the first game."""
    names = {result.player.lower(): result.player for result in reversed(results(statistics))}
    return tuple(names[key] for key in sorted(names))


def tallies(statistics: Statistics, player: str) -> Mapping[Kind, Tally]:
    """A player's games by kind, in the order of the games of the house."""
    mine = [result for result in results(statistics) if result.player.lower() == player.lower()]
    order = list(GAMES)
    kinds = sorted(
        {result.kind for result in mine}, key=lambda kind: (order.index(kind.game), kind.options, kind.opponent)
    )
    return {kind: _tally([result for result in mine if result.kind == kind]) for kind in kinds}


def _tally(games: Sequence[Result]) -> Tally:
    counts = {ending: sum(game.ending is ending for game in games) for ending in Ending}
    wins = [game for game in games if game.ending is Ending.WON]
    streak, best = _streaks(games)
    return Tally(
        won=counts[Ending.WON],
        lost=counts[Ending.LOST],
        drawn=counts[Ending.DRAWN],
        running=counts[Ending.RUNNING],
        demonstrated=counts[Ending.DEMONSTRATED],
        streak=streak,
        best_streak=best,
        all_wins=_score(wins),
        perfect_wins=_score([win for win in wins if win.perfect]),
    )


def _streaks(games: Sequence[Result]) -> tuple[int, int]:
    """The wins in a row at the end, and the most anywhere."""
    streak = best = 0
    for game in games:
        match game.ending:
            case Ending.WON:
                streak += 1
                best = max(best, streak)
            case Ending.LOST | Ending.DRAWN:
                streak = 0
            case Ending.RUNNING | Ending.DEMONSTRATED:
                pass
    return streak, best


def _score(wins: Sequence[Result]) -> Score | None:
    if not wins:
        return None
    moves, seconds = [win.moves for win in wins], [win.seconds for win in wins]
    return Score(len(wins), min(moves), sum(moves) / len(wins), min(seconds), sum(seconds) / len(wins))


def show(statistics: Statistics, player: str) -> tuple[str, ...]:
    """A player's statistics in lines of at most 80 columns."""
    shown = [line for kind, tally in tallies(statistics, player).items() for line in _lines(kind, tally)]
    return tuple(shown) or (f"{player} has played nothing yet.",)


def _lines(kind: Kind, tally: Tally) -> Iterator[str]:
    against = {"": "", "computer": " against the computer", "person": " against persons"}[kind.opponent]
    options = "".join(f", {value}" for _, value in kind.options)
    yield f"{GAMES[kind.game].title}{options}{against}"
    share = f" ({tally.won / tally.played:.0%})" if tally.played else ""
    counts = [f"{tally.played} played", f"{tally.won} won{share}", f"{tally.lost} lost"]
    extra = (("drawn", tally.drawn), ("in progress", tally.running), ("demonstrated", tally.demonstrated))
    yield "  " + ", ".join([*counts, *(f"{count} {what}" for what, count in extra if count)])
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
