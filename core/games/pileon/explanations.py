"""Why in Pileon: why a game is stuck, and what a hint is good for."""

from __future__ import annotations

from collections.abc import Iterator

from core.base.cards import name, plural
from core.base.message import Message, counted, message
from core.games.pileon import FULL, GAME, View, is_frozen, run, why_not


def explain(view: View, about: str) -> tuple[Message, ...]:
    """Why nothing can be done, or what can; or why a move is not allowed. Raises: Refused."""
    if about:
        move = GAME.read(view, about)
        return (why_not(view.piles, move) or message("Nothing speaks against that move."),)
    if not view.turn:
        return (message("Every rank is together: 13 piles of four, 52 points."),)
    if view.stuck:
        return (*_stuck(view),)
    return (*_open(view),)


def _stuck(view: View) -> Iterator[Message]:
    yield message("No pile is empty, so a card could only go onto a card of its own rank that has room beside it.")
    pairs = tuple(_pairs(view))
    yield from pairs or (message("But no two cards on top have the same rank."),)
    yield message(
        "Take moves back, with undo, and keep a pile empty longer; winnable says whether a position can be won."
    )


def _pairs(view: View) -> Iterator[Message]:
    """The ranks of which several are on top, and why that does not help."""
    tops: dict[str, list[int]] = {}
    for number, pile in enumerate(view.piles, 1):
        if pile and not is_frozen(pile):
            tops.setdefault(pile[-1][0], []).append(number)
    for numbers in tops.values():
        if len(numbers) > 1:
            card = view.piles[numbers[0] - 1][-1]
            full = all(len(view.piles[number - 1]) == FULL for number in numbers)
            said = (
                message("The {ranks} on piles {piles} cannot come together: those piles are full.")
                if full
                else message(
                    "To move the {ranks} on piles {piles} would uncover nothing: there is not room for all of them."
                )
            )
            yield said.filled(ranks=plural(card), piles=tuple(numbers))


def _open(view: View) -> Iterator[Message]:
    empty = tuple(number for number, pile in enumerate(view.piles, 1) if not pile)
    if empty:
        yield counted(
            "{n} pile is empty and takes any card: {piles}.",
            "{n} piles are empty and take any card: {piles}.", len(empty),
            piles=empty,
        )  # fmt: skip
    hint = GAME.hint(view) if GAME.hint else None
    if hint is not None:
        yield message("The hint: {hint}", hint=hint.said)
        if hint.move:
            source = view.piles[int(hint.move.split()[0]) - 1]
            yield _gain(source)


def _gain(pile: tuple[str, ...]) -> Message:
    below = pile[: -run(pile)]
    if below:
        return message(
            "It is worth making because it brings equal cards together and uncovers the {card}.", card=name(below[-1])
        )
    return message("It is worth making because it brings equal cards together and empties a pile.")
