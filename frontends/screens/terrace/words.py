"""Terrace in words: its title line, what hinders the player, and the position as lines and sentences."""

import textwrap
from collections.abc import Iterator, Sequence

from core.base.cards import RANKS, name
from core.base.durations import span
from core.base.message import Argument, Message, counted, message
from core.games.terrace import allowed
from core.games.terrace.board import COLUMNS, FULL, Pile, View, pile
from core.table import TableView
from frontends.locale.language import Language
from frontends.screens.faces import brief, rank_face, rank_in
from frontends.screens.solitaires import efforts, moves
from frontends.screens.terrace.inputs import movable
from frontends.terminal.picture import BOLD, DIM, Canvas, Look

TITLES = {
    "terrace": message("Terrace"),
    "generals-patience": message("General's Patience"),
    "falling-stars": message("Falling Stars"),
    "signora": message("Signora"),
    "redheads": message("Redheads"),
    "blondes-and-brunettes": message("Blondes and Brunettes"),
    "wood": message("Wood"),
}
"""By the variant."""
MOST_NAMED = 5
"""Cards that can move which are named in one answer."""
WASTE_READ = 3
"""Cards of the waste that are read out; the others come into play only in General's Patience, turned over."""


def base(view: View, words: Language) -> str:
    """The base rank as it stands on cards; empty until it is chosen."""
    return rank_in(RANKS[view.base - 1], words) if view.base else ""


def figures(table: TableView) -> tuple[Message | str, ...]:
    """What stands beside the title, the most important first."""
    view: View = table.view
    found: list[Message | str] = [message("{score} of {all}", score=view.score, all=FULL)]
    if view.base:
        found.append(message("base {rank}", rank=rank_face(RANKS[view.base - 1])))
    if view.rules.redeals:
        found.append(counted("{n} redeal", "{n} redeals", view.redeals_left))
    if table.deal is not None:
        found.append(message("deal {number}", number=table.deal))
    found.append(span(table.elapsed))
    return (*found, moves(table), *efforts(table))


def title(table: TableView, words: Language, room: int) -> tuple[str, str]:
    """The title and, for the right end of its line, as many of the figures as fit into `room` columns with it."""
    left = words.say(TITLES[table.view.variant])
    right = ""
    for figure in figures(table):
        longer = f"{right}   {figure if isinstance(figure, str) else words.say(figure)}".strip()
        if len(left) + 2 + len(longer) > room:
            break
        right = longer
    return left, right


def draw_title(table: TableView, canvas: Canvas, column: int, width: int, instead: Message | None = None) -> None:
    """The title in the first row, in so many columns, and the figures, or what is said instead of them."""
    left, right = title(table, canvas.words, width)
    canvas.put(0, column, left, BOLD)
    if instead is None:
        canvas.put(0, column + width - len(right), right, DIM)
    else:
        canvas.put(0, column + len(left) + 3, in_one_row(instead, width - len(left) - 3, canvas.look), BOLD)


def in_one_row(said: Message, room: int, look: Look) -> str:
    """A sentence in so many columns, without its last words where it is longer."""
    (line,) = textwrap.wrap(look.words.say(said), room, max_lines=1, placeholder=" …" if look.utf8 else " ...")
    return line


def notice(view: View) -> Message | None:
    """What hinders the player, or has to be known now; short enough for a row of 40 columns in English."""
    if view.seat is None:
        return message("There are no more moves.") if view.stuck else None
    if not view.turn:
        return None
    if view.stuck:
        return message("No more moves: b takes one back.")
    if not view.base:
        return message("Choose the base: 1, 2, 3 or 4.")
    if view.locked:
        return message("Stock locked: use the waste first.")
    if not view.stock and view.waste and view.redeals_left > 0:
        return message("d turns the waste over.")
    if view.redeals and view.waste and view.stock:
        return message("Use the waste card, then the next comes.")
    if not view.stock:
        return message("The stock is used up.")
    return None


def describe(table: TableView, look: Look) -> Sequence[str]:
    """The figures, then every pile; for a screen reader in words, with the card in play first."""
    view, words = table.view, look.words
    heading = f"{words.say(TITLES[view.variant])}. {words.say(score(table))}"
    return [heading, *map(words.say, _facts(view, look))]


def _facts(view: View, look: Look) -> Iterator[Message]:
    if view.base:
        yield message("The foundations start with {base}.", base=allowed.base_name(view.base))
    else:
        yield message("The base card is not chosen yet.")
    yield counted("There is {n} card in the stock.", "There are {n} cards in the stock.", view.stock)
    if view.rules.redeals:
        yield counted("{n} redeal is left.", "{n} redeals are left.", view.redeals_left)
    for place in ("r", "w", *COLUMNS[: len(view.columns)]):
        yield pile_said(place, pile(view, place), look, WASTE_READ if place == "w" and look.reader else 0)
    yield _foundations_said(view, look)
    if prospect := _prospect(view):
        yield prospect


def _prospect(view: View) -> Message | None:
    """What has to be known now, where moves are typed."""
    if view.score == FULL:
        return message("All {all} cards are up: the game is won.", all=FULL)
    if not view.turn:
        return None
    if view.seat is not None and view.stuck:
        return message("There are no more moves.")
    if view.seat is not None and not view.base:
        return message("Choose the base card: b 1, b 2, b 3 or b 4.")
    return notice(view)


_NAMES = {"r": message("Reserve"), "w": message("Waste")}


def pile_said(place: str, cards: Pile, look: Look, most: int = 0) -> Message:
    """What lies at a place: from the bottom up as it is seen, from the top by names as it is read out, at most so many
    of them; 0 is all."""
    label: Argument = _NAMES.get(place) or message("Column {number}", number=int(place[1:]))
    if not cards:
        return message("{pile}: empty.", pile=label)
    if look.reader:
        return _read_out(label, cards, most or len(cards))
    if most and len(cards) > most:
        return message("{pile} ({n}), the top {most}: {cards}", pile=label, n=len(cards), most=most,
                       cards=_faces(cards[-most:], look))  # fmt: skip
    return message("{pile} ({n}): {cards}", pile=label, n=len(cards), cards=_faces(cards, look))


def _faces(cards: Pile, look: Look) -> str:
    return " ".join(brief(card, look) for card in cards)


def _read_out(label: Argument, cards: Pile, most: int) -> Message:
    """A pile for a screen reader: at most so many of its cards by name, from the top."""
    names = tuple(name(card) for card in reversed(cards[-most:]))
    if len(cards) == 1:
        return message("{pile}: {cards}.", pile=label, cards=names)
    if len(cards) > most:
        return message("{pile}, {n} cards, on top: {cards}.", pile=label, n=len(cards), cards=names)
    return message("{pile}, {n} cards, the top one first: {cards}.", pile=label, n=len(cards), cards=names)


def _foundations_said(view: View, look: Look) -> Message:
    """The tops of the foundations that are begun, and how many are not."""
    tops = [cards[-1] for cards in view.foundations if cards]
    empty = counted("{n} empty", "{n} empty", len(view.foundations) - len(tops))
    shown: tuple[Argument, ...] = tuple(name(card) if look.reader else brief(card, look) for card in tops)
    return message("Foundations: {cards}.", cards=(*shown, empty) if len(tops) < len(view.foundations) else shown)


def score(table: TableView) -> Message:
    """How many cards are up."""
    return counted("{n} of {all} cards is up.", "{n} of {all} cards are up.", table.view.score, all=FULL)


def hand(table: TableView) -> Message:
    """The cards that can move, each with where it lies."""
    view: View = table.view
    able = movable(view)
    if not able:
        return message("No card can move.")
    cards: list[Argument] = [_placed(place, name(pile(view, place)[-1])) for place in able]
    if (more := len(cards) - MOST_NAMED) > 0:
        cards[MOST_NAMED:] = [counted("{n} more", "{n} more", more)]
    return message("You can move: {cards}.", cards=tuple(cards))


def _placed(place: str, card: Message) -> Message:
    """A card with where it lies, in as few words as that takes."""
    match place:
        case "r":
            return message("{card} (reserve)", card=card)
        case "w":
            return message("{card} (waste)", card=card)
        case _:
            return message("{card} ({number})", card=card, number=int(place[1:]))
