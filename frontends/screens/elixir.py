"""How El-Ixir looks: the board with what was put there last and what is about to be, and the scores beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import attrs

from core.games.elixir import GAME, Embraced, Placed, State, View, evolve
from core.games.elixir.board import CORNERS, ENOUGH, SIZE, TILES, Board, Direction, mark
from core.message import english
from core.table import TableView, tell_ending
from frontends.screens.controls import Screen
from frontends.screens.elixir_hand import (
    Hand,
    idle,
    idle_one_key,
    is_mine,
    is_single,
    press,
    press_one_key,
    preview,
    settle,
    settle_one_key,
)
from frontends.screens.elixir_words import LETTERS, counted, describe, fits, gains, is_alone, status, story
from frontends.screens.picture import BOLD, DIM, PLAIN, Canvas, Look, Style

WIDTH = 3
"""Columns of a tile: its face, and on either side what is to be said of it."""
TOP, LEFT = 2, 4
"""Where the board begins; the row above has the letters, the columns to the left the numbers."""
PANEL = LEFT + SIZE * WIDTH + 4
NOTES = TOP + SIZE + 1
BAR = 26
"""Columns of a bar that is full at the score that ends the game."""
PACE = 0.55
"""Seconds for which a choice is shown where choices run by, as in the original (4)."""

KEYS = """\
Enter, blank, r   roll
1 2 3 4           take a tile; arrows or Tab and Enter do, too
arrows, h j k l   the direction of the block
1 2 3 4           then its length, 4 if you do not say
Enter             put the block down
Escape            back by one choice
q                 leave the table"""
KEYS_OF_ONE = """\
Any key rolls, and any key takes what is shown: a tile, then a direction, then a length.
Each is shown for about half a second. The tiles run 2 3 4 1, the lengths 4 3 2 1.
q leaves the table, Ctrl-C too."""
BELOW = {
    "roll": "Enter roll   ? help   ' talk   u take back   X give up   q leave",
    "tile": "1-4, or arrows and Enter: choose a tile   ? help   q leave",
    "direction": "arrows or h j k l: direction   1-4 another tile   Esc back   q leave",
    "length": "Enter put it down   1-4 length   arrows direction   Esc back   q leave",
    "single": "Enter put it down   1-4 another tile   Esc back   ? help   q leave",
    "wait": "? help   ' talk   u take back   X give up   q leave",
}
OVER = "? help   ' talk   q leave"

FACES = {True: {".": "·", "x": "◇", "X": "◆", "o": "○", "O": "●"}, False: {mark: mark for mark in ".xXoO"}}
"""By whether the terminal shows more than ASCII, then by the mark in writing."""
CORNER_FACES = {
    True: {".": "+", "x": "◇", "X": "◈", "o": "○", "O": "◉"},
    False: {".": "+", "x": "x", "X": "#", "o": "o", "O": "@"},
}
"""A corner is loose only in a replay, between the record of the block and that of its anchoring."""
ARROWS = {
    True: dict(zip(Direction, "←↑→↓", strict=True)),
    False: dict(zip(Direction, "<^>v", strict=True)),
}
POINTERS = {True: "▸", False: "*"}
COLOURS = ("blue", "magenta")
"""By seat."""
AHEAD = Style(fg="bright_yellow", bold=True)
ROLLED = Style(fg="black", bg="yellow", bold=True)


@attrs.frozen
class Scene:
    """The board as it is drawn: with the block in hand put down, and signs for what is old and what is to come."""

    board: Board
    block: frozenset[str]
    """The last block, or the one in hand."""
    taken: frozenset[str]
    """What was embraced with it, or would be."""
    ahead: bool
    """Whether all this is still to be confirmed."""

    def sides(self, name: str) -> str:
        """The two characters beside the face of a tile."""
        if name in self.block:
            return "[]" if self.ahead else "()"
        if name in self.taken:
            return "{}" if self.ahead else "::"
        return "  "


def scene(hand: Hand, view: View) -> Scene:
    """What there is to draw."""
    ahead = preview(hand, view)
    events = ahead or view.recent
    state = State(view.board)
    for event in ahead:
        state = evolve(state, event)
    placed = (name for event in events if isinstance(event, Placed) for name in event.tiles)
    taken = (name for event in events if isinstance(event, Embraced) for name in event.tiles)
    return Scene(state.board, frozenset(placed), frozenset(taken), bool(ahead))


def draw(table: TableView, hand: Hand, note: str, canvas: Canvas) -> None:
    """The board; beside it scores and choices; below it what the block brings or brought, and the keys."""
    _draw(table, settle(hand, table.view), note, canvas, BELOW)


def draw_one_key(table: TableView, hand: Hand, note: str, canvas: Canvas) -> None:
    """The same where choices run by."""
    below = {"roll": "any key: roll", "wait": BELOW["wait"]}
    for choice in ("tile", "direction", "length", "single"):
        below[choice] = f"any key: take this {choice}".replace("single", "tile")
    _draw(table, settle_one_key(hand, table.view), note, canvas, below)


def _draw(table: TableView, hand: Hand, note: str, canvas: Canvas, below: dict[str, str]) -> None:
    left = (canvas.columns - 80) // 2
    canvas.put(0, left + LEFT, GAME.title, BOLD)
    free = counted(table.view.board.free.bit_count(), "free tile")
    canvas.put(0, left + PANEL, f"{free}, {ENOUGH} points win", DIM)
    shown = scene(hand, table.view)
    _draw_board(shown, canvas, left)
    _draw_rolled(shown, hand, table.view, canvas, left)
    _draw_scores(table, canvas, left + PANEL)
    _draw_choices(table, hand, canvas, left + PANEL)
    _draw_signs(canvas, left + PANEL, ahead=shown.ahead)
    for row, line in enumerate(_notes(table, hand, note), NOTES):
        canvas.put(row, left + LEFT, line, BOLD if line == note else PLAIN)
    keys = OVER if table.outcome else below[_choice(hand, table.view)]
    canvas.put(canvas.rows - 2, left + LEFT, keys, DIM)


def _draw_board(shown: Scene, canvas: Canvas, left: int) -> None:
    for x in range(SIZE):
        canvas.put(TOP - 1, left + LEFT + x * WIDTH + 1, LETTERS[x], DIM)
    for y in range(SIZE):
        canvas.put(TOP + y, left, f"{y + 1:>{LEFT - 1}}", DIM)
    for number, (name, tile) in enumerate(TILES.items()):
        written = mark(shown.board, tile)
        faces = (CORNER_FACES if tile & CORNERS else FACES)[canvas.look.utf8]
        sides = shown.sides(name)
        style = _tile_style(written, canvas.look, ahead=shown.ahead and sides != "  ")
        canvas.put(*_place(number, left), f"{sides[0]}{faces[written]}{sides[1]}", style)


def _place(number: int, left: int) -> tuple[int, int]:
    """Row and column of a tile, whose number counts from 0 row by row."""
    return TOP + number // SIZE, left + LEFT + number % SIZE * WIDTH


def _tile_style(written: str, look: Look, ahead: bool) -> Style:
    """Anchored tiles are fields of colour, loose ones only signs; without colour the first player's are reversed."""
    if written == ".":
        return DIM
    seat = int(written in "oO")
    if written in "XO":
        style = Style(fg="bright_white", bg=COLOURS[seat], bold=True)
    else:
        style = Style(fg=f"bright_{COLOURS[seat]}")
    if ahead:
        style = attrs.evolve(style, fg="bright_yellow", bold=True)
    return style if look.colour else attrs.evolve(style, reverse=seat == 0)


def _draw_rolled(shown: Scene, hand: Hand, view: View, canvas: Canvas, left: int) -> None:
    """The rolled tiles by number; on the one in hand an arrow, until its direction is chosen."""
    names = tuple(TILES)
    for number, name in enumerate(view.rolled, 1):
        here = is_mine(view) and number == hand.tile
        row, column = _place(names.index(name), left)
        if here:
            canvas.cursor = (row, column + 1)
        if here and hand.is_aimed:
            continue
        sign = ARROWS[canvas.look.utf8][hand.direction] if here and hand.direction else str(number)
        style = attrs.evolve(ROLLED, reverse=not canvas.look.colour)
        if here:
            canvas.put(row, column, f"[{sign}]" if hand.is_taken else f">{sign}<", style)
        elif shown.sides(name) == "  ":
            canvas.put(row, column, f" {number} ", style)


def _draw_scores(table: TableView, canvas: Canvas, column: int) -> None:
    full, empty = "█░" if canvas.look.utf8 else "#-"
    for seat, row in ((0, TOP), (1, TOP + 3)):
        name = (table.players[seat].name or "a free seat")[: BAR - 6]
        score = table.view.board.scores[seat]
        style = Style(fg=f"bright_{COLOURS[seat]}", bold=seat in table.view.turn)
        turn = POINTERS[canvas.look.utf8] if seat in table.view.turn else " "
        faces = FACES[canvas.look.utf8]
        canvas.put(row, column - 2, f"{turn} {faces['xo'[seat]]}{faces['XO'[seat]]} {name}", style)
        canvas.put(row, column + BAR - 3, f"{score:>3}", BOLD)
        filled = min(BAR, score * BAR // ENOUGH)
        canvas.put(row + 1, column, full * filled, Style(fg=COLOURS[seat]))
        canvas.put(row + 1, column + filled, empty * (BAR - filled), DIM)


def _draw_choices(table: TableView, hand: Hand, canvas: Canvas, column: int) -> None:
    for row, (line, style) in enumerate(_choices(table, hand, canvas.look), TOP + 6):
        canvas.put(row, column, line, style)


def _choices(table: TableView, hand: Hand, look: Look) -> Iterator[tuple[str, Style]]:
    """The rolled tiles, or the directions of the one in hand."""
    view: View = table.view
    if table.outcome is not None:
        yield from ((line, BOLD) for line in textwrap.wrap(english(tell_ending(GAME, table.outcome), table.names), BAR))
        return
    pointer = POINTERS[look.utf8]
    who = "You" if is_mine(view) else table.players[view.turn[0]].name or "a free seat"
    if not view.rolled:
        yield f"{who} to roll.", BOLD
    elif not hand.is_taken or is_single(hand, view):
        yield (f"{who} rolled:", BOLD)
        for number, name in enumerate(view.rolled, 1):
            here = is_mine(view) and number == hand.tile
            yield f"{pointer if here else ' '} {number}  {name:<4} {_room(view, name)}", BOLD if here else PLAIN
    else:
        name = view.rolled[hand.tile - 1]
        yield f"Tile {hand.tile}, {name}:", BOLD
        for direction in Direction:
            here = direction is hand.direction
            tiles = fits(view, name, direction)
            length = f", length {hand.length}" if here and hand.is_aimed else ""
            arrow = f"{pointer if here else ' '} {ARROWS[look.utf8][direction]}"
            yield f"{arrow} {direction.value:<6}room for {tiles}{length}", BOLD if here else PLAIN


def _room(view: View, name: str) -> str:
    """The longest block from a tile."""
    if is_alone(view, name):
        return "no free neighbour"
    return f"up to {max(fits(view, name, direction) for direction in Direction)} tiles"


def _draw_signs(canvas: Canvas, column: int, ahead: bool) -> None:
    faces, corners = FACES[canvas.look.utf8], CORNER_FACES[canvas.look.utf8]
    signs = (
        f"{faces['x']} {faces['o']} loose     {faces['X']} {faces['O']} anchored",
        f"{corners['.']} corner      {corners['X']} {corners['O']} taken",
        "[ ] this block  { } embraced" if ahead else "( ) last block  : : embraced",
    )
    for row, line in enumerate(signs, TOP + SIZE - len(signs)):
        canvas.put(row, column, line, AHEAD if ahead and line is signs[-1] else DIM)


def _choice(hand: Hand, view: View) -> str:
    """What the viewer is to choose now."""
    if not is_mine(view):
        return "wait"
    if not view.rolled:
        return "roll"
    if not hand.is_taken:
        return "tile"
    if is_single(hand, view):
        return "single"
    return "length" if hand.is_aimed else "direction"


def _notes(table: TableView, hand: Hand, note: str) -> list[str]:
    """What the block in hand would bring, else what the last one brought; and the message."""
    events = preview(hand, table.view)
    told = f"This block: {gains(events, table.names)}." if events else story(table.view, table.names)
    lines = textwrap.wrap(told, 80 - 2 * LEFT)[:3]
    return [*lines, note] if note and note not in told else lines


SCREEN = Screen(GAME.name, idle, press, draw, describe, KEYS, settle=settle, status=status)
ONE_KEY = attrs.evolve(
    SCREEN,
    idle=idle_one_key,
    press=press_one_key,
    draw=draw_one_key,
    keys=KEYS_OF_ONE,
    pace=PACE,
    settle=settle_one_key,
)
"""The same game with a single key, for those who have one switch."""
