"""How Pileon looks: fifteen fans of cards in rows of four, and in the sixteenth place the figures."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import attrs

from core.cards import RANKS, SUITS, plural
from core.games.pileon import (
    FULL,
    GAME,
    PILES,
    View,
    is_frozen,
    run,
)
from core.message import english
from core.spans import span
from core.table import TableView
from frontends.screens.controls import Screen
from frontends.screens.faces import WIDTH, face, suit_style
from frontends.screens.picture import BOLD, DIM, PLAIN, Canvas, Look, Style
from frontends.screens.pileon_hand import ACROSS, Hand, homes, idle, loose, press, settle, takes

TOP = 1
"""The first row of the first pile."""
HIGH = 4
"""Rows of a pile: three of cards, one for what can be said of it."""
WIDE = FULL * (WIDTH + 1) + 1
"""Columns of a full pile."""
STEP = WIDE + 2
BOARD = ACROSS * STEP - 2
NOTE = TOP + 4 * HIGH + 1
"""The first of the rows for messages."""

TARGET = Style(fg="green", bold=True)
HELD = Style(reverse=True, bold=True)

KEYS = """\
arrows, Tab   choose a pile; Tab goes to the next one that helps
Enter, blank  take the cards on top; then drop them on another pile
1 2 3 4       take so many; without a number as many as fit
Escape        put back what you took
u  y          undo, redo                     R  this deal from its start
h             a hint                         n  a new deal
w             can this still be won?         D  the computer plays on
m  M          set, go to bookmarks           s  save       q  leave the table"""
BELOW = (
    "arrows Tab choose   Enter take, drop   1-4 how many   u undo  y redo  h hint",
    "w winnable?  R restart  n new deal  m M marks  D demo  s save  ? help  q quit",
)


def draw(table: TableView, hand: Hand, note: str, canvas: Canvas) -> None:
    """The board; after a win the pack in order."""
    view: View = table.view
    left = (canvas.columns - BOARD) // 2
    _draw_title(table, canvas, left)
    if view.piles and not view.turn:
        _draw_win(table, canvas, left)
    else:
        for number in range(1, len(view.piles) + 1):
            _draw_pile(view, hand, number, canvas, left)
        _draw_figures(table, canvas, left + (ACROSS - 1) * STEP, TOP + 3 * HIGH)
    for row, line in enumerate(textwrap.wrap(note, BOARD)[:2], NOTE):
        canvas.put(row, left, line, BOLD)
    for row, line in enumerate(BELOW, canvas.rows - 3):
        canvas.put(row, left, line, DIM)


def _draw_title(table: TableView, canvas: Canvas, left: int) -> None:
    canvas.put(0, left, GAME.title, BOLD)
    if table.view.stuck:
        canvas.put(NOTE - 1, left, "Nothing helps any more: u takes back, R starts again, n deals anew.", BOLD)
    if table.deal is not None:
        deal = f"deal {table.deal}"
        canvas.put(0, left + BOARD - len(deal), deal)


@attrs.frozen
class _Frame:
    """The characters of a pile's frame: corners and branches from left to right, and lines."""

    upper: str
    lower: str
    across: str
    upright: str


_FRAMES = {
    (True, False): _Frame("┌┬┐", "└┴┘", "─", "│"),
    (True, True): _Frame("╔╦╗", "╚╩╝", "═", "║"),
    (False, False): _Frame("+++", "+++", "-", "|"),
    (False, True): _Frame("###", "###", "=", "#"),
}
"""By whether the terminal shows more than ASCII, and whether the hand is there."""


def _draw_pile(view: View, hand: Hand, number: int, canvas: Canvas, left: int) -> None:
    row, column = TOP + (number - 1) // ACROSS * HIGH, left + (number - 1) % ACROSS * STEP
    pile, here = view.piles[number - 1], number == hand.at and view.seat is not None
    frame = _FRAMES[canvas.look.utf8, here]
    cells = [face(card, canvas.look) for card in pile] or [" " * WIDTH]
    if is_frozen(pile):
        cells[-1] = ("▒" if canvas.look.utf8 else "%") * WIDTH
    rule = [frame.across * WIDTH] * len(cells)
    style = _frame_style(view, hand, number, here)
    canvas.put(row, column, _ruled([f"{number:^{WIDTH}}", *rule[1:]], frame.upper), style)
    canvas.put(row + 1, column, _ruled(cells, frame.upright * 3), style)
    canvas.put(row + 2, column, _ruled(rule, frame.lower), style)
    if here:
        canvas.cursor = (row + 1, column + len(cells) * (WIDTH + 1) - 1)
    _draw_cards(view, hand, number, canvas, row + 1, column + 1)
    said = _said(view, hand, number, canvas.look)
    canvas.put(row + 3, column + 1, said[: WIDE - 1], TARGET if takes(view, hand, number) else DIM)


def _ruled(cells: Sequence[str], ends: str) -> str:
    return ends[0] + ends[1].join(cells) + ends[2]


def _frame_style(view: View, hand: Hand, number: int, here: bool) -> Style:
    if takes(view, hand, number):
        return TARGET
    if here:
        return BOLD
    return PLAIN if loose(view, number) else DIM


def _draw_cards(view: View, hand: Hand, number: int, canvas: Canvas, row: int, column: int) -> None:
    """The cards in their own styles over the frame that is drawn already."""
    pile = view.piles[number - 1]
    held = (hand.count or run(pile)) if hand.source == number else 0
    for index, card in enumerate(pile):
        style = DIM if is_frozen(pile) else suit_style(card)
        if index >= len(pile) - loose(view, number):
            style = attrs.evolve(style, bold=True)
        if index >= len(pile) - held:
            style = HELD
        canvas.restyle(row, column + index * (WIDTH + 1), WIDTH, style)


def _said(view: View, hand: Hand, number: int, look: Look) -> str:
    """What is under a pile."""
    pile = view.piles[number - 1]
    if is_frozen(pile):
        return "frozen"
    if hand.source == number:
        return f"{hand.count or run(pile)} in hand"
    if count := takes(view, hand, number):
        return f"{'▲' if look.utf8 else '^'} takes {count}"
    if number == hand.at and hand.source is None and view.seat is not None and pile:
        return f"fits {' '.join(map(str, homes(view, number)))}" if homes(view, number) else "fits no pile"
    return ""


def _draw_figures(table: TableView, canvas: Canvas, column: int, row: int) -> None:
    figures = (
        f"{table.view.score} of 52 points",
        f"{_counted(table.plays, 'move')}, {span(table.elapsed)}",
        _counted(table.undos, "undo"),
        _counted(table.hints, "hint"),
    )
    canvas.put(row, column, figures[0], BOLD)
    for offset, figure in enumerate(figures[1:], 1):
        canvas.put(row + offset, column, figure)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _draw_win(table: TableView, canvas: Canvas, left: int) -> None:
    """The whole pack in order, which is what the player made of it."""
    frame = _FRAMES[canvas.look.utf8, True]
    column, rule = left + (BOARD - 13 * (WIDTH + 1) - 1) // 2, [frame.across * WIDTH] * 13
    canvas.put(3, column, "All thirteen together!", BOLD)
    canvas.put(5, column, _ruled(rule, frame.upper), TARGET)
    for row, suit in enumerate(SUITS, 6):
        cards = [f"{rank}{suit}" for rank in RANKS]
        canvas.put(row, column, _ruled([face(card, canvas.look) for card in cards], frame.upright * 3), TARGET)
        for index, card in enumerate(cards):
            style = attrs.evolve(suit_style(card), bold=True)
            canvas.restyle(row, column + 1 + index * (WIDTH + 1), WIDTH, style)
    canvas.put(6 + len(SUITS), column, _ruled(rule, frame.lower), TARGET)
    for row, line in enumerate(_praise(table), 12):
        canvas.put(row, column, line)


def _praise(table: TableView) -> tuple[str, ...]:
    figures = f"52 points, {_counted(table.plays, 'move')}, {span(table.elapsed)} of play."
    if table.undos == 0 and table.hints == 0:
        return figures, "Nothing taken back, no hint: a perfect game."
    return figures, f"{_counted(table.undos, 'undo')}, {_counted(table.hints, 'hint')}."


def describe(view: View, columns: int) -> Sequence[str]:
    """The score, what lies on each pile from the bottom up, and what fits where."""
    lines = [f"{view.score} of 52 points."]
    for number, pile in enumerate(view.piles, 1):
        lines.append(f"Pile {number}: {_listed(pile)}")
    return [*lines, *textwrap.wrap(_prospects(view), columns)]


def _listed(pile: tuple[str, ...]) -> str:
    if is_frozen(pile):
        return f"four {english(plural(pile[-1]))}, frozen"
    return " ".join(map(_word, pile)) or "empty"


def _word(card: str) -> str:
    return face(card, Look(utf8=False)).strip()


def _prospects(view: View) -> str:
    if view.stuck:
        return "Nothing helps any more: undo takes back, restart starts again, new deals anew."
    if not view.turn:
        return "All thirteen ranks are together."
    pairs = [f"{number} {home}" for number in range(1, PILES + 1) for home in homes(view, number)]
    fits = f"These fit: {', '.join(pairs)}." if pairs else "Nothing fits on another card."
    return fits + (" Anything goes on an empty pile." if () in view.piles else "")


def status(table: TableView) -> str:
    """Score and moves."""
    return f"{table.view.score} of 52 points, {_counted(table.plays, 'move')}"


SCREEN = Screen("pileon", idle, press, draw, describe, KEYS, settle=settle, status=status)
