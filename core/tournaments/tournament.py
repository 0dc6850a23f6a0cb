"""A tournament as the fold of its stream, and what can be decided about it. Pure."""

import enum
from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from core.base.game import Refused
from core.tournaments import pairing
from core.tournaments.events import (
    Announced,
    Cancelled,
    Ended,
    Entered,
    GameEnded,
    Paired,
    Pairing,
    Started,
    TournamentEvent,
    Withdrew,
)

NO_SHOWS = 2
"""Games to which somebody did not come, after which they are withdrawn."""
FEWEST = 2
"""Players with whom a tournament is held."""
LATEST = 1800.0
"""Seconds by which a tournament may begin late, because no house was open; then it is cancelled."""
WIN, DRAW = 2, 1
"""In half points."""


class Stage(enum.Enum):
    """How far a tournament is."""

    ANNOUNCED = "announced"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class Player(Struct, frozen=True):
    """Somebody who has entered."""

    person: str
    is_in: bool = True
    """False for who has withdrawn."""
    no_shows: int = 0


class Game(Struct, frozen=True):
    """Two who play, or have played."""

    round: int
    """0 in an arena."""
    table: str
    """Empty where nothing is played, because one of them has withdrawn."""
    persons: pairing.Pair
    points: tuple[int, int] | None = None
    """In half points; None while it goes on."""
    reason: str = ""
    absent: tuple[str, ...] = ()


class Tournament(Struct, frozen=True):
    """A tournament as it stands."""

    terms: Announced
    announced_at: float = 0.0
    """Seconds since the epoch, as `started_at`."""
    seq: int = 1
    """Its last record."""
    stage: Stage = Stage.ANNOUNCED
    players: tuple[Player, ...] = ()
    """In the order in which they entered."""
    field: tuple[str, ...] = ()
    """The ids of those with whom it began."""
    started_at: float = 0.0
    round: int = 0
    games: tuple[Game, ...] = ()
    """In the order in which they were paired."""
    byes: tuple[str, ...] = ()
    """By round the id of who had one; empty for nobody."""
    reason: str = ""
    """Why it was cancelled."""

    @property
    def id(self) -> str:
        """What it is called when it is typed."""
        return self.terms.id

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens in it."""
        return self.stage in (Stage.OVER, Stage.CANCELLED)

    @property
    def is_arena(self) -> bool:
        """Whether those play who are free, for a time; else it is a round robin."""
        return self.terms.length > 0

    @property
    def rounds(self) -> int:
        """How many rounds a round robin has that has begun."""
        needed = pairing.rounds_needed(len(self.field))
        return min(self.terms.rounds, needed) if self.terms.rounds else needed

    @property
    def under_way(self) -> tuple[Game, ...]:
        """The games that are not over."""
        return tuple(game for game in self.games if game.points is None)

    def player(self, person: str) -> Player | None:
        """Somebody who has entered, be they withdrawn by now."""
        return next((one for one in self.players if one.person == person), None)

    def takes_part(self, person: str) -> bool:
        """Whether somebody has entered and not withdrawn."""
        found = self.player(person)
        return found is not None and found.is_in

    @property
    def taking_part(self) -> tuple[str, ...]:
        """The ids of those who have entered and not withdrawn."""
        return tuple(one.person for one in self.players if one.is_in)


# The fold.


def after(tournament: Tournament | None, event: TournamentEvent, at: float) -> Tournament:
    """A tournament after one more record, with its time in seconds since the epoch; None is before the first.

    Raises: ValueError for what no house writes.
    """
    if isinstance(event, Announced):
        if tournament is not None:
            raise ValueError("it is announced a second time")
        return Tournament(event, at)
    if tournament is None:
        raise ValueError("a tournament begins with tournament.announced")
    return replace(_evolved(tournament, event, at), seq=tournament.seq + 1)


def _evolved(tournament: Tournament, event: TournamentEvent, at: float) -> Tournament:
    match event:
        case Announced():
            return tournament
        case Entered(person):
            return _with_player(tournament, person, is_in=True)
        case Withdrew(person):
            return _with_player(tournament, person, is_in=False)
        case Started():
            return replace(tournament, stage=Stage.RUNNING, started_at=at, field=tournament.taking_part)
        case Paired(round, pairs, bye):
            games = tuple(_paired(tournament, round, pair) for pair in pairs)
            byes = (*tournament.byes, bye) if round else ()
            return replace(tournament, round=round, games=(*tournament.games, *games), byes=byes)
        case GameEnded():
            return _with_result(tournament, event)
        case Ended():
            return replace(tournament, stage=Stage.OVER)
        case Cancelled(reason):
            return replace(tournament, stage=Stage.CANCELLED, reason=reason)


def _with_player(tournament: Tournament, person: str, *, is_in: bool) -> Tournament:
    if tournament.player(person) is None:
        return replace(tournament, players=(*tournament.players, Player(person, is_in)))
    # Who comes back begins anew: else the next no-show would be the second at once.
    changed = (
        replace(one, is_in=is_in, no_shows=0 if is_in else one.no_shows) if one.person == person else one
        for one in tournament.players
    )
    return replace(tournament, players=tuple(changed))


def _paired(tournament: Tournament, round: int, pair: Pairing) -> Game:
    """A game; one that is not played is decided at once, for who still takes part."""
    persons = (pair.first, pair.second)
    if pair.table:
        return Game(round, pair.table, persons)
    first, second = (WIN if tournament.takes_part(person) else 0 for person in persons)
    return Game(round, "", persons, (first, second), "withdrawn")


def _with_result(tournament: Tournament, ended: GameEnded) -> Tournament:
    games = tuple(
        replace(game, points=(ended.first, ended.second), reason=ended.reason, absent=ended.absent)
        if game.table == ended.table
        else game
        for game in tournament.games
    )
    players = tuple(
        replace(one, no_shows=one.no_shows + 1) if one.person in ended.absent else one for one in tournament.players
    )
    return replace(tournament, games=games, players=players)


# What people decide.


def enter(tournament: Tournament, person: str) -> tuple[TournamentEvent, ...]:
    """Somebody takes part from now on. Raises: Refused."""
    _check_goes_on(tournament)
    if tournament.takes_part(person):
        raise Refused("You have entered this tournament already.")
    if tournament.stage is Stage.RUNNING and not tournament.is_arena:
        raise Refused("This tournament has begun: nobody can enter any more.")
    if len(tournament.taking_part) >= tournament.terms.places:
        raise Refused("This tournament is full.")
    return (Entered(person),)


def withdraw(tournament: Tournament, person: str) -> tuple[TournamentEvent, ...]:
    """Somebody takes part no longer. Raises: Refused."""
    _check_goes_on(tournament)
    if not tournament.takes_part(person):
        raise Refused("You do not take part in this tournament.")
    return (Withdrew(person, after_no_shows=False),)


def cancel(tournament: Tournament, by: str, *, is_operator: bool) -> tuple[TournamentEvent, ...]:
    """Call the tournament off: who announced it before it begins, an operator at any time. Raises: Refused."""
    _check_goes_on(tournament)
    if not is_operator and by != tournament.terms.by:
        raise Refused("Only the person who announced a tournament can cancel it.")
    if not is_operator and tournament.stage is Stage.RUNNING:
        raise Refused("This tournament has begun: it can no longer be cancelled.")
    return (Cancelled("person", by),)


def _check_goes_on(tournament: Tournament) -> None:
    if tournament.stage is Stage.OVER:
        raise Refused("This tournament is over.")
    if tournament.stage is Stage.CANCELLED:
        raise Refused("This tournament was cancelled.")


# What the house decides.


def end_game(tournament: Tournament, ended: GameEnded) -> tuple[TournamentEvent, ...]:
    """A game is over; nothing where that is known. Who did not come for the second time is withdrawn."""
    if tournament.is_over or not any(game.table == ended.table for game in tournament.under_way):
        return ()
    players = [one for one in map(tournament.player, ended.absent) if one is not None]
    gone = [one.person for one in players if one.is_in and one.no_shows + 1 >= NO_SHOWS]
    return (ended, *(Withdrew(person, after_no_shows=True) for person in gone))


def advance(
    tournament: Tournament, at: float, free: Collection[str], draw: Callable[[], str]
) -> tuple[TournamentEvent, ...]:
    """What is due by itself: the beginning, the next round, games of an arena, the end; nothing where nothing is.

    `free` are the ids of those who could begin a game now, for an arena; `draw` gives the id of a new table.
    """
    match tournament.stage:
        case Stage.ANNOUNCED:
            return _begin(tournament, at)
        case Stage.RUNNING if tournament.is_arena:
            return tuple(_arena(tournament, at, free, draw))
        case Stage.RUNNING:
            return tuple(_round_robin(tournament, draw))
        case Stage.OVER | Stage.CANCELLED:
            return ()


def _begin(tournament: Tournament, at: float) -> tuple[TournamentEvent, ...]:
    if at < tournament.terms.starts_at:
        return ()
    if at > tournament.terms.starts_at + LATEST:
        return (Cancelled("late", ""),)
    return (Started(),) if len(tournament.taking_part) >= FEWEST else (Cancelled("too_few", ""),)


def _round_robin(tournament: Tournament, draw: Callable[[], str]) -> Iterator[TournamentEvent]:
    if tournament.under_way:
        return
    if tournament.round >= tournament.rounds:
        yield Ended()
        return
    pairs, bye = pairing.round_robin(tournament.field, tournament.round + 1)
    games = (Pairing(draw() if all(map(tournament.takes_part, pair)) else "", *pair) for pair in pairs)
    yield Paired(tournament.round + 1, tuple(games), bye)


def _arena(
    tournament: Tournament, at: float, free: Collection[str], draw: Callable[[], str]
) -> Iterator[TournamentEvent]:
    if at >= tournament.started_at + tournament.terms.length:
        if not tournament.under_way:
            yield Ended()
        return
    busy = {person for game in tournament.under_way for person in game.persons}
    waiting = [person for person in tournament.taking_part if person in free and person not in busy]
    met = [game.persons for game in tournament.games]
    if pairs := pairing.arena(waiting, met, points_of(tournament)):
        yield Paired(0, tuple(Pairing(draw(), *pair) for pair in pairs), "")


def points_of(tournament: Tournament) -> dict[str, int]:
    """Half points by person: of games, and of byes, each of which counts as a win."""
    points = dict.fromkeys((one.person for one in tournament.players), 0)
    for person, scored in scores(tournament.games):
        points[person] = points.get(person, 0) + scored
    for person in filter(None, tournament.byes):
        points[person] = points.get(person, 0) + WIN
    return points


def scores(games: Sequence[Game]) -> Iterator[tuple[str, int]]:
    """What each got in each game that is over, in half points."""
    for game in games:
        yield from zip(game.persons, game.points or (), strict=False)
