"""How Terrace looks: stock, waste and foundations above, then the reserve as a fan, and the columns falling below."""

import textwrap

import attrs

from core.base.message import Message, message
from core.games.terrace.board import COLUMNS, FOUNDATIONS, FULL, View
from core.table import TableView
from frontends.screens.controls import BACK_TOO, Scene, Screen
from frontends.screens.faces import brief
from frontends.screens.terrace.cards import Card, Painter, is_complete
from frontends.screens.terrace.inputs import KEYS, bar, drag, idle, press, settle, strokes
from frontends.screens.terrace.layout import BOXED, Plan, plan
from frontends.screens.terrace.marks import Marks, back_of_stock, marks
from frontends.screens.terrace.narrow import draw_narrow
from frontends.screens.terrace.questions import QUESTIONS, offers, undone
from frontends.screens.terrace.won import draw_win
from frontends.screens.terrace.words import base, describe, draw_title, hand, notice, score
from frontends.terminal.picture import BOLD, DIM, Canvas

LEAST_NOTE = 14
"""Columns that a note beside the reserve needs; with fewer it goes into the first row."""

PURPOSE = message("only to the foundations")
"""Stands beside the reserve as long as there is nothing more urgent to say."""


def draw(scene: Scene, canvas: Canvas) -> None:
    """The board; after a win all cards as they went up."""
    view: View = scene.table.view
    if view.score == FULL:
        draw_win(scene.table, canvas)
    elif canvas.columns < BOXED:
        draw_narrow(scene.table, marks(scene), canvas)
    else:
        _Board(scene.table, marks(scene), canvas).draw()


class _Board:
    """One position being drawn with framed cards."""

    def __init__(self, table: TableView, marked: Marks, canvas: Canvas) -> None:
        self.table, self.marks, self.canvas = table, marked, canvas
        self.view: View = table.view
        self.plan: Plan = plan(canvas.rows, canvas.columns, len(self.view.columns))
        self.painter = Painter(canvas, marked, self.plan)

    def draw(self) -> None:
        """Everything, from the top."""
        self.stock()
        self.waste()
        self.foundations()
        said = notice(self.view)
        is_noted = self.note(said, self.reserve())
        draw_title(self.table, self.canvas, self.plan.left, self.plan.width, None if is_noted else said)
        self.columns()

    def stock(self) -> None:
        """The stock from the back, lighter while it gives no card."""
        place, view = self.plan, self.view
        back = back_of_stock(view, self.canvas.look)
        shown = Card("s", back=back if view.stock else "", above="d", below=str(view.stock))
        if view.stock and place.head_rows < place.high:
            shown = attrs.evolve(shown, back=str(view.stock).center(place.wide - 2, back))
        self.single(place.left, shown)

    def single(self, column: int, shown: Card) -> None:
        """A pile in the upper row of which one card is seen."""
        place = self.plan
        self.painter.card(place.head, column, place.head_rows, shown)
        self.canvas.spot(place.head, column, place.head_rows, place.wide, shown.place)

    def waste(self) -> None:
        """The last cards of the waste, as many as there is room for."""
        place, cards = self.plan, self.view.waste
        start = place.left + place.wide + 1
        room = place.left + place.width - 8 * place.wide - 1 - start
        shown = Card("w", cards[-1] if cards else "", above="0", below=str(len(cards) or ""))
        beneath = cards[-max(1, (room - place.wide) // 3) - 1 : -1]
        while sum(4 if card[0] == "T" else 3 for card in beneath) > room - place.wide:
            beneath = beneath[1:]
        self.painter.fan(place.head, start, place.head_rows, (*beneath, *cards[-1:]), shown, room)

    def foundations(self) -> None:
        """The tops of the foundations with their heights; empty ones show the rank with which they start."""
        place = self.plan
        start = place.left + place.width - len(FOUNDATIONS) * place.wide
        for number, (name, cards) in enumerate(zip(FOUNDATIONS, self.view.foundations, strict=True)):
            shown = Card(
                name, cards[-1] if cards else "", base(self.view, self.canvas.words), below=str(len(cards) or "")
            )
            if is_complete(cards):  # filled up with its suit
                top = brief(cards[-1], self.canvas.look)
                shown = attrs.evolve(shown, card="", back=top.ljust(place.wide - 2, top[-1]))
            self.single(start + number * place.wide, shown)

    def reserve(self) -> int:
        """The reserve with all its cards. Returns: the column after it."""
        place, cards = self.plan, self.view.reserve
        shown = Card("r", cards[-1] if cards else "", above="r", below=str(len(cards) or ""))
        room = self.canvas.columns - place.left
        return self.painter.fan(place.reserve, place.left, place.reserve_rows, cards, shown, room)

    def note(self, said: Message | None, after: int) -> bool:
        """Beside the reserve what hinders the player, or what the reserve is for; False where there is no room."""
        place = self.plan
        room = place.left + place.width - after - 2
        if room < LEAST_NOTE:
            return False
        lines = textwrap.wrap(self.canvas.words.say(said or PURPOSE), room)
        if len(lines) > place.reserve_rows:
            return said is None
        style = BOLD if said else DIM
        for row, line in enumerate(lines, place.reserve + (place.reserve_rows - len(lines)) // 2):
            self.canvas.put(row, after + 2, line, style)
        return True

    def columns(self) -> None:
        """The columns under their numbers."""
        place = self.plan
        for number, (name, cards) in enumerate(zip(COLUMNS, self.view.columns, strict=False)):
            shown = Card(name, cards[-1] if cards else "", above=name[1:])
            column = place.first + number * place.pitch
            self.painter.column(place.columns, column, place.columns_rows, cards, shown)


SCREEN = Screen(
    "terrace", idle, press, draw, describe, score, hand, KEYS, bar, shortcuts=BACK_TOO, settle=settle,
    move_words=frozenset(("up", "deal")), strokes=strokes, drag=drag, questions=QUESTIONS, offers=offers, undone=undone,
)  # fmt: skip
