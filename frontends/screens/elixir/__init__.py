"""How El-Ixir looks and is played, with many keys or with one: the board, and scores and choices around it."""

from functools import lru_cache
from itertools import islice
from typing import Any

import attrs
from msgspec.structs import replace

from core.games.elixir import GAME
from core.games.elixir.board import SIZE
from core.games.elixir.events import Placed, Rolled
from core.table import TableView
from frontends.screens.controls import BACK_TOO, Scene, Screen
from frontends.screens.elixir import inputs, one_key, panel
from frontends.screens.elixir.board import Grid, draw_marked, draw_position, marks
from frontends.screens.elixir.panel import Box
from frontends.screens.elixir.questions import QUESTIONS, offers
from frontends.screens.elixir.words import describe, hand, score
from frontends.terminal.picture import Canvas, Look

NUMBERS = 3
"""Columns for the numbers at the left of the board, with the blank after them."""
PANEL = 27
"""Columns that scores and choices need beside the board."""
SCORES, CHOICES, SIGNS = 6, 6, 4
"""Rows of the parts of the panel."""
POSITIONS = 128
"""Positions of which the board without what is chosen is kept: a key then draws only what it changes."""
_SIZES = ((5, 2), (3, 1), (2, 1))
"""Columns and rows of a tile, the largest first."""


@attrs.frozen
class Layout:
    """Where everything lies on a canvas. What there is no room for has None."""

    grid: Grid
    notes: Box
    """What happened. Where it stands under the choices they take their rows from it."""
    title: Box | None = None
    scores: Box | None = None
    """None: both players stand in the first row, and the choices in the second."""
    choices: Box | None = None
    signs: Box | None = None


@lru_cache(maxsize=256)
def layout_of(rows: int, columns: int) -> Layout:
    """How a canvas is used, `LEAST` or more: the largest tiles for which there is room for all that helps."""
    for width, height in _SIZES:
        wide, high = NUMBERS + SIZE * width, 2 + SIZE * height
        if columns >= wide + 2 + PANEL and (rows >= high or height == 1):
            return _beside(rows, columns, width, height)
        if height > 1 and columns >= 3 * PANEL + 2 and rows >= high + SCORES + 3:
            return _under(rows, columns, width, height)
    width = 3 if columns >= NUMBERS + 3 * SIZE + 1 else 2
    grid = Grid(3, (columns - NUMBERS - SIZE * width) // 2 + NUMBERS, width)
    return Layout(grid, Box(0, 1, rows, columns - 2).below(3 + SIZE))


def _beside(rows: int, columns: int, width: int, height: int) -> Layout:
    """The panel at the right of the board, and what happened under both where there is room, else in the panel."""
    wide = NUMBERS + SIZE * width
    gap = 2 if columns < wide + 4 + PANEL else 3
    beside = min(columns - wide - gap, PANEL + 7)
    left = (columns - wide - gap - beside) // 2
    end, column = 2 + SIZE * height, left + wide + gap
    grid = Grid(2, left + NUMBERS, width, height)
    all_over = Box(0, left + NUMBERS, rows, columns - 2 * left - NUMBERS)
    top = 2 if rows - end >= 3 else 1
    choices = Box(top + SCORES, column, CHOICES, beside)
    signs = Box(end - SIGNS + 1, column, SIGNS, beside) if top == 2 else None
    notes = all_over.below(end + 1) if top == 2 else Box(choices.top, column, rows - choices.top, beside)
    return Layout(grid, notes, all_over, Box(top, column, SCORES, beside), choices, signs)


def _under(rows: int, columns: int, width: int, height: int) -> Layout:
    """Scores, choices and signs side by side under the board, and what happened under them."""
    wide = NUMBERS + SIZE * width
    left = (columns - wide) // 2
    grid = Grid(2, left + NUMBERS, width, height)
    top = 2 + SIZE * height + (1 if rows > 2 + SIZE * height + SCORES + 3 else 0)
    lefts = (1, columns - 2 * PANEL - 3, columns - PANEL - 2)
    scores = Box(top, lefts[0], SCORES, lefts[1] - lefts[0] - 1)
    choices, signs = Box(top, lefts[1], CHOICES, PANEL), Box(top + SCORES - SIGNS, lefts[2], SIGNS, PANEL + 1)
    all_over = Box(0, left + NUMBERS, rows, wide - NUMBERS)
    return Layout(grid, all_over.below(top + SCORES), all_over, scores, choices, signs)


def draw(scene: Scene, canvas: Canvas) -> None:
    """The board, with the scores, the choices, and what the block brings or brought."""
    _draw(attrs.evolve(scene, input=inputs.settle(scene.input, scene.table.view)), canvas)


def draw_one_key(scene: Scene, canvas: Canvas) -> None:
    """The same where choices run by; a click anywhere is like the key."""
    _draw(attrs.evolve(scene, input=one_key.settle(scene.input, scene.table.view)), canvas)
    canvas.spot(0, 0, canvas.rows, canvas.columns, "here")


def _draw(scene: Scene, canvas: Canvas) -> None:
    scene = attrs.evolve(scene, table=_with_roll(scene.table, scene.facts()))
    layout, shown = layout_of(canvas.rows, canvas.columns), marks(scene)
    canvas.paste(0, 0, _position(scene.table, canvas.look))
    draw_marked(shown, scene, canvas, layout.grid)
    end = 2
    if layout.choices:
        lines = panel.choice_lines(scene, canvas.look, layout.choices.columns)
        panel.draw_lines(layout.choices, lines, canvas)
        end = layout.choices.top + len(lines)
    else:
        panel.draw_parts(1, 0, canvas.columns, panel.choices_in_one(scene, canvas.look), canvas)
    if layout.signs:
        is_under = layout.choices is not None and layout.choices.left == layout.signs.left
        panel.draw_legend(layout.signs.below(end) if is_under else layout.signs, shown.ahead, canvas)
    panel.draw_notes(layout.notes.below(end), scene, canvas, has_rolls=layout.scores is not None)


@lru_cache(maxsize=POSITIONS)
def _with_roll(table: TableView, facts: tuple[Any, ...]) -> TableView:
    """The table with the roll from which the last block was chosen, which the position itself forgets."""
    recent = table.view.recent
    placed = next((event for event in recent if isinstance(event, Placed)), None)
    if placed is None or placed not in facts:
        return table
    before = reversed(facts[: facts.index(placed)])
    rolls = (fact for fact in before if isinstance(fact, Rolled) and fact.seat == placed.seat)
    return replace(table, view=replace(table.view, recent=(*islice(rolls, 1), *recent)))


@lru_cache(maxsize=POSITIONS)
def _position(table: TableView, look: Look) -> Canvas:
    """What no key changes: the tiles without what is chosen, the title and the scores."""
    canvas, layout = Canvas(look), layout_of(look.rows, look.columns)
    draw_position(table.view, canvas, layout.grid)
    if layout.title:
        panel.draw_title(layout.title, table, canvas)
    if layout.scores:
        panel.draw_scores(layout.scores, table, canvas)
    else:
        panel.draw_scores_in_one(table, canvas)
    return canvas


SCREEN = Screen(
    GAME.name, inputs.idle, inputs.press, draw, describe, score, hand, inputs.KEYS, inputs.bar,
    shortcuts=BACK_TOO, settle=inputs.settle, move_words=frozenset(("roll",)), strokes=inputs.strokes, drag=inputs.drag,
    questions=QUESTIONS, offers=offers, undone=lambda before, now: hand(now),
)  # fmt: skip
ONE_KEY = replace(
    SCREEN,
    idle=one_key.idle,
    press=one_key.press,
    draw=draw_one_key,
    keys=one_key.KEYS,
    bar=one_key.bar,
    pace=one_key.PACE,
    settle=one_key.settle,
    strokes=one_key.strokes,
    drag=None,
)
"""The same game with a single key, for those who have one switch."""
