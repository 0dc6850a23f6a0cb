"""What a game that is over came to: who gained what, the moves that mattered, and the result of a daily deal.

Facts come from the moves in force: what was taken back is only counted. Moves are named by their number, which is what
a replay goes to.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from core.base.durations import span
from core.base.game import EVERYONE, kind_of
from core.base.message import Message, counted, message
from core.games.deals.daily import DailyResult, deal_of
from core.games.features import titles
from core.games.features.guides import summary_of
from core.replay.recording import Recording
from core.table import Table, TableView
from core.table.what_counts import Ending, ending_of, helps

ONE_PACK, TWO_PACKS = 52, 104
REPLAY = message("To see one of these moves again, type replay and its number.")


def summary(recording: Recording, table: Table) -> tuple[Message, ...]:
    """What one wants to know of a game that is over, at most 12 lines; to be said with the names of its players.

    `table` is the same game with its whole past. Raises: Damaged.
    """
    views = [recording.view(seq, EVERYONE) for seq in _in_force(recording, table)]
    ending = recording.ending()
    told = tuple(_solitaire(views, table)) if recording.game.numbered else summary_of(recording.game, views)
    names_moves = any("move" in dict(line.args) for line in told)
    return (*((ending,) if ending else ()), *told, *((REPLAY,) if names_moves else ()))


def _in_force(recording: Recording, table: Table) -> tuple[int, ...]:
    """The records after which the position stood that each move in force brought; first the one before any move."""
    past = tuple(table.now.chain())
    if past[-1].plays == 0:
        return tuple(snapshot.seq for snapshot in reversed(past))
    # Where nothing can be taken back nothing is kept for it, and every record is in force.
    by_plays = {recording.plays(seq): seq for seq in range(recording.first, len(recording) + 1)}
    return tuple(by_plays[plays] for plays in sorted(by_plays))


def _solitaire(views: Sequence[TableView], table: Table) -> Iterator[Message]:
    """Moves, help, time, and the best run."""
    yield message(
        "{title}, deal {deal}: {score} of {best} cards home, {moves}, {time}.",
        title=title_of(table), deal=table.setup.deal or 0, score=views[-1].view.score, best=all_cards(table),
        moves=counted("{n} move", "{n} moves", table.now.plays), time=span(table.elapsed),
    )  # fmt: skip
    yield message(
        "{undos}, {hints}.",
        undos=counted("Taken back once", "Taken back {n} times", table.undos) if table.undos
        else message("Nothing taken back"),
        hints=counted("{n} hint", "{n} hints", table.hints) if table.hints else message("no hint"),
    )  # fmt: skip
    best, run = (0, 0, 0), (0, 0, 0)
    for before, now in pairwise(views):
        gain = now.view.score - before.view.score
        cards, moves, first = run
        run = (cards + gain, moves + 1, first or now.plays) if gain > 0 else (0, 0, 0)
        best = max(best, run, key=lambda one: one[0])
    if best[0]:
        yield message(
            "The best run: {cards} home in {moves}, from move {move} on.",
            cards=counted("{n} card", "{n} cards", best[0]), moves=counted("{n} move", "{n} moves", best[1]),
            move=best[2],
        )  # fmt: skip


def title_of(table: Table) -> str:
    """What the solitaire is called: its variant where it has some."""
    return titles.title_of(table.game.name, table.setup.options)


def all_cards(table: Table) -> int:
    """How many cards there are to bring home."""
    return TWO_PACKS if table.game.name == "terrace" else ONE_PACK


def daily_result(table: Table) -> DailyResult | None:
    """How a game of a daily deal stands; None for any other, and for one that was given up before a move was made.

    Its day is the one on which it was opened; where that was sealed, the table says so. Which number a house had for a
    day, it says itself: see `core.books.daily_chains_service`.
    """
    setup = table.setup
    day = datetime.fromtimestamp(table.opened_at, UTC).date()
    if table.is_early or setup.deal is None or (setup.daily is not None and setup.daily.day != day.isoformat()):
        return None
    if setup.deal != deal_of(kind_of(setup.game.name, setup.options), day, setup.daily):
        return None
    ending = ending_of(table, 0)
    return DailyResult(
        title_of(table), day, setup.deal, ending is Ending.WON,
        table.game.view(table.state, EVERYONE).score, all_cards(table), table.now.plays, table.elapsed, helps(table),
        ending is Ending.SHOWN,
    )  # fmt: skip
