"""Why in Pileon: why a game is stuck, and what a hint is good for."""

from collections.abc import Iterator

from core.base.cards import definite, plural
from core.base.message import Message, counted, message
from core.games.pileon import FULL, View, hint, read, run, tops, why_not


def explain(view: View, about: str) -> tuple[Message, ...]:
    """Why nothing can be done, or what can; or why a move is not allowed. Raises: Refused."""
    if about:
        objection = why_not(view.piles, read(view, about))
        return (objection or message("You can make that move."),)
    if not view.turn:
        return (message("Every rank is together: 13 piles of four, 52 points."),)
    return tuple(_stuck(view) if view.stuck else _open(view))


def _stuck(view: View) -> Iterator[Message]:
    """The ranks of which several are on top, and why that does not help."""
    yield message("No pile is empty, so a card can only go onto a card of its own rank, where a pile has room.")
    pairs = {rank: numbers for rank, numbers in tops(view.piles).items() if len(numbers) > 1}
    if not pairs:
        yield message("But no two cards on top have the same rank.")
    for rank, numbers in pairs.items():
        if all(len(view.piles[number - 1]) == FULL for number in numbers):
            said = message("The {ranks} on piles {piles} cannot come together: those piles are full.")
        else:
            said = message("Moving the {ranks} on piles {piles} uncovers nothing: they do not all have room.")
        yield said.filled(ranks=plural(rank), piles=tuple(numbers))
    yield message("Take moves back with undo, and keep a pile empty longer. To see whether you can still win: winnable")


def _open(view: View) -> Iterator[Message]:
    empty = tuple(number for number, pile in enumerate(view.piles, 1) if not pile)
    if empty:
        yield counted(
            "{n} pile is empty and takes any card: {piles}.",
            "{n} piles are empty and take any card: {piles}.", len(empty),
            piles=empty,
        )  # fmt: skip
    proposed = hint(view)
    if proposed is None:
        return
    yield message("One idea: {hint}", hint=proposed.said)
    if proposed.move:
        pile = view.piles[int(proposed.move.split()[0]) - 1]
        below = pile[: -run(pile)]
        if below:
            said = message("It brings equal cards together and uncovers {card}.")
            yield said.filled(card=definite(below[-1]))
        else:
            yield message("It brings equal cards together and empties a pile.")
