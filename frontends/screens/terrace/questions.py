"""Terrace by ear: small questions about a place, what can be played in words, and what taking back has changed."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from core.base.cards import SUITS, name, rank_name, suit_name
from core.base.cards import rank as rank_of
from core.base.message import Argument, Message, counted, message
from core.games.terrace import Carry, Deal, Move, Up, allowed, moves
from core.games.terrace.board import COLUMNS, FOUNDATIONS, Pile, View, pile
from core.table import TableView
from frontends.screens.terrace.cards import is_complete
from frontends.screens.terrace.words import notice, pile_said
from frontends.terminal.picture import Look

MOST_READ = 5
"""Cards of a pile that are read out, from the top."""
MOST_SEEN = 36
"""Cards of a pile that are shown to eyes, from the top: two lines."""
MOST_CHANGED = 4
"""Places that are named after a move was taken back."""


def column(table: TableView, look: Look, rest: str) -> Message:
    """What lies on a column."""
    columns = COLUMNS[: len(table.view.columns)]
    place = f"t{rest.strip().removeprefix('t')}"
    if place not in columns:
        return message("Which column? Type column and a number from 1 to {count}.", count=len(columns))
    return _lies_on(place, table, look)


def _lies_on(place: str, table: TableView, look: Look, rest: str = "") -> Message:
    """What lies at a place, the top card first for those who hear it."""
    return pile_said(place, pile(table.view, place), look, MOST_READ if look.reader else MOST_SEEN)


def stock(table: TableView, look: Look, rest: str) -> Message:
    """How many cards the stock has, and what there is to know of it."""
    view: View = table.view
    left = counted("There is {n} card in the stock.", "There are {n} cards in the stock.", view.stock)
    said = notice(view) if view.base and view.turn and not view.stuck else None
    return Message("{left} {said}", (("left", left), ("said", said))) if said else left


def foundations(table: TableView, look: Look, rest: str) -> Message:
    """How far each suit has come on the foundations."""
    view: View = table.view
    parts: list[Argument] = []
    for suit in SUITS:
        tops = tuple(_height(cards) for cards in view.foundations if cards and cards[-1][1] == suit)
        if tops:
            parts.append(message("{suit}: {tops}", suit=suit_name(suit), tops=tops))
    if empty := sum(not cards for cards in view.foundations):
        parts.append(counted("{n} empty", "{n} empty", empty))
    return message("Foundations: {cards}.", cards=tuple(parts))


def _height(cards: Pile) -> Message:
    return message("complete") if is_complete(cards) else rank_name(rank_of(cards[-1]))


QUESTIONS: Mapping[str, Callable[[TableView, Look, str], Message]] = {
    "column": column, "waste": partial(_lies_on, "w"), "reserve": partial(_lies_on, "r"), "stock": stock,
    "foundations": foundations,
}  # fmt: skip


def offers(view: View) -> tuple[tuple[str, Message], ...]:
    """The moves with what they do; of equal empty places, and equal foundations, the first."""
    found: dict[tuple[object, ...], tuple[str, Message]] = {}
    for typed, move in moves(view).items():
        found.setdefault(_kind(view, move), (typed, _does(view, move)))
    return tuple(found.values())


def _kind(view: View, move: Move) -> tuple[object, ...]:
    """What makes a move another one than those that come to the same."""
    if not isinstance(move, Carry):
        return (move,)
    if move.target in FOUNDATIONS:
        return move.source, "f"
    return move.source, move.target if pile(view, move.target) else "t"


def _does(view: View, move: Move) -> Message:
    match move:
        case Up():
            return message("all safe cards up")
        case Deal() if not view.stock:
            return message("turn the waste over")
        case Deal():
            return message("turn a card")
        case Carry(source, target) if target in FOUNDATIONS:
            card = name(pile(view, source)[-1])
            return message("{card} up", card=card) if view.base else message("{card} as the base", card=card)
        case Carry(source, target):
            card, onto = name(pile(view, source)[-1]), pile(view, target)
            if not onto:
                return message("{card} to an empty column", card=card)
            return message("{card} onto {onto}", card=card, onto=name(onto[-1]))


def undone(before: TableView, now: TableView) -> Message | None:
    """Which card is back where it was, and what lies on top of the places that have changed."""
    was, view = before.view, now.view
    places = ("w", "r", *COLUMNS[: len(view.columns)], *FOUNDATIONS)
    changed = [place for place in places if pile(was, place) != pile(view, place)]
    if not changed or len(changed) > MOST_CHANGED:
        return None
    tops = tuple(_top(view, place) for place in changed)
    back = next(_returned(was, view, changed), None)
    if back is None:
        return message("On top now: {tops}.", tops=tops)
    card, source, target = back
    return message(
        "The {card} is back on {target}, from {source}. On top now: {tops}.",
        card=name(card), target=allowed.place_name(target), source=allowed.place_name(source), tops=tops,
    )  # fmt: skip


def _returned(was: View, view: View, changed: list[str]) -> Iterator[tuple[str, str, str]]:
    """Cards that are on top of a place again and were on another: the card, that other, and the place."""
    for target in changed:
        for source in changed:
            cards, left = pile(view, target), pile(was, source)
            if cards and left and len(pile(view, source)) < len(left) and cards[-1] == left[-1] and source != target:
                yield cards[-1], source, target


def _top(view: View, place: str) -> Message:
    cards = pile(view, place)
    top = name(cards[-1]) if cards else message("empty")
    return Message("{place} {card}", (("place", allowed.place_name(place)), ("card", top)))
