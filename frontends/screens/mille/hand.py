"""The cards in the hand at mille, the deck and the discard pile."""

from core.base.message import in_context, message
from core.games.mille.cards import Card
from core.games.mille.state import FULL, SLOTS, Hand
from frontends.screens.mille.cards import HINT, RECENT, Drawing, Frame, bold, lit, short_name, style_of
from frontends.screens.mille.inputs import card_in, may_pick, usable
from frontends.screens.mille.places import DECK, DISCARD, PILES
from frontends.screens.mille.words import held
from frontends.terminal.picture import BOLD, DIM, PLAIN, Style

WIDEST_CARD = 15
BACK = "▒#"
USABLE = "•+"
LIST_ROWS = 4
"""Rows of a hand in two columns."""
DECK_ROWS = 3
DECK_COLUMNS = 12
"""Columns of the deck in a line with the discard pile."""
LABEL = 4
"""Columns before the card in a list: a bracket, the slot, a mark and a blank."""


def draw_hand_cards(to: Drawing, hand: Hand, row: int, rows: int) -> None:
    """A hand as seven cards beside each other."""
    width = min(WIDEST_CARD, to.columns // FULL)
    column = (to.columns - FULL * width) // 2
    listed = usable(to.view)
    for slot, name in enumerate(SLOTS):
        left = column + slot * width
        card = card_in(hand, slot)
        if card is None:
            to.put(row, left + 2, name, DIM)
            continue
        frame = _frame(to, slot, slot in listed)
        is_plain = frame is Frame.PLAIN
        to.frame(row, left, rows, width, frame, DIM if is_plain else BOLD)
        mark = to.sign(HINT) if to.marks.hinted == name else ""
        to.put(row, left + 2, mark + name, lit(PLAIN) if mark else PLAIN if is_plain else BOLD)
        to.face(row + 1, left + 1, rows - 2, width - 2, to.card(card), _style(to, card, name, not is_plain))
        to.area(row, left, rows, width, name)
        to.places[name] = (row, left + 2 + len(mark))


def draw_hand_list(to: Drawing, hand: Hand, row: int, columns: int) -> None:
    """A hand in two columns of four rows, which take so many columns together."""
    width = columns // 2
    listed = usable(to.view)
    for slot, name in enumerate(SLOTS):
        line, left = row + slot % LIST_ROWS, slot // LIST_ROWS * width
        card = card_in(hand, slot)
        if card is None:
            to.put(line, left + 1, name, DIM)
            continue
        is_usable = slot in listed
        _draw_entry(to, line, left, width, slot, card, is_usable)
        to.area(line, left, 1, width - 1, name)
        to.places[name] = (line, left + 1)


def _draw_entry(to: Drawing, row: int, column: int, columns: int, slot: int, card: Card, is_usable: bool) -> None:
    name = SLOTS[slot]
    is_chosen = _frame(to, slot, is_usable) is Frame.CHOSEN
    style = _style(to, card, name, is_usable or is_chosen)
    mark = HINT if to.marks.hinted == name else USABLE if is_usable else "  "
    to.put(row, column + 1, name, BOLD if is_usable else PLAIN)
    to.put(row, column + 2, to.sign(mark), BOLD)
    room = columns - LABEL - 1
    width = to.say(row, column + LABEL, room, short_name(to.card(card), room), lit(style) if is_chosen else style)
    if is_chosen:
        to.put(row, column, "[", BOLD)
        to.put(row, column + LABEL + width, "]", BOLD)


def _frame(to: Drawing, slot: int, is_usable: bool) -> Frame:
    if to.view.seat is not None and to.scene.input.slot == slot:
        return Frame.CHOSEN
    return Frame.USABLE if is_usable else Frame.PLAIN


def _style(to: Drawing, card: Card, name: str, is_bold: bool) -> Style:
    style = bold(style_of(card)) if is_bold else style_of(card)
    return lit(style) if to.marks.hinted == name else style


def draw_backs(to: Drawing, row: int) -> None:
    """How many cards each side holds, for a viewer who sees none of them."""
    half = (to.columns - 2) // 2
    for column, seat in zip((0, to.columns - half), to.seats, strict=True):
        to.say(row, column, half, held(to.view, seat))
        to.put(row + 1, column, " ".join([to.sign(BACK) * 2] * to.view.counts[seat])[:half], DIM)


def draw_deck_cards(to: Drawing, rows: int, column: int, columns: int) -> None:
    """The deck, in the three rows at the top, and under it the discard pile."""
    due = may_pick(to.view)
    to.frame(0, column, DECK_ROWS, columns, Frame.USABLE if due else Frame.PLAIN, BOLD if due else DIM)
    _draw_label(to, 0, column, columns, DECK)
    back = to.sign(BACK) if to.view.deck else " "
    figure = f" {to.view.deck} "
    to.put(1, column + 1, figure.center(columns - 2, back), _deck_style(to))
    to.area(0, column, DECK_ROWS, columns, DECK)
    to.places[DECK] = (1, column + 1 + (columns - 2 - len(figure)) // 2 + 1)
    top, high = DECK_ROWS, rows - DECK_ROWS
    is_target = PILES in to.marks.targets
    frame = Frame.USABLE if is_target else Frame.PLAIN
    to.frame(top, column, high, columns, frame, BOLD if is_target or PILES in to.marks.recent else DIM)
    _draw_label(to, top, column, columns, DISCARD)
    if to.view.discard:
        to.face(top + 1, column + 1, high - 2, columns - 2, to.card(to.view.discard), _discard_style(to))
    to.area(top, column, high, columns, DISCARD)
    to.places[PILES] = (top + 1 + (high - 3) // 2, column + 1)


def _draw_label(to: Drawing, row: int, column: int, columns: int, pile: str) -> None:
    """The name of a pile in the border of its card, and its mark."""
    label = message("deck") if pile == DECK else in_context("pile", "discard")
    taken = to.say(row, column + 1, columns - 2, label, BOLD if _mark(to, pile).strip() else DIM)
    if _mark(to, pile).strip():
        to.put(row, column + max(columns - 2, taken + 1), _mark(to, pile), lit(PLAIN))


def _mark(to: Drawing, pile: str) -> str:
    """What stands beside a pile: that it was just used, or that the proposed move leads there."""
    if pile == DECK:
        return to.sign(HINT) if to.marks.hinted == DECK else " "
    if PILES in to.marks.recent:
        return to.sign(RECENT)
    return to.sign(HINT) if PILES in to.marks.targets else " "


def _deck_style(to: Drawing) -> Style:
    if to.marks.hinted == DECK:
        return lit(PLAIN)
    return BOLD if may_pick(to.view) else PLAIN


def _discard_style(to: Drawing) -> Style:
    style = style_of(to.view.discard) if to.view.discard else PLAIN
    return lit(style) if PILES in to.marks.recent else style


def draw_deck_line(to: Drawing, row: int) -> None:
    """The deck and the discard pile in one row."""
    _draw_deck(to, row, 0, DECK_COLUMNS)
    to.put(row, DECK_COLUMNS, _mark(to, DISCARD), BOLD)
    card, column, columns = to.view.discard, DECK_COLUMNS + 2, to.columns - DECK_COLUMNS - 2
    said = message("Discard {card}", card=to.card(card)) if card else message("Discard")
    to.say(row, column, columns, said, _discard_style(to) if card else DIM)
    to.area(row, DECK_COLUMNS, 1, columns + 2, DISCARD)
    to.places[PILES] = (row, column)


def _draw_deck(to: Drawing, row: int, column: int, columns: int) -> None:
    mark = _mark(to, DECK)
    to.put(row, column, to.sign(USABLE) if may_pick(to.view) and mark == " " else mark, BOLD)
    to.say(row, column + 2, columns - 3, message("Deck {n}", n=to.view.deck), _deck_style(to))
    to.area(row, column, 1, columns, DECK)
    to.places[DECK] = (row, column + 2)


def draw_deck_column(to: Drawing, row: int, column: int, columns: int) -> None:
    """The deck and the discard pile under each other in four rows, beside a hand in a list."""
    _draw_deck(to, row, column, columns)
    to.say(row + 2, column + 2, columns - 2, message("Discard"), DIM)
    to.put(row + 3, column, _mark(to, DISCARD), BOLD)
    if to.view.discard:
        to.say(row + 3, column + 2, columns - 2, to.card(to.view.discard), _discard_style(to))
    to.area(row + 2, column, 2, columns, DISCARD)
    to.places[PILES] = (row + 3, column + 2)
