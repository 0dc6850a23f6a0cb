"""Terrace on a narrow canvas: cards without frames, each in four columns; marks stand around the card in play."""

from core.base.message import Message, message
from core.games.terrace.board import COLUMNS, FOUNDATIONS, Pile, View
from core.table import TableView
from frontends.screens.faces import brief, face, suit_style
from frontends.screens.terrace.cards import is_complete
from frontends.screens.terrace.marks import Mark, Marks, back_of_stock
from frontends.screens.terrace.words import base, draw_title, in_one_row, notice
from frontends.terminal.picture import BOLD, DIM, Canvas

WIDE = 40
"""Columns of the board, which is in the middle of the canvas."""
CHIP = 4
"""Columns of a card: its face and a blank, in which a mark may stand."""
STOCK, FOUNDATION, NOTICE, RESERVE, RULE, FALLING = 1, 2, 3, 4, 6, 7
"""The first rows of the parts."""
ENDS = {Mark.HERE: ("[", "]"), Mark.HELD: ("{", "}"), Mark.TARGET: ("(", ")")}


def draw_narrow(table: TableView, marked: Marks, canvas: Canvas) -> None:
    """The board."""
    board = _Board(table.view, marked, canvas)
    draw_title(table, canvas, board.left, WIDE)
    board.draw()


class _Board:
    """One position being drawn."""

    def __init__(self, view: View, marked: Marks, canvas: Canvas) -> None:
        self.view, self.marks, self.canvas = view, marked, canvas
        self.left = (canvas.columns - WIDE) // 2
        self.utf8 = canvas.look.utf8
        self.blank = "··" if self.utf8 else ".."
        """What stands where no card lies."""

    def draw(self) -> None:
        """Everything under the title."""
        self.waste(self.stock() + 2)
        for number, (place, cards) in enumerate(zip(FOUNDATIONS, self.view.foundations, strict=True)):
            self.chip(FOUNDATION, 4 + number * CHIP, place, cards, base(self.view, self.canvas.words) or self.blank)
        self.rule(NOTICE, message("reserve"), str(len(self.view.reserve)), "r")
        self.reserve()
        self.rule(RULE)
        for place, cards in zip(COLUMNS, self.view.columns, strict=False):
            self.column(place, cards)
        if said := notice(self.view):
            self.canvas.put(NOTICE, self.left, " " * WIDE)
            self.canvas.put(NOTICE, self.left, in_one_row(said, WIDE, self.canvas.look), BOLD)

    def rule(self, row: int, label: Message | None = None, count: str = "", key: str = "") -> None:
        """A line across the board, with a name on it."""
        self.canvas.put(row, self.left, ("─" if self.utf8 else "-") * WIDE, DIM)
        if label:
            self.canvas.put(row, self.left + 1, f" {key} {self.canvas.words.say(label)} {count} ", DIM)

    def stock(self) -> int:
        """The stock from the back, lighter while it gives no card. Returns: the column after it."""
        self.chip(STOCK, 0, "s", (), back_of_stock(self.view, self.canvas.look) * 3 if self.view.stock else self.blank)
        name = self.canvas.words.text("stock")
        label = f"d {name} {self.view.stock}"
        self.canvas.put(STOCK, self.left + CHIP + 1, label, DIM)
        self.canvas.spot(STOCK, self.left, 1, CHIP + 1 + len(label), "s")
        return CHIP + 1 + len(label)

    def waste(self, start: int) -> None:
        """The waste at the right end, with as many of the cards beneath as there is room for."""
        cards, front = self.view.waste, WIDE - CHIP - 1
        name = self.canvas.words.text("waste")
        label = f"0 {name} {len(cards)}" if start + len(name) + 6 < front else f"0 {len(cards)}"
        column = front
        self.chip(STOCK, front, "w", cards, self.blank)
        for card in cards[-2:-5:-1]:
            if column - CHIP < start + len(label) + 1:
                break
            column -= CHIP
            self.canvas.put(STOCK, self.left + column + 1, face(card, self.canvas.look), suit_style(card))
        first = max(start, column - len(label))
        self.canvas.put(STOCK, self.left + first, label[: column - first], DIM)
        self.canvas.spot(STOCK, self.left + first, 1, WIDE - first, "w")

    def chip(self, row: int, column: int, place: str, cards: Pile, empty: str) -> None:
        """The card in play of a place, or what stands for none, with its marks."""
        text = brief(cards[-1], self.canvas.look) if cards else empty
        style = self.marks.face(place, cards[-1] if cards else "")
        if place in FOUNDATIONS and is_complete(cards):
            text, style = text + text[-1], self.marks.face(place, "")
        end = self.left + column + CHIP
        before, after = ENDS.get(self.marks.mark(place), ("", ""))
        if place == self.marks.here:
            before = "["  # the cursor at a target or at the chosen card shows both marks
        after = self.marks.pointer(place, self.utf8) or after
        self.canvas.put(row, end - len(text), text, style)
        if before:
            self.canvas.put(row, end - len(text) - 1, before, self.marks.frame(place))
        if after:
            self.canvas.put(row, end, after, self.marks.frame(place))
        if place == self.marks.focus:
            self.canvas.cursor = (row, end - len(text))
        self.canvas.spot(row, max(0, self.left + column), 1, CHIP, place)

    def reserve(self) -> None:
        """All its cards, in two rows if need be, the one in play last."""
        cards = self.view.reserve
        row, column = RESERVE, 0
        for number, card in enumerate(cards):
            text = brief(card, self.canvas.look)
            if column + 1 + len(text) > WIDE - 1:
                row, column = row + 1, 0
            if number == len(cards) - 1:
                self.chip(row, column + len(text) + 1 - CHIP, "r", cards, "")
            else:
                self.canvas.put(row, self.left + column + 1, text, suit_style(card))
            column += 1 + len(text)
        if not cards:
            self.chip(RESERVE, 0, "r", (), self.blank)
        self.canvas.spot(RESERVE - 1, self.left, 3, WIDE, "r")

    def column(self, place: str, cards: Pile) -> None:
        """A column under its number; of one that is too long the top cards, and how many lie beneath."""
        pitch = WIDE // len(self.view.columns)
        column = (WIDE - pitch * len(self.view.columns)) // 2 + COLUMNS.index(place) * pitch
        room = self.canvas.rows - FALLING
        hidden = max(0, len(cards) - room + 1) if len(cards) > room else 0
        self.canvas.put(RULE, self.left + column + 1, f" {place[1:]} ", self.marks.frame(place))
        if hidden:
            self.canvas.put(FALLING, self.left + column + 1, f"+{hidden}".rjust(CHIP - 1), DIM)
        row = FALLING + (hidden > 0)
        for card in cards[hidden:-1]:
            self.canvas.put(row, self.left + column + 1, face(card, self.canvas.look), suit_style(card))
            row += 1
        self.chip(row, column, place, cards, self.blank)
        self.canvas.spot(RULE, self.left + column, self.canvas.rows - RULE, CHIP, place)
