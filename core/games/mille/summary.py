"""What a session of mille that is over came to: hands won, points by kind, and the hand that decided."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.base.message import Message, Who, counted, message
from core.games.mille.state import Phase
from core.table import TableView


def summarize(views: Sequence[TableView]) -> Iterator[Message]:
    """Of everybody's views, one after each move: a message for each line."""
    playing = (Phase.PLAY, Phase.EXTENSION)
    hands = [now for before, now in pairwise(views) if before.view.phase in playing and now.view.phase not in playing]
    if not hands:
        yield message("No hand was finished.")
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
            "Hand {hand} made the biggest difference: {points} points for {who}. It ended with move {move}.",
            hand=number + 1, points=abs(margins[number]), who=Who(int(margins[number] < 0)), move=hands[number].plays,
        )  # fmt: skip
