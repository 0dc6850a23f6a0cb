"""What a game that is over came to: who gained what, the moves that mattered, and the result of a daily deal.

Facts come from the moves in force: what was taken back is only counted. Moves are named by their number, which is what
a replay goes to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import attrs

from core.base.durations import span
from core.base.game import EVERYONE, kind_of
from core.base.message import Message, Who, counted, message
from core.games.deals.daily import DailyResult, daily_deal
from core.games.elixir.events import Embraced, Placed
from core.games.mille.state import Phase
from core.games.terrace.board import FULL as TWO_PACKS
from core.games.terrace.board import VARIANTS
from core.replay.recording import Recording
from core.table import Table, TableView
from core.table.credit import Ending, ending_of, helps

ONE_PACK = 52
REPLAY = message("To see one of these moves again: replay and its number.")


def summary(recording: Recording, table: Table) -> tuple[Message, ...]:
    """What one wants to know of a game that is over, at most 12 lines; to be said with the names of its players.

    `table` is the same game with its whole past. Raises: Damaged.
    """
    views = [recording.view(seq, EVERYONE) for seq in _in_force(recording, table)]
    ending = recording.ending()
    match recording.game.name:
        case "mille":
            told = tuple(_mille(views))
        case "elixir":
            told = tuple(_elixir(views))
        case _ if recording.game.numbered:
            told = tuple(_solitaire(views, table))
        case _:
            told = ()
    names_moves = any("move" in dict(line.args) for line in told)
    return (*((ending,) if ending else ()), *told, *((REPLAY,) if names_moves else ()))


def _in_force(recording: Recording, table: Table) -> tuple[int, ...]:
    """The records after which the position stood that each move in force brought; first the one before any move."""
    snapshot, found = table.now, [table.now.seq]
    while snapshot.previous is not None:
        snapshot = snapshot.previous
        found.append(snapshot.seq)
    if snapshot.plays == 0:
        return tuple(reversed(found))
    # Where nothing can be taken back nothing is kept for it, and every record is in force.
    by_plays = {recording.plays(seq): seq for seq in range(recording.first, len(recording) + 1)}
    return tuple(by_plays[plays] for plays in sorted(by_plays))


# Mille.


def _mille(views: Sequence[TableView]) -> Iterator[Message]:
    """Hands won, points by kind, and the hand that decided."""
    hands = [now for before, now in pairwise(views) if _ends_hand(before.view, now.view)]
    if not hands:
        yield message("No hand was played to its end.")
        return
    scores = [hand.view.scores for hand in hands]
    won = [sum(pair[seat].hand > pair[1 - seat].hand for pair in scores) for seat in (0, 1)]
    yield message(
        "{hands}: {one} won {first}, {other} won {second}.",
        hands=counted("{n} hand", "{n} hands", len(hands)),
        one=Who(0), first=won[0], other=Who(1), second=won[1],
    )  # fmt: skip
    for seat in (0, 1):
        own = [pair[seat] for pair in scores]
        yield message(
            "{who}: {miles} points for miles, {safeties} for safeties, {coups} for coups fourrés, {trips} for trips.",
            who=Who(seat), miles=sum(one.miles for one in own),
            safeties=sum(one.safeties + one.all_safeties for one in own),
            coups=sum(one.coups for one in own), trips=sum(one.bonus.sum for one in own),
        )  # fmt: skip
    yield from _coups(hands)
    yield from _decisive(hands)


def _ends_hand(before: Any, now: Any) -> bool:
    is_over = now.phase in (Phase.HAND_OVER, Phase.SESSION_OVER) and now.dealt > 0
    return is_over and before.phase in (Phase.PLAY, Phase.EXTENSION)


def _coups(hands: Sequence[TableView]) -> Iterator[Message]:
    for seat in (0, 1):
        count = sum(len(hand.view.tableaus[seat].coups) for hand in hands)
        if count:
            yield counted("{who} made {n} coup fourré.", "{who} made {n} coups fourrés.", count, who=Who(seat))


def _decisive(hands: Sequence[TableView]) -> Iterator[Message]:
    """The hand with the largest difference."""
    margins = [hand.view.scores[0].hand - hand.view.scores[1].hand for hand in hands]
    number = max(range(len(hands)), key=lambda at: abs(margins[at]))
    if margins[number]:
        yield message(
            "Hand {hand} made the largest difference: {points} points for {who}. It ended with move {move}.",
            hand=number + 1, points=abs(margins[number]), who=Who(int(margins[number] < 0)), move=hands[number].plays,
        )  # fmt: skip


# El-Ixir.


@attrs.frozen
class _Block:
    """A block that was put down."""

    move: int
    seat: int
    embraces: int
    scores: tuple[int, int]
    """After it."""
    gain: int
    """Of the seat that put it down."""
    swing: int
    """How much the lead of seat 0 grew; negative where it shrank."""


def _elixir(views: Sequence[TableView]) -> Iterator[Message]:
    """Blocks, embraces, gains, the largest swing, and who was ahead."""
    blocks = tuple(_blocks(views))
    for seat in (0, 1):
        own = [block for block in blocks if block.seat == seat]
        if not own:
            continue
        yield message(
            "{who}: {blocks}, {embraces}.",
            who=Who(seat), blocks=counted("{n} block", "{n} blocks", len(own)),
            embraces=counted("{n} embrace", "{n} embraces", sum(block.embraces for block in own)),
        )  # fmt: skip
        best = max(own, key=lambda block: block.gain)
        if best.gain:
            yield counted(
                "{who} gained most with move {move}: {n} point.", "{who} gained most with move {move}: {n} points.",
                best.gain, who=Who(seat), move=best.move,
            )  # fmt: skip
    yield from _swings(blocks)


def _blocks(views: Sequence[TableView]) -> Iterator[_Block]:
    for before, now in pairwise(views):
        recent = now.view.recent
        if not recent or recent == before.view.recent or not isinstance(recent[0], Placed):
            continue
        seat, old, new = recent[0].seat, before.view.board.scores, now.view.board.scores
        embraces = sum(isinstance(event, Embraced) and event.seat == seat for event in recent)
        swing = (new[0] - new[1]) - (old[0] - old[1])
        yield _Block(now.plays, seat, embraces, new, new[seat] - old[seat], swing)


def _swings(blocks: Sequence[_Block]) -> Iterator[Message]:
    """The largest change of the difference, and how often another was ahead."""
    largest = max(blocks, key=lambda block: abs(block.swing), default=None)
    if largest is None or not largest.swing:
        return
    yield counted(
        "The largest swing was move {move}: {n} point in favour of {who}.",
        "The largest swing was move {move}: {n} points in favour of {who}.",
        abs(largest.swing), who=Who(int(largest.swing < 0)), move=largest.move,
    )  # fmt: skip
    leaders = [(int(one.scores[1] > one.scores[0]), one.move) for one in blocks if one.scores[0] != one.scores[1]]
    changes = [now for before, now in pairwise(leaders) if before[0] != now[0]]
    if changes:
        seat, move = changes[-1]
        yield counted(
            "The lead changed once: {who} was ahead from move {move} on.",
            "The lead changed {n} times: {who} was ahead from move {move} on.",
            len(changes), who=Who(seat), move=move,
        )  # fmt: skip
    elif leaders:
        yield message("{who} was ahead from move {move} on.", who=Who(leaders[0][0]), move=leaders[0][1])


# Solitaires.


def _solitaire(views: Sequence[TableView], table: Table) -> Iterator[Message]:
    """Moves, help, time, and the best run."""
    yield message(
        "{title}, deal {deal}: {score} of {best} cards home, {moves}, {time}.",
        title=title_of(table), deal=table.setup.deal or 0, score=views[-1].view.score, best=_cards(table),
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
    variant = table.setup.options.get("variant", "")
    return VARIANTS[variant].title if variant in VARIANTS else table.game.title


def _cards(table: Table) -> int:
    return TWO_PACKS if table.game.name == "terrace" else ONE_PACK


def daily_result(table: Table) -> DailyResult | None:
    """How a game of a daily deal stands; None for any other, and for one that was given up before a move was made.

    Its day is the one on which it was opened.
    """
    setup = table.setup
    day = datetime.fromtimestamp(table.opened_at, UTC).date()
    if table.is_early or setup.deal is None or setup.deal != daily_deal(kind_of(setup.game.name, setup.options), day):
        return None
    ending = ending_of(table, 0)
    return DailyResult(
        title_of(table), day, setup.deal, ending is Ending.WON,
        table.game.view(table.state, EVERYONE).score, _cards(table), table.now.plays, table.elapsed, helps(table),
        ending is Ending.SHOWN,
    )  # fmt: skip
