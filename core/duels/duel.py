"""A duel that a house holds as the fold of its stream, and what can be decided about it. Pure.

The two games of a pair are played one after the other, so that the first is played by two who know nothing of the deal;
side by side, each program would see the other's cards of both games while it plays them. Several pairs go on at once.
"""

import enum
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from core.base.durations import HOUR
from core.base.game import Refused
from core.base.message import message
from core.duels.events import (
    Agreed,
    DuelEvent,
    Ended,
    Faulted,
    GameCalled,
    GameEnded,
    Ordered,
    SideNumber,
    Stopped,
)
from core.duels.rules import ABSENT, CLOSED
from core.duels.score import GameResult, Score, score_of

ANSWER_WITHIN = 1 * HOUR
"""Seconds in which those who are asked have to agree."""
NOBODY_CAME = 4
"""Games in a row that did not begin because somebody did not come, after which the duel is stopped."""
DECLINED, UNANSWERED, PERSON, LEFT = "declined", "unanswered", "person", "left"
"""Why a duel is stopped: a side did not want it, or did not answer; who ordered it, or an operator, stopped it; or
somebody did not come over and over."""
OVER = message("This duel is over.")


class Stage(enum.Enum):
    """How far a duel is."""

    ASKED = "asked"
    """A side has to agree first."""
    RUNNING = "running"
    STOPPING = "stopping"
    """No more games begin; those under way are being closed."""
    OVER = "over"


class Game(Struct, frozen=True):
    """A game of a duel."""

    pair: int
    game: int
    table: str
    result: GameResult | None = None
    """None while it goes on."""
    fault: tuple[SideNumber, str] | None = None
    """The side that has lost it before the end, and why."""


class Duel(Struct, frozen=True):
    """A duel as it stands."""

    terms: Ordered
    ordered_at: float = 0.0
    """Seconds since the epoch."""
    seq: int = 1
    """Its last record."""
    stage: Stage = Stage.RUNNING
    asks: tuple[SideNumber, ...] = ()
    """The sides that have yet to agree."""
    games: Mapping[tuple[int, int], Game] = field(default_factory=dict)
    """By pair and number in the pair, in the order in which they were called."""
    tables: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Pair and number by the ids of their tables."""
    absent: int = 0
    """The last games, in a row, to which somebody did not come."""
    reason: str = ""
    """Why it was stopped: such as `DECLINED`; empty where it was not."""

    @property
    def id(self) -> str:
        """What it is called when it is typed."""
        return self.terms.id

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens in it."""
        return self.stage is Stage.OVER

    @property
    def under_way(self) -> tuple[Game, ...]:
        """The games that are not over."""
        return tuple(game for game in self.games.values() if game.result is None)

    @property
    def results(self) -> tuple[GameResult, ...]:
        """Of the games that are over, in the order in which they were called."""
        return tuple(game.result for game in self.games.values() if game.result is not None)

    @property
    def score(self) -> Score | None:
        """What the whole pairs come to; one of which a game was closed is none. None where there is none."""
        return score_of(one for one in self.results if one.reason != CLOSED)

    def at(self, table: str) -> Game | None:
        """The game of a table."""
        return self.games[self.tables[table]] if table in self.tables else None

    def tells(self, pair: int) -> bool:
        """Whether everybody may know the deal of a pair: both of its games are over, or no more are played."""
        games = [self.games.get((pair, number)) for number in (1, 2)]
        return self.is_over or all(game is not None and game.result is not None for game in games)

    @property
    def secret(self) -> str:
        """From which the seeds of all pairs follow, in hexadecimal; empty until the duel is over."""
        return self.terms.secret if self.is_over else ""


# The fold.


def after(duel: Duel | None, event: DuelEvent, at: float) -> Duel:
    """A duel after one more record; None is before the first. Raises: ValueError for what no house writes."""
    if isinstance(event, Ordered):
        if duel is not None:
            raise ValueError("it is ordered a second time")
        asks = tuple(sorted(set(event.asks)))
        return Duel(event, at, stage=Stage.ASKED if asks else Stage.RUNNING, asks=asks)
    if duel is None:
        raise ValueError("a duel begins with duel.ordered")
    return replace(_evolved(duel, event), seq=duel.seq + 1)


def _evolved(duel: Duel, event: DuelEvent) -> Duel:
    match event:
        case Agreed(side):
            asks = tuple(one for one in duel.asks if one != side)
            return replace(duel, asks=asks, stage=duel.stage if asks else Stage.RUNNING)
        case GameCalled(pair, number, table):
            return _called(duel, Game(pair, number, table))
        case Faulted(table, side, reason):
            return _with_game(duel, table, fault=(side, reason))
        case GameEnded():
            return _with_result(duel, event)
        case Stopped(reason):
            return replace(duel, stage=Stage.STOPPING, reason=reason)
        case Ended():
            return replace(duel, stage=Stage.OVER)
        case Ordered():
            return duel


def _called(duel: Duel, game: Game) -> Duel:
    key = game.pair, game.game
    if key in duel.games or game.table in duel.tables or game.pair > duel.terms.pairs:
        raise ValueError("it calls a game a second time")
    return replace(duel, games={**duel.games, key: game}, tables={**duel.tables, game.table: key})


def _with_result(duel: Duel, ended: GameEnded) -> Duel:
    game = duel.at(ended.table)
    if game is None:
        raise ValueError("it ends a game that was not called")
    result = GameResult(
        game.pair, game.game, ended.table, ended.points, ended.reason, ended.loser, ended.lead,
    )  # fmt: skip
    absent = duel.absent + 1 if ended.reason == ABSENT else 0
    return replace(_with_game(duel, ended.table, result=result), absent=absent)


def _with_game(duel: Duel, table: str, **changes: object) -> Duel:
    game = duel.at(table)
    if game is None:
        raise ValueError("it names a game that was not called")
    changed: Game = replace(game, **changes)
    return replace(duel, games={**duel.games, (game.pair, game.game): changed})


# What people decide.


def agree(duel: Duel, side: SideNumber, by: str) -> tuple[DuelEvent, ...]:
    """A side takes part. Raises: Refused."""
    _check_asked(duel, side)
    return (Agreed(side, by),)


def decline(duel: Duel, side: SideNumber, by: str) -> tuple[DuelEvent, ...]:
    """A side does not take part, so there is no duel. Raises: Refused."""
    _check_asked(duel, side)
    return (Stopped(DECLINED, by), Ended())


def _check_asked(duel: Duel, side: SideNumber) -> None:
    if duel.stage in (Stage.STOPPING, Stage.OVER):
        raise Refused(OVER)
    if side not in duel.asks:
        raise Refused("Nobody has to agree to this duel any more.")


def stop(duel: Duel, by: str) -> tuple[DuelEvent, ...]:
    """Call the rest of a duel off. Raises: Refused where it is over or stopped."""
    if duel.stage in (Stage.STOPPING, Stage.OVER):
        raise Refused(OVER)
    return (Stopped(PERSON, by),)


# What the house decides.


def note_fault(duel: Duel, table: str, side: SideNumber, reason: str) -> tuple[DuelEvent, ...]:
    """A side has lost a game before its end; nothing where one has already, or the game is over."""
    game = duel.at(table)
    return () if game is None or game.result or game.fault else (Faulted(table, side, reason),)


def end_game(duel: Duel, result: GameResult) -> tuple[DuelEvent, ...]:
    """A game is over; nothing where that is known."""
    game = duel.at(result.table)
    if game is None or game.result is not None:
        return ()
    return (GameEnded(result.table, result.points, result.reason, result.loser, result.lead),)


def advance(duel: Duel, at: float, draw: Callable[[], str]) -> tuple[DuelEvent, ...]:
    """What is due by itself: more games, the end; nothing where nothing is. `draw` gives the id of a new table."""
    match duel.stage:
        case Stage.ASKED:
            return (Stopped(UNANSWERED, ""), Ended()) if at > duel.ordered_at + ANSWER_WITHIN else ()
        case Stage.RUNNING if duel.absent >= NOBODY_CAME:
            return (Stopped(LEFT, ""),)
        case Stage.RUNNING:
            called = tuple(GameCalled(pair, game, draw()) for pair, game in _due(duel))
            return called or (() if duel.under_way else (Ended(),))
        case Stage.STOPPING:
            return () if duel.under_way else (Ended(),)
        case Stage.OVER:
            return ()


def _due(duel: Duel) -> Iterator[tuple[int, int]]:
    """The games that are to begin now: second games first, then new pairs, for as many tables as there may be."""
    room = duel.terms.at_once - len(duel.under_way)
    begun = [pair for pair, number in duel.games if number == 1]
    waiting = [
        (pair, 2) for pair in begun if duel.games[pair, 1].result is not None and (pair, 2) not in duel.games
    ]  # fmt: skip
    fresh = ((pair, 1) for pair in range(len(begun) + 1, duel.terms.pairs + 1))
    for _, due in zip(range(room), (*waiting, *fresh), strict=False):
        yield due
