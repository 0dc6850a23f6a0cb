"""A person's statistics: questions to the results, and the lines that are shown. See `results` for what counts."""

from collections.abc import Iterator, Mapping

import msgspec

from core.base.durations import span
from core.base.message import Message, called, counted, message
from core.games import GAMES
from core.games.features.titles import title_of
from core.projections.engine.projection import Tables
from core.projections.glicko2 import Rating
from core.projections.results import Kind

_TALLIES = """
SELECT game, options, opponent, won, lost, drawn, running, demonstrated,
    coalesce((SELECT wins FROM {p}run r WHERE r.tally=t.n ORDER BY at DESC, id DESC LIMIT 1), 0),
    coalesce((SELECT max(wins) FROM {p}run r WHERE r.tally=t.n), 0),
    won, best_moves, sum_moves, best_ms, sum_ms,
    perfect, perfect_best_moves, perfect_sum_moves, perfect_best_ms, perfect_sum_ms
FROM {p}tally t WHERE person=?
"""
_NO_RATINGS: Mapping[str, Rating] = {}
_options = msgspec.json.Decoder(tuple[tuple[str, str], ...]).decode


class Score(msgspec.Struct, frozen=True):
    """Best and average of some wins."""

    wins: int
    best_moves: int
    average_moves: float
    best_seconds: float
    average_seconds: float


class Tally(msgspec.Struct, frozen=True):
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


def tallies(tables: Tables, person: str) -> Mapping[Kind, Tally]:
    """A person's games by kind, in the order of the games of the house. Costs the same however many they are."""
    found = {}
    for game, options, opponent, *counts in tables.execute(_TALLIES, person):
        if game in GAMES:
            won, lost, drawn, running, demonstrated, streak, best, *wins = counts
            scores = _score(*wins[:5]), _score(*wins[5:])
            tally = Tally(won, lost, drawn, running, demonstrated, streak, best, *scores)
            found[Kind(game, _options(options), opponent)] = tally
    order = list(GAMES)
    return dict(sorted(found.items(), key=lambda item: (order.index(item[0].game), item[0].options, item[0].opponent)))


def _score(wins: int, best_moves: int, sum_moves: int, best_ms: int, sum_ms: int) -> Score | None:
    if not wins:
        return None
    return Score(wins, best_moves, sum_moves / wins, best_ms / 1000, sum_ms / wins / 1000)


def show(
    found: Mapping[Kind, Tally],
    name: str,
    ratings: Mapping[str, Rating] = _NO_RATINGS,
    bot_ratings: Mapping[str, Rating] = _NO_RATINGS,
) -> tuple[Message, ...]:
    """A person's statistics, a message for each line; in English they have at most 80 columns.

    `bot_ratings` are those of games with programs.
    """
    shown = [line for kind, tally in found.items() for line in _lines(kind, tally)]
    of_people, of_bots = message("Rating in {game}: {rating}"), message("Bot rating in {game}: {rating}")
    shown += [_rating_line(of_people, game, ratings[game]) for game in GAMES if game in ratings]
    shown += [_rating_line(of_bots, game, bot_ratings[game]) for game in GAMES if game in bot_ratings]
    return tuple(shown) or (message("{name} has not played yet.", name=called(name)),)


def _rating_line(template: Message, game: str, rating: Rating) -> Message:
    line = template.filled(game=GAMES[game].title, rating=shown_rating(rating))
    if rating.is_provisional:
        return message("{line}, provisional: play more games to settle it", line=line)
    return line


def shown_rating(rating: Rating) -> str:
    """A rating as it is shown: a question mark says that it is provisional."""
    return f"{rating.value:.0f}{'?' if rating.is_provisional else ''}"


_AGAINST = {
    "": message("{game}"),
    "computer": message("{game} against the computer"),
    "person": message("{game} against people"),
    "program": message("{game} against bots"),
}


def _lines(kind: Kind, tally: Tally) -> Iterator[Message]:
    game = (title_of(kind.game, dict(kind.options)), *(value for name, value in kind.options if name != "variant"))
    yield _AGAINST[kind.opponent].filled(game=game)
    yield message("  {counts}", counts=tuple(_counts(tally)))
    if kind.opponent == "computer" and tally.won:
        yield message("  won without help: {count}", count=tally.perfect_wins.wins if tally.perfect_wins else 0)
    if tally.all_wins:
        yield message("  won in a row: {now} now, {best} at best", now=tally.streak, best=tally.best_streak)
    if tally.all_wins and not kind.opponent:
        yield message("  all wins     {score}", score=_score_message(tally.all_wins))
    if tally.perfect_wins and not kind.opponent:
        yield message("  without help {score}", score=_score_message(tally.perfect_wins))


def _counts(tally: Tally) -> Iterator[Message]:
    yield counted("{n} played", "{n} played", tally.played)
    if tally.played:
        percent = f"{tally.won / tally.played:.0%}".removesuffix("%")
        yield counted("{n} won ({percent}%)", "{n} won ({percent}%)", tally.won, percent=percent)
    else:
        yield counted("{n} won", "{n} won", tally.won)
    yield counted("{n} lost", "{n} lost", tally.lost)
    if tally.drawn:
        yield counted("{n} drawn", "{n} drawn", tally.drawn)
    if tally.running:
        yield message("{n} in progress", n=tally.running)
    if tally.demonstrated:
        yield counted("{n} played by the computer", "{n} played by the computer", tally.demonstrated)


def _score_message(score: Score) -> Message:
    whole, _, tenths = f"{score.average_moves:.1f}".partition(".")
    return message(
        "{wins}   best {moves}, {time}   average {whole}.{tenths} moves, {average}",
        wins=f"{score.wins:4}",
        moves=counted("{n} move", "{n} moves", score.best_moves),
        time=span(score.best_seconds),
        whole=whole,
        tenths=tenths,
        average=span(score.average_seconds),
    )
