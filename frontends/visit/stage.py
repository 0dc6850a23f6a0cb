"""The whole picture of a room: a game's board, under it messages and keys, beside it in a large window what was said.

    the board                                   | what happened
    ...                                         | lately, then
    a message, where the board ends             | the talk
    what happened lately, where nothing is beside it
    keys, or the question that is asked

A board may keep a place for the message itself. No sentence stands twice: what the message says is left out of what
happened, and where that is always in view, it stands there in bold and nowhere else.

Pure. Pictures are made once for everybody who sees the same, and kept by how many cells they take.
"""

import re
import textwrap
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache

import attrs
from msgspec import Struct
from msgspec.structs import replace

from core.base.message import Message, message
from frontends.locale.language import Language
from frontends.screens.controls import LEAST, KeyHelp, Scene, Screen
from frontends.terminal.pages import cut, fitted, is_talk
from frontends.terminal.picture import BOLD, DIM, PLAIN, REVERSE, Canvas, Look, Picture, newest
from frontends.visit.text.key_names import said_keys

SMALLEST = (20, 40)
"""Rows and columns of the smallest window in which boards are drawn."""
TOO_SMALL = message("The window is too small for the board: here it is in words. Enlarge it to see the board.")
MESSAGE_ROWS = 2
BOARD_COLUMNS = 80
"""Columns that a board gets at least before anything stands beside it."""
PANEL = (34, 48)
"""Columns of the panel beside the board: the fewest and the most."""
BELOW = 8
"""Rows that a tall, narrow window has more than a board needs, before the panel stands under it."""
BOARD_ROWS = 21
MESSAGE = "message"
"""What a click on the message is called."""
LATELY = 20
"""Sentences of what happened lately at most, where a board leaves rows for them."""
LONGEST_QUESTION = 5
"""Rows of a question at most."""
SHORT_ANSWER = 3
"""Columns that a question leaves free behind it: a blank, a letter, and the cursor."""
_UNEVEN = re.compile(r"[\t\n\v\f\r]|\s\Z|\A\Z")
"""Blanks that do not stay as they are where lines are broken; a line that is empty has no row at all."""
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


class Stage(Struct, frozen=True):
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
    """Columns that are left free at the right end of the row above the keys, where clocks will stand."""


class Room(Struct, frozen=True):
    """The rows under a board for the message and what happened lately."""

    first: int
    end: int
    """The row after them."""
    columns: int


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
    room = Room(board.used_rows, look.rows - 1 - bool(stage.status), look.columns - 1)
    canvas.paste(0, 0, board)
    canvas.cursor = board.cursor
    if has_panel(look):
        _draw_panel(stage, canvas, board.rows, board.columns)
        stage = replace(stage, message=unlogged(stage.message, stage.log), log=())
        if board.columns < look.columns:
            room = replace(room, columns=board.columns - 1)
        else:
            room = replace(room, end=board.rows + MESSAGE_ROWS)
    elif board.has_log:
        stage = replace(stage, log=())
    _draw_text(stage, canvas, room, board.message_place)
    _draw_bottom(stage, canvas)
    return canvas.picture()


def unsaid(log: tuple[str, ...], said: tuple[str, ...]) -> tuple[str, ...]:
    """What happened lately without what the message says of it, which is at its end."""
    if not said:
        return log
    return (*log[: -len(said)], *(one for one in log[-len(said) :] if one not in said))


def unlogged(said: tuple[str, ...], log: tuple[str, ...]) -> tuple[str, ...]:
    """The message without what the end of the log says."""
    return tuple(one for one in said if one not in log[-len(said) :])


def text_picture(lines: Sequence[str], stage: Stage, look: Look) -> Picture:
    """A few lines in place of a board, and the rest as around one."""
    canvas = Canvas(look)
    for row, line in enumerate(fitted("\n".join(lines), look.columns - 1)[: look.rows - MESSAGE_ROWS - 1]):
        canvas.put(row, 0, line)
    end = look.rows - 1 - bool(stage.status)
    _draw_text(replace(stage, log=()), canvas, Room(look.rows - 1 - MESSAGE_ROWS, end, look.columns - 1), None)
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
    fresh = len(stage.message) - len(unlogged(stage.message, stage.log))
    if columns < canvas.columns:
        top, left, bottom = 0, columns + 1, height
        upright = "│" if canvas.look.utf8 else "|"
        for row in range(height):
            canvas.put(row, columns, upright, DIM)
        left += 1
    else:  # the message stands between
        top, left, bottom = rows + MESSAGE_ROWS, 1, height + 1
    width = canvas.columns - left - 1
    half = (bottom - top) // 2 if stage.talk else bottom - top
    _draw_lines(canvas, top, left, width, half, message("What happened"), stage.log, fresh)
    if stage.talk:
        _draw_lines(canvas, top + half, left, width, half, message("Talk"), stage.talk)


def _draw_lines(
    canvas: Canvas, top: int, left: int, width: int, height: int, title: Message, lines: Sequence[str], fresh: int = 0
) -> None:
    """Lines under a title, as many of the last as there is room for, the `fresh` ones at the end in bold."""
    canvas.put(top, left, canvas.words.say(title)[:width], BOLD)
    old = _wrapped(lines[: len(lines) - fresh], width)
    wrapped = [*old, *_wrapped(lines[len(lines) - fresh :], width)]
    shown = newest(wrapped, height - 1)
    for row, line in enumerate(shown, top + 1):
        canvas.put(row, left, line, BOLD if row - top > len(shown) - len(wrapped) + len(old) else PLAIN)


def _wrapped(lines: Sequence[str], width: int) -> list[str]:
    return [part for line in lines for part in _broken(line, width)]


def _broken(line: str, width: int) -> Sequence[str]:
    """A line in rows; one that fits is looked through and no more, for each picture has some twenty of them."""
    if len(line) <= width and not _UNEVEN.search(line):
        return (line,)
    return textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)


def _draw_text(stage: Stage, canvas: Canvas, room: Room, place: tuple[int, int, int, int] | None) -> None:
    """The message, where the board has a place for it or ends, and in the rows under that what happened lately."""
    end = room.first
    if place is None or not _draw_in_place(stage.message, canvas, *place):
        end = _draw_message(stage, canvas, room) + 1  # a blank row, for what follows is older
    bottom = min(room.end, canvas.rows - 1 - bool(stage.reserved))
    if (rows := bottom - end) <= 0:
        return
    # More sentences than rows are never shown, for each has one at least.
    log = unsaid(stage.log, stage.message)[-min(rows, LATELY) :]
    lines = newest(_wrapped(log, room.columns), rows)
    for row, line in enumerate(lines, bottom - len(lines)):
        canvas.put(row, 0, line, DIM)


def _draw_in_place(said: tuple[str, ...], canvas: Canvas, row: int, column: int, rows: int, columns: int) -> bool:
    """The message in the place that a board keeps for it; False if it is too long for that."""
    lines = _message_lines(said, columns, rows + 1)
    if len(lines) > rows:
        return False
    _put_message(canvas, row + rows - len(lines), column, lines)
    return True


def _draw_message(stage: Stage, canvas: Canvas, room: Room) -> int:
    """The message where the board ends. Returns: the row after it."""
    width, most, clocks = room.columns, room.end - room.first, canvas.rows - 2
    for columns in (width, width - stage.reserved):
        lines = _message_lines(stage.message, columns, most)
        gap = int(most > MESSAGE_ROWS and len(lines) < most)
        if all(len(line) <= width - stage.reserved for line in lines[clocks - room.first - gap :]):
            break  # Else it would reach into the clocks.
    _put_message(canvas, room.first + gap, 0, lines)
    return room.first + gap + len(lines)


def _put_message(canvas: Canvas, row: int, column: int, lines: Sequence[str]) -> None:
    for below, line in enumerate(lines, row):
        canvas.put(below, column, line, BOLD)
    if lines:
        canvas.spot(row, column, len(lines), max(map(len, lines)), MESSAGE)


def _draw_bottom(stage: Stage, canvas: Canvas) -> None:
    if stage.status:
        canvas.put(canvas.rows - 2, 0, stage.status[: canvas.columns - 1])
    if stage.question:
        _draw_question(stage.question, canvas, stage.reserved)
    else:
        _draw_bar(stage, canvas)


def _draw_question(question: Question, canvas: Canvas, reserved: int) -> None:
    width, last = canvas.columns - 1, canvas.rows - 1
    # It is in the last row where it fits there with an answer; else its beginning stands above that, beside the clocks.
    lines = [question.text]
    if len(question.text) + SHORT_ANSWER > width:
        lines = fitted(question.text, width - max(SHORT_ANSWER, reserved))[-LONGEST_QUESTION:]
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
    """Sentences one after the other, but talk, and what ends a line, in lines of their own."""
    parts: list[str] = []
    for sentence in sentences:
        if parts and not _stands_alone(sentence) and not _stands_alone(parts[-1]):
            parts[-1] = f"{parts[-1]} {sentence}"
        else:
            parts.append(sentence)
    return [part.rstrip("\n") for part in parts]


def _stands_alone(sentence: str) -> bool:
    """Whether nothing stands beside it: so nothing in talk passes for a sentence of the house."""
    return is_talk(sentence) or sentence.endswith("\n")


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
