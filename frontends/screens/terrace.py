"""How Terrace looks: the reserve and the waste as fans, the foundations in a row, the columns falling below."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import attrs

from core.cards import RANK_NAMES, name
from core.games.terrace import allowed
from core.games.terrace.board import COLUMNS, FOUNDATIONS, FULL, Pile, View, pile
from core.message import english, message
from core.spans import span
from core.table import TableView
from frontends.screens.controls import Screen
from frontends.screens.faces import WIDTH, face, suit_style
from frontends.screens.picture import BOLD, DIM, PLAIN, Canvas, Look, Style
from frontends.screens.terrace_hand import Hand, idle, movable, press, settle

BOARD = 80
"""Columns that the board needs; a wider terminal has it in the middle."""
RESERVE, WASTE, STOCK, RAISED, NUMBERS, FALLING, NOTE = 2, 3, 4, 5, 7, 8, 21
"""The first rows of the parts. A column can hold thirteen cards, for which there is room."""
FAN = 14
"""Where the fans begin, behind their names and counts."""
CHIP = WIDTH + 2
"""Columns of a card with the marks around it."""

TARGET = Style(fg="green", bold=True)
HELD = Style(reverse=True, bold=True)
HERE = Style(reverse=True)
MARKS = {HERE: ("[", "]"), HELD: ("{", "}"), TARGET: ("(", ")")}
"""The marks say without colour what the styles say with it."""

KEYS = """\
arrows, Tab   choose a place; Tab goes to the next one that is of use
Enter, blank  take the card; then drop it elsewhere, or on the same place: up
1 to 9, w, r  take from that column, the waste, the reserve, or drop there
f, a          this card to the foundations; all cards that are safe there
d             deal a card; once in General's Patience, turn the waste over
v             show everything that can move     Escape  put the card back
u y           undo, redo       R  start this deal again    n  new deal
h             a hint           D  the computer plays on    s  save
m M           set, visit bookmarks                         q  leave the table"""
BELOW = "Enter take, drop (twice: up)  d deal  a all safe up  u undo  h hint  ? all keys"


def draw(table: TableView, hand: Hand, note: str, canvas: Canvas) -> None:
    """The board; after a win all cards as they went up."""
    view: View = table.view
    left = (canvas.columns - BOARD) // 2
    _draw_title(table, canvas, left)
    if view.score == FULL:
        _draw_win(table, canvas, left)
    else:
        _Board(view, hand, canvas, left).draw()
    lines = textwrap.wrap(note, BOARD - 2)[:2] or _prompt(view, hand)
    for row, line in enumerate(lines, NOTE):
        canvas.put(row, left + 1, line, DIM if line == BELOW else BOLD)


def _prompt(view: View, hand: Hand) -> Sequence[str]:
    """What stands in the rows for messages while there is none."""
    if view.stuck:
        return ("There are no more moves: u takes back, R starts again, n deals anew, q leaves.", BELOW)
    if not view.base and view.seat is not None:
        return ("Choose the base card: take one of the four, and Enter again sends it up.", BELOW)
    if view.seat is None or not view.turn:
        return ()
    return (_fits(view, hand), BELOW)


def _fits(view: View, hand: Hand) -> str:
    """Where the card under the hand can go."""
    targets = movable(view).get(hand.held or hand.at, ())
    columns = [allowed.place_name(target) for target in targets if target in COLUMNS]
    places = (*((message("a foundation"),) if set(targets) & set(FOUNDATIONS) else ()), *columns)
    cards = pile(view, hand.held or hand.at)
    return english(message("The {card} fits {places}.", card=name(cards[-1]), places=places)) if places else ""


def _draw_title(table: TableView, canvas: Canvas, left: int) -> None:
    view: View = table.view
    canvas.put(0, left + 1, view.rules.title, BOLD)
    deal = f"deal {table.deal}   " if table.deal is not None else ""
    when = f"{deal}{span(table.elapsed)}"
    canvas.put(0, left + BOARD - 1 - len(when), when)
    redeals = (f"Redeals {view.redeals_left}",) if view.rules.redeals else ()
    figures = (
        f"Score {view.score}",
        f"Base {RANK_NAMES[view.base - 1] if view.base else 'not chosen'}",
        f"Stock {view.stock}",
        *redeals,
    )
    efforts = (f"Moves {table.plays}", f"Undos {table.undos}", f"Hints {table.hints}")
    canvas.put(1, left + 1, "   ".join(figures), DIM)
    spent = "   ".join(efforts)
    canvas.put(1, left + BOARD - 1 - len(spent), spent, DIM)


class _Board:
    """One position being drawn."""

    def __init__(self, view: View, hand: Hand, canvas: Canvas, left: int) -> None:
        self.view, self.hand, self.canvas, self.left = view, hand, canvas, left
        self.movable = movable(view)
        candidates = not view.base and not hand.held
        self.lit = set(self.movable.get(hand.held, ())) | (set(self.movable) if hand.lit or candidates else set())

    def draw(self) -> None:
        """Everything, from the top."""
        self.fan(RESERVE, "Reserve", "r")
        self.fan(WASTE, "Waste", "w")
        self.stock()
        self.foundations()
        for place, column in zip(COLUMNS, self.view.columns, strict=False):
            self.column(place, column)

    def style(self, place: str) -> Style | None:
        """How a place is marked; None if it is not."""
        if self.hand.held == place:
            return HELD
        if self.hand.at == place and self.view.seat is not None:
            return HERE
        return TARGET if place in self.lit else None

    def put(self, row: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Write on the board."""
        self.canvas.put(row, self.left + column, text, style)

    def chip(self, row: int, column: int, place: str, text: str, own: Style) -> None:
        """The top of a place with the marks around it."""
        marked = self.style(place)
        text = text.strip()
        if marked is None:
            own = attrs.evolve(own, bold=place in self.movable)
            self.put(row, column + 1, text.rjust(WIDTH), own)
            return
        before, after = MARKS[marked]
        shown = f"{before}{text}{after}"
        style = attrs.evolve(own, bold=True, reverse=marked in (HERE, HELD)) if marked != TARGET else TARGET
        self.put(row, column + CHIP - len(shown), shown, style)
        if self.hand.at == place and self.view.seat is not None:
            self.canvas.cursor = (row, self.left + column + CHIP - 2)

    def card(self, row: int, column: int, place: str, cards: Pile, empty: str) -> None:
        """The top card of a place, or what stands for none."""
        if cards:
            self.chip(row, column, place, face(cards[-1], self.canvas.look), suit_style(cards[-1]))
        else:
            self.chip(row, column, place, empty, DIM)

    def none(self) -> str:
        """What stands where no card lies."""
        return "··" if self.canvas.look.utf8 else ".."

    def fan(self, row: int, label: str, place: str) -> None:
        """A pile as a fan with its top card last; it closes up, or hides its bottom, when it is long."""
        cards = pile(self.view, place)
        self.put(row, 1, label)
        self.put(row, FAN - 5, f"{len(cards):3}")
        step = WIDTH + 1 if len(cards) <= 16 or place == "w" else WIDTH
        room = (BOARD - FAN - CHIP) // step
        beneath = cards[max(0, len(cards) - 1 - room) : -1]
        if len(cards) > room + 1:
            self.put(row, FAN - 1, "…" if self.canvas.look.utf8 else "<", DIM)
        for number, card in enumerate(beneath):
            self.put(row, FAN + number * step, face(card, self.canvas.look), suit_style(card))
        gap = WIDTH + 1 - step if beneath else 0
        self.card(row, FAN - 1 + len(beneath) * step + gap, place, cards, self.none())

    def stock(self) -> None:
        """The stock from behind, and why it gives no card when it does not."""
        self.put(STOCK, 1, "Stock")
        self.put(STOCK, FAN - 5, f"{self.view.stock:3}")
        back = ("▒▒▒" if self.canvas.look.utf8 else "###") if self.view.stock else self.none()
        self.chip(STOCK, FAN - 1, "s", back, PLAIN)
        closed = allowed.closed(self.view, self.view.stock) if self.view.base else None
        says = english(closed) if closed else "" if self.view.stock or not self.view.base else "d turns the waste over."
        self.put(STOCK, FAN + CHIP, says, DIM)

    def foundations(self) -> None:
        """The tops of the foundations behind their numbers."""
        self.put(RAISED, 1, "Foundations")
        for number, (place, cards) in enumerate(zip(FOUNDATIONS, self.view.foundations, strict=True)):
            column = FAN + number * 8
            self.put(RAISED, column, place[1:], DIM)
            self.card(RAISED, column + 1, place, cards, self.none())

    def column(self, place: str, cards: Pile) -> None:
        """A column under its number."""
        across = (BOARD - 4) // len(self.view.columns)
        column = 3 + COLUMNS.index(place) * across
        self.put(NUMBERS, column + 1, f"{place[1:]:>{WIDTH - 1}}", DIM)
        for row, card in enumerate(cards[:-1], FALLING):
            self.put(row, column + 1, face(card, self.canvas.look), suit_style(card))
        self.card(FALLING + max(0, len(cards) - 1), column, place, cards, self.none())


def _draw_win(table: TableView, canvas: Canvas, left: int) -> None:
    """The eight foundations as the steps of a terrace, every card in the place to which it was brought."""
    canvas.put(4, left + 6, "The terrace is built.", BOLD)
    for number, cards in enumerate(table.view.foundations):
        step = left + 6 + 2 * (len(FOUNDATIONS) - 1 - number)
        for place, card in enumerate(cards):
            style = attrs.evolve(suit_style(card), bold=True)
            canvas.put(6 + number, step + place * (WIDTH + 1), face(card, canvas.look), style)
    for row, line in enumerate(_praise(table), 16):
        canvas.put(row, left + 6, line)


def _praise(table: TableView) -> Sequence[str]:
    figures = f"All {FULL} cards are up, in {_counted(table.plays, 'move')} and {span(table.elapsed)} of play."
    if not table.undos and not table.hints:
        return figures, "Nothing taken back, no hint: a perfect game."
    return figures, f"{_counted(table.undos, 'undo')}, {_counted(table.hints, 'hint')}."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def describe(view: View, columns: int) -> Sequence[str]:
    """The figures, then every pile with its top card last."""
    base = f"Base {RANK_NAMES[view.base - 1]}" if view.base else "Base not chosen yet"
    redeals = f", redeals left {view.redeals_left}" if view.rules.redeals else ""
    lines = [
        f"{view.rules.title}. {base}, score {view.score} of {FULL}, stock {view.stock}{redeals}.",
        f"Reserve {len(view.reserve)}: {_words(view.reserve)}",
        f"Waste {len(view.waste)}: {_words(view.waste)}",
        f"Foundations: {', '.join(_words(cards[-1:]) for cards in view.foundations)}",
        *(f"Column {number}: {_words(column)}" for number, column in enumerate(view.columns, 1)),
        *_prospects(view),
    ]
    return [part for line in lines for part in textwrap.wrap(line, columns, subsequent_indent="  ")]


def _words(cards: Pile) -> str:
    return " ".join(face(card, Look(utf8=False)).strip() for card in cards) or "empty"


def _prospects(view: View) -> Sequence[str]:
    if view.score == FULL:
        return (f"All {FULL} cards are up: the game is won.",)
    if view.stuck:
        return ("There are no more moves: undo takes back, restart starts again, new deals anew.",)
    if not view.base:
        return ("Choose the base card: b 1, b 2, b 3 or b 4.",)
    closed = allowed.closed(view, view.stock)
    return (english(closed),) if closed else ()


def status(table: TableView) -> str:
    """The score."""
    return f"{table.view.score} of {FULL} cards up"


SCREEN = Screen("terrace", idle, press, draw, describe, KEYS, settle=settle, status=status)
