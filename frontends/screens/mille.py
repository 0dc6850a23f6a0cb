"""How mille looks: the viewer's cards on the left, the other's on the right, and the score window beside them.

The places are those of the program (rules sheet 14): safeties, hand, battle and speed on 17 rows, the prompt in
row 10, column 20, the mileage below.
"""

from __future__ import annotations

import attrs

from core.games.mille import GAME, Card, Phase, Tableau, View
from core.games.mille.cards import HAZARDS, MILES, SAFETIES
from core.games.mille.state import FULL, LONG, SLOTS, Deed, Step
from core.table import TableView
from frontends.screens.controls import Screen
from frontends.screens.mille_hand import Hand, idle, is_asked, press, settle
from frontends.screens.mille_score import draw_score, left_seat, name_of
from frontends.screens.mille_words import describe, status
from frontends.screens.picture import BOLD, DIM, PLAIN, REVERSE, Canvas, Style

HALF = 20
"""Columns of each half of the board, and the first column of the right one."""
WIDE = 18
"""Columns of a heading."""
EXTENSION = 4
HAND = 5
"""The row of the heading; slot P is in the next."""
PROMPT = (10, HALF)
LAST = 11
"""The first of two rows for what the other did last."""
PILES = 13
REST = 16
"""The row for the deck when both hands are shown."""
MILEAGE = 17
ROAD = (0, 41)
"""The first columns of the two roads."""
LANE = 39
"""Columns of a road."""

HAZARD = Style(fg="red")
REMEDY = Style(fg="green")
SAFETY = Style(fg="cyan")

KEYS = """\
p            pick a card
u SLOT       use a card: 1 to 6 or p, then Return or blank
d SLOT       discard a card; Delete takes a slip back, Ctrl-U the command
o            keep the hand in order, or stop doing so
w            small or full score window
y  n         answer a question
s  save      q  quit      r  paint the screen again
b  f  a      back by one move, forward again, all from the start; against the
             computer only
Bold cards can be used now."""


def draw(table: TableView, hand: Hand, note: str, canvas: Canvas) -> None:
    """The board and the score window; the window is full between hands."""
    view: View = table.view
    left = left_seat(view)
    for seat, column in ((left, 0), (1 - left, HALF)):
        _draw_safeties(view.tableaus[seat], canvas, column)
        _draw_piles(table, seat, canvas, column)
    if view.end == LONG:
        canvas.put(EXTENSION, 9, "Extension", REVERSE)
    _draw_hand(view, left, canvas, 0)
    if view.hands[1 - left] is None:
        _draw_deck(view, canvas)
        _draw_prompt(table, hand, canvas)
        _draw_last(table, canvas)
    else:
        _draw_hand(view, 1 - left, canvas, HALF)
        canvas.put(REST, 0, f"Deck {view.deck}, discard {view.discard or 'none'}", DIM)
    for seat, column in zip((left, 1 - left), ROAD, strict=True):
        _draw_road(table, seat, canvas, column)
    draw_score(table, note, hand.full or view.phase in (Phase.HAND_OVER, Phase.SESSION_OVER), canvas)


def _heading(text: str, canvas: Canvas) -> str:
    rule = "─" if canvas.look.utf8 else "-"
    return f"{rule} {text} ".ljust(WIDE, rule)


def style_of(card: Card) -> Style:
    """Red for what stops, green for what helps, cyan for safeties."""
    if card in HAZARDS or card is Card.SPEED_LIMIT:
        return HAZARD
    if card in SAFETIES:
        return SAFETY
    return PLAIN if card in MILES else REMEDY


def _draw_safeties(tableau: Tableau, canvas: Canvas, column: int) -> None:
    for row, safety in enumerate(SAFETIES):
        if safety in tableau.safeties:
            coup = safety in tableau.coups
            canvas.put(row, column, "* " if coup else "  ", BOLD)
            canvas.put(row, column + 2, safety, attrs.evolve(SAFETY, bold=coup))


def _draw_hand(view: View, seat: int, canvas: Canvas, column: int) -> None:
    canvas.put(HAND, column, _heading("Hand", canvas), DIM)
    hand = view.hands[seat]
    if hand is None:
        canvas.put(HAND + 1, column + 2, f"{view.counts[seat]} cards")
        return
    listed = GAME.moves(view) if seat == view.seat else {}
    for slot, name in enumerate(SLOTS):
        canvas.put(HAND + 1 + slot, column, name, DIM)
        place = slot - FULL + len(hand)
        if place >= 0:
            usable = f"u {name.lower()}" in listed
            style = attrs.evolve(style_of(hand[place]), bold=usable)
            canvas.put(HAND + 1 + slot, column + 2, hand[place], style)


def _draw_deck(view: View, canvas: Canvas) -> None:
    canvas.put(HAND, HALF, _heading("Deck", canvas), DIM)
    canvas.put(HAND + 1, HALF + 2, str(view.deck), PLAIN if view.deck else BOLD)
    canvas.put(HAND + 2, HALF, _heading("Discard", canvas), DIM)
    if view.discard:
        canvas.put(HAND + 3, HALF + 2, view.discard, style_of(view.discard))


def _draw_prompt(table: TableView, hand: Hand, canvas: Canvas) -> None:
    view: View = table.view
    row, column = PROMPT
    text = prompt_of(view)
    if view.seat not in view.turn:
        names = " or ".join(name_of(table, seat) for seat in view.turn)
        canvas.put(row, column, f"{names[:13]} plays"[:WIDE] if view.phase is Phase.PLAY else text, DIM)
        return
    canvas.put(row, column, text, BOLD if is_asked(view) else REVERSE)
    canvas.put(row, column + len(text) + 1, hand.echo)
    canvas.cursor = (row, column + len(text) + 1 + len(hand.echo))


def prompt_of(view: View) -> str:
    """What is asked now."""
    match view.phase:
        case Phase.PLAY:
            return ">>:Move:"
        case Phase.EXTENSION:
            return "Extension?"
        case Phase.HAND_OVER:
            return "Another game?" if view.game_over else "Another hand?"
        case Phase.SESSION_OVER:
            return ""


def _draw_last(table: TableView, canvas: Canvas) -> None:
    """The last card the other got rid of, or whoever was last for those who look on."""
    step = last_step(table.view)
    if step is None or step.card is None:
        return
    verb = "plays" if step.deed is Deed.PLAYED else "discards"
    canvas.put(LAST, HALF, f"{name_of(table, step.seat)[: WIDE - 1 - len(verb)]} {verb}", DIM)
    canvas.put(LAST + 1, HALF + 2, step.card, style_of(step.card))


def last_step(view: View) -> Step | None:
    """The last play or discard of anybody but the viewer."""
    others = (step for step in reversed(view.steps) if step.seat != view.seat and step.deed is not Deed.PICKED)
    return next(others, None)


def _draw_piles(table: TableView, seat: int, canvas: Canvas, column: int) -> None:
    tableau: Tableau = table.view.tableaus[seat]
    mover = table.view.turn == (seat,)
    mark = ("► " if canvas.look.utf8 else "> ") if mover else ""
    heading = _heading(f"{mark}{name_of(table, seat)[:12]}", canvas)
    canvas.put(PILES, column, heading, BOLD if mover else DIM)
    for row, label, card in ((PILES + 1, "Battle", tableau.battle), (PILES + 2, "Speed", tableau.speed)):
        canvas.put(row, column, label, DIM)
        if card:
            canvas.put(row, column + 7, card, attrs.evolve(style_of(card), bold=True))
        elif label == "Battle" and tableau.rolling:
            canvas.put(row, column + 7, "(rolling)", DIM)


def _draw_road(table: TableView, seat: int, canvas: Canvas, column: int) -> None:
    """Miles as a road with a mark for every 50, and the distance cards below it."""
    view: View = table.view
    tableau = view.tableaus[seat]
    done, rest = tableau.miles // 50, view.end // 50 - tableau.miles // 50
    gone, car, ahead = ("━", "►", "╌") if canvas.look.utf8 else ("=", ">", ".")
    road = gone * done + (car + ahead * (rest - 1) if rest else car)
    figure, end = f" {tableau.miles:>3} ", f" {view.end}"
    name = name_of(table, seat)[: LANE - len(figure) - len(road) - len(end)]
    canvas.put(MILEAGE, column, f"{name}{figure}", BOLD)
    canvas.put(MILEAGE, column + len(name) + len(figure), f"{road}{end}", DIM)
    for row, card in enumerate(MILES, MILEAGE + 1):
        canvas.put(row, column, "".join(f"{card:<4}" for _ in range(tableau.distances.count(card))).rstrip())


SCREEN = Screen("mille", idle, press, draw, describe, KEYS, settle=settle, status=status)
