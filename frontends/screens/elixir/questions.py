"""El-Ixir by ear: small questions about a row and a tile, what can be played in words."""

from core.base.message import Argument, Message, counted, message
from core.games.elixir import LONGEST, View
from core.games.elixir.board import NAMES, SIZE, TILES, block, is_boxed, mark
from core.table import TableView
from frontends.screens.elixir.words import DIRECTION_NAMES, owned, room_said, row_parts
from frontends.screens.texts import number_in
from frontends.terminal.picture import Look

MOST_PARTS = 3
"""Stretches of a row that are named."""


def row(table: TableView, look: Look, rest: str) -> Message:
    """Who has what in a row."""
    view: View = table.view
    number = number_in(rest, SIZE)
    if not number:
        return message("Which row? Type row and a number from 1 to {count}.", count=SIZE)
    parts = row_parts(view, number - 1)
    if not parts:
        return message("Row {number} is free.", number=number)
    shown: tuple[Argument, ...] = tuple(parts[:MOST_PARTS])
    if more := len(parts) - MOST_PARTS:
        shown = (*shown, counted("{n} more", "{n} more", more)) if more > 0 else shown
    return message("Row {number}: {parts}.", number=number, parts=shown)


def tile(table: TableView, look: Look, rest: str) -> Message:
    """A rolled tile by its number and what fits there, or whose any tile is."""
    view: View = table.view
    name = rest.strip().lower()
    if number := number_in(rest, len(view.rolled)):
        return room_said(view, number)
    if name in view.rolled:
        return room_said(view, view.rolled.index(name) + 1)
    if name not in TILES:
        return message("Which tile? Type tile and its number, or its name such as c7.")
    written = mark(view.board, TILES[name])
    said = message("{tile} free", tile=name) if written == "." else owned(written, name, view.seat)
    return Message("{said}.", (("said", said),))


QUESTIONS = {"row": row, "tile": tile}


def offers(view: View) -> tuple[tuple[str, Message], ...]:
    """The moves with what they do: in each direction the longest block, for a shorter one is the same but shorter."""
    if not view.rolled:
        return (("roll", message("roll four tiles")),)
    found: list[tuple[str, Message]] = []
    for number, name in enumerate(view.rolled, 1):
        if is_boxed(view.board.free, TILES[name]):
            found.append((str(number), message("{tile} alone", tile=name)))
            continue
        for direction in DIRECTION_NAMES:
            covered = block(view.board.free, TILES[name], direction, LONGEST)
            if len(covered) > 1:
                said = message("{first} to {last}", first=NAMES[covered[0]], last=NAMES[covered[-1]])
                found.append((f"{number} {direction.value} {len(covered)}", said))
    return tuple(found)
