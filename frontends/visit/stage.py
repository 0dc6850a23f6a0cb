"""The whole picture of a room: a game's board, under it messages and keys, beside it in a large window what was said.

    the board                                   | what happened
    ...                                         | lately, then
    ...                                         | the talk
    a message, in two rows
    keys, or the question that is asked

Pure. Pictures are made once for everybody who sees the same, and kept by how many cells they take.
"""

import textwrap
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache

import attrs

from core.base.message import message
from frontends.locale.language import Language
from frontends.screens.controls import LEAST, KeyHelp, Scene, Screen
from frontends.terminal.pages import cut, fitted, is_talk
from frontends.terminal.picture import BOLD, DIM, REVERSE, Canvas, Look, Picture, newest
from frontends.visit.text.key_names import said_keys

SMALLEST = (20, 40)
"""Rows and columns of the smallest window in which boards are drawn."""
MESSAGE_ROWS = 2
BOARD_COLUMNS = 80
"""Columns that a board gets at least before anything stands beside it."""
PANEL = (34, 48)
"""Columns of the panel beside the board: the fewest and the most."""
BELOW = 8
"""Rows that a tall, narrow window has more than a board needs, before the panel stands under it."""
BOARD_ROWS = 21
SHORT_ANSWER = 3
"""Columns that a question leaves free behind it: a blank, a letter, and the cursor."""
MOST_CELLS = 750_000
"""Cells of all pictures that are kept, some 400 screens of 80x24. A picture costs about 10 bytes a cell."""


@attrs.frozen
class Question:
    """What is asked in the bottom row, and what has been typed in answer."""

    text: str
    typed: str = attrs.field(default="", repr=False)
    is_secret: bool = False
    """Whether what is typed is shown to nobody."""
    wants_text: bool = False
    """Whether each key is a part of the answer."""


@attrs.frozen
class Stage:
    """Everything that the picture of a room is made of, besides the board."""

    message: tuple[str, ...] = ()
    """Sentences for the rows above the keys; where there is no room for all, the last ones are shown."""
    status: str = ""
    """A line that stands above the keys, in place of the second row of the message."""
    bar: tuple[KeyHelp, ...] = ()
    question: Question | None = None
    log: tuple[str, ...] = ()
    """What happened lately, in sentences, the newest last."""
    talk: tuple[str, ...] = ()
    """What was said lately, the newest last."""
    reserved: int = 0
    """Columns that are left free at the right of the message, where clocks will stand."""


def fits(look: Look) -> bool:
    """Whether the window is large enough for boards."""
    return look.rows >= SMALLEST[0] and look.columns >= SMALLEST[1]


def board_of(face: Screen, scene: Scene, look: Look) -> Canvas:
    """A game's board, in the size that it gets in this window."""
    board = Canvas(board_look(look))
    face.draw(scene, board)
    return board


def picture_of(board: Canvas, stage: Stage, look: Look) -> Picture:
    """A board and all around it."""
    canvas = Canvas(look)
    canvas.paste(0, 0, board)
    canvas.cursor = board.cursor
    _draw_panel(stage, canvas, board.rows, board.columns)
    _draw_bottom(stage, canvas)
    return canvas.picture()


def text_picture(lines: Sequence[str], stage: Stage, look: Look) -> Picture:
    """A few lines in place of a board, and the rest as around one."""
    canvas = Canvas(look)
    for row, line in enumerate(fitted("\n".join(lines), look.columns - 1)[: look.rows - MESSAGE_ROWS - 1]):
        canvas.put(row, 0, line)
    _draw_bottom(stage, canvas)
    return canvas.picture()


@lru_cache(maxsize=256)
def board_look(look: Look) -> Look:
    """The look of the canvas that the board gets: as large as there is room."""
    rows, columns = look.rows - MESSAGE_ROWS - 1, look.columns
    if columns >= BOARD_COLUMNS + PANEL[0] + 2:
        columns -= min(PANEL[1], columns - BOARD_COLUMNS - 2) + 2
    elif rows >= BOARD_ROWS + BELOW:
        rows = BOARD_ROWS
    else:
        rows, columns = max(rows, LEAST[0]), max(columns, LEAST[1])
    return attrs.evolve(look, rows=rows, columns=columns)


@lru_cache(maxsize=256)
def has_panel(look: Look) -> bool:
    """Whether there is room for what was said, beside the board or under it."""
    board = board_look(look)
    return board.columns < look.columns or board.rows < look.rows - MESSAGE_ROWS - 1


def _draw_panel(stage: Stage, canvas: Canvas, rows: int, columns: int) -> None:
    """What happened and what was said lately: beside the board, or under it, wherever there is room."""
    height = canvas.rows - MESSAGE_ROWS - 1
    if columns < canvas.columns:
        top, left, bottom = 0, columns + 1, height
        upright = "│" if canvas.look.utf8 else "|"
        for row in range(height):
            canvas.put(row, columns, upright, DIM)
        left += 1
    elif rows < height:
        top, left, bottom = rows, 1, height
    else:
        return
    width = canvas.columns - left - 1
    half = (bottom - top) // 2 if stage.talk else bottom - top
    _draw_lines(canvas, top, left, width, half, message("What happened").template, stage.log)
    if stage.talk:
        _draw_lines(canvas, top + half, left, width, half, message("Talk").template, stage.talk)


def _draw_lines(canvas: Canvas, top: int, left: int, width: int, height: int, title: str, lines: Sequence[str]) -> None:
    canvas.put(top, left, canvas.words.text(title)[:width], BOLD)
    wrapped = [
        part for line in lines for part in textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)
    ]
    for row, line in enumerate(newest(wrapped, height - 1), top + 1):
        canvas.put(row, left, line)


def _draw_bottom(stage: Stage, canvas: Canvas) -> None:
    _draw_message(stage, canvas)
    if stage.question:
        _draw_question(stage.question, canvas)
    else:
        _draw_bar(stage, canvas)


def _draw_message(stage: Stage, canvas: Canvas) -> None:
    width, last = canvas.columns - 1, canvas.rows - 1
    most = MESSAGE_ROWS - bool(stage.status)
    lines = _message_lines(stage.message, width, most)
    if any(len(line) > width - stage.reserved for line in lines[MESSAGE_ROWS - 1 :]):  # the clocks stand there
        lines = _message_lines(stage.message, width - stage.reserved, most)
    for row, line in enumerate(lines, last - MESSAGE_ROWS):
        canvas.put(row, 0, line, BOLD)
    if stage.status:
        canvas.put(last - 1, 0, stage.status[:width])


def _draw_question(question: Question, canvas: Canvas) -> None:
    width, last = canvas.columns - 1, canvas.rows - 1
    # It is in the last row where it fits there with an answer; else its beginning stands above that.
    lines = [question.text]
    if len(question.text) + SHORT_ANSWER > width:
        lines = fitted(question.text, width - SHORT_ANSWER)[-MESSAGE_ROWS - 1 :]
    *above, asked = lines
    for row, line in enumerate(above, last - len(above)):
        canvas.put(row, 0, line.ljust(width), REVERSE)
    shown = f"{asked} {'' if question.is_secret else question.typed}"
    shown = shown if len(shown) < width else shown[len(shown) - width :]
    canvas.put(last, 0, shown.ljust(width), REVERSE)
    canvas.cursor = (last, min(len(shown), width))


def _draw_bar(stage: Stage, canvas: Canvas) -> None:
    width, last = canvas.columns - 1, canvas.rows - 1
    canvas.put(last, 0, " " * width, REVERSE)
    column = 0
    for key, text in bar_parts(stage.bar, canvas.words, width):
        canvas.put(last, column, text, REVERSE)
        canvas.spot(last, column, 1, len(text), f"key {key}")
        column += len(text) + 2
    if canvas.cursor is None:
        canvas.cursor = (last - MESSAGE_ROWS, 0)


def _message_lines(sentences: tuple[str, ...], width: int, most: int) -> list[str]:
    """As many of the last sentences as there are rows for; one that is too long alone is cut at its end."""
    lines: list[str] = []
    for first in range(len(sentences)):
        lines = [line for part in _joined(sentences[first:]) for line in fitted(part, width)]
        if len(lines) <= most:
            return lines
    return [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), width)]


def _joined(sentences: tuple[str, ...]) -> list[str]:
    """Sentences one after the other; talk stands alone, so that nothing in it passes for a sentence of the house."""
    parts: list[str] = []
    for sentence in sentences:
        if parts and not is_talk(sentence) and not is_talk(parts[-1]):
            parts[-1] = f"{parts[-1]} {sentence}"
        else:
            parts.append(sentence)
    return parts


def bar_parts(bar: Sequence[KeyHelp], words: Language, width: int) -> list[tuple[str, str]]:
    """The keys that there is room for, each with what is said of it, the first ones first.

    The last one, which is for help, has its place kept.
    """
    if not bar:
        return []
    *most, last = [(key, f"{said_keys(key, words)} {words.say(label)}") for key, label in bar]
    room = width - len(last[1])
    kept = []
    for key, text in most:
        room -= len(text) + 2
        if room < 0:
            break
        kept.append((key, text))
    return [*kept, last]


class Pictures:
    """Pictures by what they are made of, as many as `MOST_CELLS`.

    They are in two generations: when the young ones have half of the cells they become the old ones, and those that
    were old before and that nobody has asked for since are dropped. So finding one is looking it up, and no more.
    """

    def __init__(self, most_cells: int = MOST_CELLS) -> None:
        self._most = most_cells
        self._young: dict[Hashable, Picture] = {}
        self._old: dict[Hashable, Picture] = {}
        self._young_cells = self._old_cells = 0

    def get(self, key: Hashable, make: Callable[[], Picture]) -> Picture:
        """The picture of this key, made if it is not there."""
        return self._young.get(key) or self._renewed(key, make)

    def _renewed(self, key: Hashable, make: Callable[[], Picture]) -> Picture:
        picture = self._old.get(key) or make()
        size = len(picture.rows) * (len(picture.rows[0]) if picture.rows else 0)
        if self._young_cells + size > self._most // 2:
            self._old, self._old_cells = self._young, self._young_cells
            self._young, self._young_cells = {}, 0
        if self.cells + size > self._most:  # one that is larger than half of what may be kept
            self._old, self._old_cells = {}, 0
        self._young[key] = picture
        self._young_cells += size
        return picture

    @property
    def cells(self) -> int:
        """Of all pictures that are kept."""
        return self._young_cells + self._old_cells


PICTURES = Pictures()
"""Of all visits of this process: a move that a thousand people watch is drawn once."""
