"""Cards with frames: single ones, fans to the right, and columns that fall."""

from collections.abc import Sequence

import attrs
from msgspec.structs import replace

from core.base.cards import RANKS
from frontends.screens.faces import Frame, brief, suit_style
from frontends.screens.terrace.layout import Fall, Plan, fall, fan
from frontends.screens.terrace.marks import Mark, Marks
from frontends.terminal.picture import DIM, PLAIN, Canvas, Style

FRAMES = {
    (True, Mark.NONE): Frame("┌┬┐", "└┴┘", "─", "│", "├┤"),
    (True, Mark.HERE): Frame("┏┳┓", "┗┻┛", "━", "┃", "┠┨"),
    (True, Mark.HELD): Frame("┌┬┐", "└┴┘", "╌", "╎", "├┤"),
    (True, Mark.TARGET): Frame("╔╦╗", "╚╩╝", "═", "║", "╟╢"),
    (False, Mark.NONE): Frame("+++", "+++", "-", "|", "++"),
    (False, Mark.HERE): Frame("###", "###", "=", "#", "##"),
    (False, Mark.HELD): Frame(":::", ":::", ".", ":", "::"),
    (False, Mark.TARGET): Frame("***", "***", "*", "*", "**"),
}
"""By whether the terminal shows more than ASCII, and what is marked."""


@attrs.frozen
class Card:
    """A card to be drawn, or the place of one."""

    place: str
    card: str = ""
    """Empty where none lies."""
    inside: str = ""
    """What stands where no card lies."""
    back: str = ""
    """What fills a frame of cards that lie face down: one character, or a whole row."""
    above: str = ""
    """In the upper border: the key of the place."""
    below: str = ""
    """In the lower border: how many cards there are."""


def is_complete(cards: Sequence[str]) -> bool:
    """Whether a foundation has all cards of its suit."""
    return len(cards) == len(RANKS)


class Painter:
    """Draws cards on a canvas, in the size of a plan. In fewer rows than those of a card it has no lower border."""

    def __init__(self, canvas: Canvas, marks: Marks, plan: Plan) -> None:
        self.canvas, self.marks, self.wide, self.high = canvas, marks, plan.wide, plan.high
        self.utf8 = canvas.look.utf8

    def frame(self, row: int, column: int, rows: int, shown: Card, closed: bool) -> None:
        """The empty frame of `rows` rows; one that is not closed goes on under what lies in front."""
        lines, style = FRAMES[self.utf8, self.marks.mark(shown.place)], self.marks.frame(shown.place)
        span, inner = lines.across * (self.wide - 2), " " * (self.wide - 2)
        self.canvas.put(row, column, f"{lines.upper[0]}{span}{lines.upper[-1]}", style)
        for offset in range(1, rows - closed):
            self.canvas.put(row + offset, column, f"{lines.upright}{inner}{lines.upright}", style)
        if closed:
            self.canvas.put(row + rows - 1, column, f"{lines.lower[0]}{span}{lines.lower[-1]}", style)
            self.canvas.put(row + rows - 1, column + (self.wide - len(shown.below)) // 2, shown.below, style)
        self.canvas.put(row, column + (self.wide - len(shown.above)) // 2, shown.above, style)

    def card(self, row: int, column: int, rows: int, shown: Card) -> None:
        """One card with its frame."""
        closed = rows == self.high
        self.frame(row, column, rows, shown, closed)
        self.inside(row + 1, column, rows - 1 - closed, shown)

    def inside(self, row: int, column: int, rows: int, shown: Card) -> None:
        """What is between the borders of the card in play; `column` is that of its left border."""
        style, place, room = self.marks.face(shown.place, shown.card), shown.place, self.wide - 2
        if shown.card:
            text = brief(shown.card, self.canvas.look)
            self.canvas.put(row, column + 1, text, style)
            if rows > 2:
                self.canvas.put(row + rows // 2, column + self.wide // 2, text[-1], style)
            if rows > 1:
                self.canvas.put(row + rows - 1, column + 1 + room - len(text), text, style)
        elif shown.back:
            for offset in range(rows):
                self.canvas.put(row + offset, column + 1, (shown.back * room)[:room], style)
        else:
            self.canvas.put(row + rows // 2, column + 1 + (room - len(shown.inside)) // 2, shown.inside, style)
        if pointer := self.marks.pointer(place, self.utf8):
            self.canvas.put(row, column + self.wide - 1, pointer, replace(self.marks.frame(place), dim=False))
        if place == self.marks.focus:
            self.canvas.cursor = (row, column + 1)

    def fan(self, row: int, column: int, rows: int, cards: Sequence[str], shown: Card, room: int) -> int:
        """Cards that overlap to the right, the one in play last. Returns: the column after it."""
        faces = [brief(card, self.canvas.look) for card in cards]
        places = fan(faces, self.wide, room) or ((1, True),)
        front = column + places[-1][0] - 1
        thin = FRAMES[self.utf8, Mark.NONE]
        if len(cards) > 1:
            for offset in range(rows):
                self.canvas.put(row + offset, column, " " * (front - column))
            self.canvas.put(row, column, thin.across * (front - column), DIM)
            if rows == self.high:
                self.canvas.put(row + rows - 1, column, thin.across * (front - column), DIM)
        for number, (start, bordered) in enumerate(places[:-1]):
            if bordered:
                self._border(row, column + start - 1, rows, min(number, 1), DIM)
            self.canvas.put(row + 1, column + start, faces[number], suit_style(cards[number]))
        self.card(row, front, rows, shown)
        if len(cards) > 1 and self.marks.mark(shown.place) is Mark.NONE:
            self._border(row, front, rows, 1, self.marks.frame(shown.place))
        self.canvas.spot(row, column, rows, front - column + self.wide, shown.place)
        return front + self.wide

    def _border(self, row: int, column: int, rows: int, end: int, style: Style) -> None:
        """An upright border before a card, with corners (`end` 0) or branches (1)."""
        lines = FRAMES[self.utf8, Mark.NONE]
        foot = lines.lower[end] if rows == self.high else lines.upright
        for offset, sign in enumerate((lines.upper[end], *lines.upright * (rows - 2), foot)):
            self.canvas.put(row + offset, column, sign, style)

    def column(self, row: int, column: int, room: int, cards: Sequence[str], shown: Card) -> None:
        """Cards that overlap downwards, the one in play last."""
        shape = fall(max(1, len(cards)), room, self.high)
        rows = max(1, len(cards)) - shape.paired + shape.spread + shape.inner + shape.closed
        self.frame(row, column, rows, shown, shape.closed)
        front = self._covered(row + 1, column, cards[:-1], shown, shape)
        self.inside(front, column, shape.inner, shown)
        self.canvas.spot(row, column, room, self.wide, shown.place)

    def _covered(self, row: int, column: int, cards: Sequence[str], shown: Card, shape: Fall) -> int:
        """The cards under the one in play. Returns: its row."""
        for number in range(shape.paired):
            self._pair(row + number, column, cards[2 * number : 2 * number + 2])
        row += shape.paired
        single = cards[2 * shape.paired :]
        for number, card in enumerate(single):
            self.canvas.put(row, column + 1, brief(card, self.canvas.look), suit_style(card))
            row += 1
            if len(single) - number <= shape.spread:
                self._divide(row, column, shown.place)
                row += 1
        return row

    def _pair(self, row: int, column: int, cards: Sequence[str]) -> None:
        """Two cards in one row, over the borders where the frame is too narrow for them."""
        if self.wide == 5:
            self.canvas.put(row, column, " " * self.wide)
        start = column + (self.wide > 5)
        for card in cards:
            text = brief(card, self.canvas.look)
            self.canvas.put(row, start, text, suit_style(card))
            start += len(text)

    def _divide(self, row: int, column: int, place: str) -> None:
        """The upper border of a card that lies on another one."""
        lines, style = FRAMES[self.utf8, self.marks.mark(place)], self.marks.frame(place)
        self.canvas.put(row, column, lines.branches[0], style)
        self.canvas.put(row, column + 1, ("─" if self.utf8 else "-") * (self.wide - 2), PLAIN)
        self.canvas.put(row, column + self.wide - 1, lines.branches[1], style)
