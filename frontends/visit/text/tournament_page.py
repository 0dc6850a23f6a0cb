"""Tournaments as people read them: the list, and the page of one with its standings and games."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from core.base.durations import MINUTE
from core.base.message import Message, called, counted, message
from core.games.features.titles import title_of
from core.projections.tournaments import TournamentSummary
from core.sessions.tournaments.pages import Listing, Page
from core.sessions.tournaments.terms import EXAMPLE, tell_start
from core.table import tell_span
from core.table.clock import written_clock
from core.tournaments.standings import Standing, shown_points
from core.tournaments.tournament import Game, Stage

MOST_GAMES = 12
"""Games of an arena that are shown, the last ones."""
RULES = (
    message("Round robin: everybody meets everybody once; rounds= limits the rounds."),
    message("Arena: who is free is paired again until the time is over; games under way then are finished and count."),
    message(
        "A win is 1 point, a draw half a point. With an odd number of players one has a bye in each round: it counts 1."
    ),
    message(
        "Who resigns or runs out of time loses, from the first move on. A game that is closed, or that both have left,"
        " is a draw."
    ),
    message(
        "Who is not at the table in time ({time}) loses that game; after two of them they are withdrawn. Who would"
        " have met them later gets 1 point."
    ),
    message(
        "Ties: points against one another, then Sonneborn-Berger (the points of those you beat, half of those you drew"
        " with), then games won. Who is still equal shares the place."
    ),
    message("Ladder: beat somebody at most three places above you in a rated game, and you take their place."),
)
"""By which rules tournaments are played, as help says them; `core.tournaments` keeps to them."""


def rules(patience: float) -> list[Message]:
    """The rules of a house in which a player is waited for so many seconds."""
    return [rule.filled(time=tell_span(patience)) if "{time}" in rule.template else rule for rule in RULES]


# The list.


def show_list(listing: Listing) -> list[Message]:
    """All tournaments, a line each, and how to announce one."""
    lines = [_summary(listing, one) for one in (*listing.open, *listing.past)]
    return [
        *(lines or [message("There are no tournaments now.")]),
        message("To announce one: {example}", example=EXAMPLE),
    ]


def _summary(listing: Listing, one: TournamentSummary) -> Message:
    return message(
        "{id}  {kind}, {game}, {clock}: {when}, {players}",
        id=one.id, kind=_kind(one.length), game=title_of(one.game, dict(one.options)), clock=written_clock(one.clock),
        when=_when(one.stage, one.starts_at, listing.now), players=counted("{n} player", "{n} players", one.players),
    )  # fmt: skip


def _kind(length: int) -> Message:
    return message("arena of {time}", time=tell_span(length)) if length else message("round robin")


def _when(stage: Stage, starts_at: int, now: float) -> Message:
    match stage:
        case Stage.ANNOUNCED:
            left = starts_at - now
            start = tell_start(starts_at, now)
            if left >= 100 * MINUTE:
                return message("begins {start}", start=start)
            time = counted("{n} minute", "{n} minutes", max(1, round(left / MINUTE)))
            return message("begins {start}, in {time}", start=start, time=time)
        case Stage.RUNNING:
            return message("under way")
        case Stage.OVER:
            return message("over, {start}", start=tell_start(starts_at, now))
        case Stage.CANCELLED:
            return message("cancelled")


# One tournament.


def show(page: Page) -> list[Message | str]:
    """The page of a tournament: what it is, who stands where, the games, and what can be typed."""
    tournament, terms = page.tournament, page.tournament.terms
    head = message(
        "Tournament {id}: {kind}, {game}, {clock}, {when}{round}. Announced by {name}.",
        id=terms.id, kind=_kind(terms.length), game=title_of(terms.game, dict(terms.options)),
        clock=written_clock(terms.clock), when=_when(tournament.stage, terms.starts_at, page.now), round=_round(page),
        name=called(page.name(terms.by)),
    )  # fmt: skip
    return [head, *_standings(page), *_games(page), *_ways_on(page)]


def _round(page: Page) -> Message | str:
    tournament = page.tournament
    if tournament.stage is not Stage.RUNNING or tournament.is_arena:
        return ""
    return message(", round {round} of {rounds}", round=tournament.round, rounds=tournament.rounds)


def _standings(page: Page) -> list[Message | str]:
    if not page.standings:
        return [message("Nobody has entered yet.")]
    if page.tournament.stage is Stage.ANNOUNCED:
        names = tuple(called(page.name(person)) for person in page.tournament.taking_part)
        return [message("Entered: {names}", names=names)] if names else [message("Nobody has entered yet.")]
    tied = {points for points, alike in groupby(page.standings, lambda one: one.points) if len(tuple(alike)) > 1}
    return [_standing(page, one, is_tied=one.points in tied) for one in page.standings]


def _standing(page: Page, one: Standing, *, is_tied: bool) -> Message:
    ties = message(
        "; head to head {direct}, Sonneborn-Berger {berger}",
        direct=shown_points(one.direct), berger=_quarters(one.berger),
    )  # fmt: skip
    return message(
        "{place}. {name}{gone}: {points} ({won} won, {drawn} drawn, {lost} lost{byes}){ties}",
        place=one.place, name=called(page.name(one.person)), gone="" if one.is_in else message(" (withdrawn)"),
        points=shown_points(one.points), won=one.won, drawn=one.drawn, lost=one.lost, ties=ties if is_tied else "",
        byes=_byes(page.tournament.byes.count(one.person)),
    )  # fmt: skip


def _byes(count: int) -> Message | str:
    return message(", {byes}", byes=counted("{n} bye", "{n} byes", count)) if count else ""


def _quarters(number: int) -> str:
    return f"{number / 4:.2f}".rstrip("0").rstrip(".")


def _games(page: Page) -> Iterable[Message | str]:
    """The games, by round in a round robin; of an arena those under way, and the last ones."""
    tournament = page.tournament
    if tournament.is_arena:
        over = tuple(game for game in tournament.games if game.points is not None)
        shown: Sequence[Game] = (*tournament.under_way, *reversed(over[-MOST_GAMES:]))
        return ["", *(_game(page, game) for game in shown)] if shown else []
    lines: list[Message | str] = []
    for round, games in groupby(tournament.games, lambda game: game.round):
        lines += ["", message("Round {round}:", round=round), *(_game(page, game) for game in games)]
        if bye := tournament.byes[round - 1] if round <= len(tournament.byes) else "":
            lines.append(message("  {name} has a bye.", name=called(page.name(bye))))
    return lines


def _game(page: Page, game: Game) -> Message:
    first, second = (called(page.name(person)) for person in game.persons)
    if game.points is None:
        going_on = message("  {first} against {second}: watch {table}")
        return going_on.filled(first=first, second=second, table=game.table)
    return message(
        "  {first} {points} : {others} {second}{how}",
        first=first, second=second, points=shown_points(game.points[0]), others=shown_points(game.points[1]),
        how=_how(page, game),
    )  # fmt: skip


def _how(page: Page, game: Game) -> Message | str:
    """How a game was decided, if not at the table; else where it can be looked at."""
    match game.reason:
        case "no_show":
            names = tuple(called(page.name(person)) for person in game.absent)
            return message(", {names} did not come", names=names)
        case "withdrawn":
            return message(", not played")
        case "void":
            return message(", closed before it began")
        case _:
            return message(", replay {table}", table=game.table)


def _ways_on(page: Page) -> list[Message | str]:
    """What can be typed now."""
    tournament = page.tournament
    if tournament.stage is Stage.ANNOUNCED or (tournament.stage is Stage.RUNNING and tournament.is_arena):
        return ["", message("To take part: enter {id}   The rules: help tournament", id=tournament.id)]
    return ["", message("The rules: help tournament")]
