"""Pileon by ear: what lies on a pile, what can be played in words, and what taking back has changed."""

from core.base.cards import name, plural
from core.base.message import Argument, Message, counted, message
from core.games.pileon import PILES, Pile, View, fitting, is_frozen, moves
from core.table import TableView
from frontends.screens.pileon.inputs import takers
from frontends.screens.pileon.words import pile_said
from frontends.screens.texts import number_in
from frontends.terminal.picture import Look


def column(table: TableView, look: Look, rest: str) -> Message:
    """What lies on a pile, and where its top card fits."""
    view: View = table.view
    number = number_in(rest, PILES)
    if not number:
        return message("Which pile? Type pile and a number from 1 to {count}.", count=PILES)
    said = pile_said(number, view.piles[number - 1], look)
    fits = tuple(takers(view, number))
    return (
        message("{said}. It fits on {piles}.", said=said, piles=fits) if fits else Message("{said}.", (("said", said),))
    )


QUESTIONS = {"pile": column}


def offers(view: View) -> tuple[tuple[str, Message], ...]:
    """The moves with what they do: as many cards as fit, of the empty piles the first, those that fit a card first."""
    found: dict[tuple[int, int], tuple[str, Message]] = {}
    for move in sorted(moves(view).values(), key=lambda move: not view.piles[move.target - 1]):
        source, onto = view.piles[move.source - 1], view.piles[move.target - 1]
        if move.count == fitting(view.piles, move.source, move.target):
            what = (move.source, move.target if onto else 0)
            found.setdefault(what, (f"{move.source} {move.target}", _does(source, onto, move.count)))
    return tuple(found.values())


def _does(source: Pile, onto: Pile, count: int) -> Message:
    card: Argument = name(source[-1]) if count == 1 else message("{n} {ranks}", n=count, ranks=plural(source[-1]))
    if not onto:
        return message("{card} to an empty pile", card=card)
    return message("{card} onto {onto}", card=card, onto=name(onto[-1]))


def undone(before: TableView, now: TableView) -> Message | None:
    """Which cards are back on which pile, and what lies on top where they were."""
    was, view = before.view.piles, now.view.piles
    changed = [number for number in range(1, PILES + 1) if was[number - 1] != view[number - 1]]
    gained = [number for number in changed if len(view[number - 1]) > len(was[number - 1])]
    if len(changed) != 2 or len(gained) != 1:
        return None
    (target,) = gained
    (source,) = set(changed) - {target}
    cards = view[target - 1][len(was[target - 1]) :]
    back = message(
        "Back on pile {target}, from pile {source}: {cards}.",
        cards=tuple(map(name, reversed(cards))), target=target, source=source,
    )  # fmt: skip
    return message("{back} Pile {source} now: {top}.", back=back, source=source, top=_top(view[source - 1]))


def _top(cards: Pile) -> Message:
    if not cards:
        return message("empty")
    if is_frozen(cards):
        return message("four {ranks}, frozen", ranks=plural(cards[-1]))
    beneath = len(cards) - 1
    on_top = message("{card} on top", card=name(cards[-1]))
    under = counted("{top}, {n} card under it", "{top}, {n} cards under it", beneath, top=on_top)
    return under if beneath else on_top
