"""A game of Pileon that is won: the whole pack in order, which is what the player made of it."""

from core.base.cards import RANKS, SUITS, is_red
from core.base.durations import span
from core.base.message import message
from core.table import TableView
from frontends.screens.faces import WIDTH, face
from frontends.screens.pileon.board import (
    FRAMES,
    LOOSE_RED,
    TALL,
    TARGET,
    draw_title,
    layout_of,
    ruled,
    shortened,
    shown_of,
)
from frontends.screens.solitaires import moves, praise
from frontends.terminal.picture import BOLD, Canvas


def draw_win(table: TableView, canvas: Canvas) -> None:
    """The pack, and how it was put together; the cursor after the headline."""
    draw_title(shown_of(table), canvas, layout_of(canvas.rows, canvas.columns))
    wide = next((wide for wide in (5, WIDTH) if len(RANKS) * (wide + 1) + 3 <= canvas.columns), 0)
    step = 2 if wide == 5 and canvas.rows > 4 * TALL else 1
    column = (canvas.columns - (len(RANKS) * (wide + 1) + 1 if wide else len(RANKS) * WIDTH)) // 2
    said = (
        message("All thirteen together!"),
        message("{all} points, {moves}, {time} of play.", all=52, moves=moves(table), time=span(table.elapsed)),
        praise(table),
    )
    lines = [shortened((one,), canvas.columns - column, canvas.look) for one in said]
    row = (canvas.rows - 4 * step - 6) // 2
    canvas.put(row - 2, column, lines[0], BOLD)
    canvas.cursor = row - 2, min(column + len(lines[0]), canvas.columns - 1)
    if wide:
        _draw_frame(canvas, row, column, wide, step)
    for index, suit in enumerate(SUITS):
        for offset, rank in enumerate(RANKS):
            at = column + 1 + offset * (wide + 1) + (wide - WIDTH) // 2 if wide else column + offset * WIDTH
            style = LOOSE_RED if is_red(rank + suit) else BOLD
            canvas.put(row + 1 + index * step, at, face(rank + suit, canvas.look), style)
    for below, line in enumerate(lines[1:], row + 4 * step + 3 - step):
        canvas.put(below + 1, column, line)


def _draw_frame(canvas: Canvas, row: int, column: int, wide: int, step: int) -> None:
    """Lines around all cards, and between the suits where they stand in every second row."""
    frame, rule = FRAMES[canvas.look.utf8, True], [FRAMES[canvas.look.utf8, True].across * wide] * len(RANKS)
    last = row + 4 * step + 2 - step
    for between in range(row + 2, last, step if step > 1 else last):
        canvas.put(between, column, ruled(rule, "╠╬╣" if canvas.look.utf8 else "###"), TARGET)
    for suit in range(len(SUITS)):
        canvas.put(row + 1 + suit * step, column, ruled([" " * wide] * len(RANKS), frame.upright * 3), TARGET)
    canvas.put(row, column, ruled(rule, frame.upper), TARGET)
    canvas.put(last, column, ruled(rule, frame.lower), TARGET)
