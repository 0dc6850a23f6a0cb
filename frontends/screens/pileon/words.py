"""A position of Pileon in words: what lies on each pile, what fits where, and how it stands."""

from collections.abc import Iterator, Sequence

from core.base.cards import PACK, name, plural
from core.base.message import Argument, Message, counted, message
from core.games.pileon import View, fitting, is_frozen, tops
from core.table import TableView
from frontends.screens.faces import brief
from frontends.screens.solitaires import moves
from frontends.terminal.picture import Look

_TOGETHER = message("All thirteen ranks are together.")
_NOTHING_HELPS = message("Nothing helps any more.")


def describe(table: TableView, look: Look) -> Sequence[str]:
    """The score, what lies on each pile from the bottom up, and what fits where."""
    view: View = table.view
    piles = (
        _spoken(view, look)
        if look.reader
        else (pile_said(number, pile, look) for number, pile in enumerate(view.piles, 1))
    )
    said = [message("{score} of {all} points.", score=view.score, all=52), *piles, *_prospects(view)]
    return list(map(look.words.say, said))


def pile_said(number: int, pile: tuple[str, ...], look: Look) -> Message:
    """What lies on a pile: from the bottom up as it is seen, by names and the top card first as it is read out."""
    if not pile:
        return message("Pile {number}: empty", number=number)
    if is_frozen(pile):
        return message("Pile {number}: four {ranks}, frozen", number=number, ranks=plural(pile[-1]))
    if look.reader:
        return message("Pile {number} has {cards}", number=number, cards=tuple(map(name, reversed(pile))))
    return message("Pile {number}: {cards}", number=number, cards=" ".join(brief(card, look) for card in pile))


def _spoken(view: View, look: Look) -> Iterator[Message]:
    """The piles as they are read out: cards by name, the one on top first, because it matters most."""
    yield message("The top card of each pile comes first.")
    for number, pile in enumerate(view.piles, 1):
        if pile and not is_frozen(pile):
            yield pile_said(number, pile, look)
    if frozen := tuple(plural(pile[-1]) for pile in view.piles if is_frozen(pile)):
        yield message("Frozen: {ranks}", ranks=frozen)
    if empty := [str(number) for number, pile in enumerate(view.piles, 1) if not pile]:
        yield message("Empty piles: {piles}", piles=" ".join(empty))


def _prospects(view: View) -> Iterator[Message]:
    if view.score == len(PACK):
        yield _TOGETHER
    elif view.stuck:
        yield _NOTHING_HELPS
    elif view.turn:
        piles, alike = view.piles, tops(view.piles)
        likely = [(source, home) for source, pile in enumerate(piles, 1) if pile for home in alike.get(pile[-1][0], ())]
        pairs = [f"{source} {home}" for source, home in likely if fitting(piles, source, home)]
        yield message("These fit: {moves}.", moves=tuple(pairs)) if pairs else message("Nothing fits on another card.")
        if () in view.piles:
            yield message("Anything goes on an empty pile.")


def score(table: TableView) -> Message:
    """Points and moves."""
    return message("{score} of {all} points, {moves}.", score=table.view.score, all=52, moves=moves(table))


def hand(table: TableView) -> Message:
    """On which piles lie cards of the same rank, and how many piles are empty."""
    view: View = table.view
    if view.score == len(PACK):
        return _TOGETHER
    if view.stuck:
        return _NOTHING_HELPS
    pairs: list[Argument] = [
        message("{ranks} {piles}", ranks=plural(rank), piles=" ".join(map(str, piles)))
        for rank, piles in tops(view.piles).items()
        if len(piles) > 1
    ]
    equal = message("Equal on top: {piles}.", piles=tuple(pairs)) if pairs else message("No two top cards match.")
    spaces = view.piles.count(())
    empty = counted("One pile is empty.", "{n} piles are empty.", spaces) if spaces else message("No pile is empty.")
    return message("{equal} {empty}", equal=equal, empty=empty)
