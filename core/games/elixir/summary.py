"""What a game of El-Ixir that is over came to: blocks, embraces, gains, the largest swing, and who was ahead."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs

from core.base.message import Message, Who, counted, message
from core.games.elixir.events import Embraced, Placed
from core.table import TableView


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


def summarize(views: Sequence[TableView]) -> Iterator[Message]:
    """Of everybody's views, one after each move: a message for each line."""
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
        "The biggest swing was move {move}: {n} point in favour of {who}.",
        "The biggest swing was move {move}: {n} points in favour of {who}.",
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
