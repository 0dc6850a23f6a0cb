"""The board of El-Ixir: its tiles with what was put there last, what is about to be, and the points that brings."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import attrs
from msgspec.structs import replace

from core.base.game import Refused
from core.games.elixir import GAME, Place, State, View, covers, placing
from core.games.elixir.board import CORNERS, NAMES, SIZE, TILES, Board, mark, names
from core.games.elixir.events import Anchored, Embraced, Event, Placed, Rolled
from frontends.screens.controls import Scene
from frontends.screens.elixir.inputs import DIRECTIONS, Choice, arms, chosen_tiles, is_mine, preview, stage
from frontends.terminal.picture import DIM, Canvas, Look, Style

LETTERS = "abcdefghijklmn"
FACES = {True: {".": "·", "x": "◇", "X": "◆", "o": "○", "O": "●"}, False: {mark: mark for mark in ".xXoO"}}
"""By whether the terminal shows more than ASCII, then by the mark in writing."""
CORNER_FACES = {
    True: {".": "+", "x": "◇", "X": "◈", "o": "○", "O": "◉"},
    False: {".": "+", "x": "x", "X": "#", "o": "o", "O": "@"},
}
"""A corner is loose only in a replay, between the record of the block and that of its anchoring."""
LEFT_OVER = {True: "◦", False: ","}
"""A tile of the last roll that was not chosen."""
ARROWS = {True: "←↑→↓", False: "<^>v"}
"""In the order of the directions."""
HINT = {True: "«»", False: "!!"}
"""On either side of the tiles that a hint would cover."""
COLOURS = ("blue", "magenta")
"""By seat."""
AHEAD = Style(fg="bright_yellow", bold=True)
ROLLED = Style(fg="black", bg="yellow", bold=True)
ARM = Style(fg="bright_yellow", underline=True)
POSITIONS = 128
"""Positions for which the points of all blocks from a tile are kept, so that a key need not count them again."""


@attrs.frozen
class Grid:
    """Where the tiles lie on a canvas. Rows and columns count from 0."""

    top: int
    """The row of the first tiles; the row above has the letters."""
    left: int
    """The column of the first tiles; the columns before it have the numbers."""
    width: int
    """Columns of a tile: 2, 3 or 5. From 3 on signs stand on both sides of its face, else only before it."""
    height: int = 1
    """Rows of a tile: 1 or 2."""

    def corner(self, name: str) -> tuple[int, int]:
        """The upper left cell of a tile."""
        row, column = divmod(_NUMBERS[name], SIZE)
        return self.top + row * self.height, self.left + column * self.width

    def face(self, name: str) -> tuple[int, int]:
        """The cell in which a tile has its face."""
        row, column = self.corner(name)
        return row, column + self.width // 2


_NUMBERS = {name: number for number, name in enumerate(TILES)}


@attrs.frozen
class Marks:
    """The board as it is drawn: with the chosen block put down, and what is to be marked on it."""

    board: Board
    block: frozenset[str]
    """The last block, or the chosen one."""
    embraced: frozenset[str]
    """What was embraced with it, or would be."""
    ahead: bool
    """Whether all this is still to be confirmed."""
    left_over: frozenset[str]
    """What was rolled for the last block."""
    hinted: frozenset[str] = frozenset()
    figures: Mapping[str, int] = attrs.field(factory=dict)
    """Points that a block would bring, by the tile on which they are written; below 0 those that the other gets."""
    arms: Mapping[str, int] = attrs.field(factory=dict)
    """Where a block can end that begins at the tile taken, and the points that it would bring."""

    def sides(self, name: str, look: Look) -> str:
        """The two characters beside the face of a tile."""
        if name in self.hinted:
            return HINT[look.utf8]
        if name in self.block:
            return "[]" if self.ahead else "()"
        if name in self.embraced:
            return "{}" if self.ahead else "::"
        return "  "


def marks(scene: Scene) -> Marks:
    """What there is to draw."""
    view: View = scene.table.view
    choice: Choice = scene.input
    ahead = preview(choice, view)
    shown = attrs.evolve(marks_of(view), hinted=frozenset(_hinted(scene.hint, view)))
    if ahead:
        board = GAME.fold(State(view.board), ahead).board
        return attrs.evolve(
            shown, board=board, block=_tiles(ahead, Placed), embraced=_tiles(ahead, Embraced), ahead=True,
            figures=_figures(ahead),
        )  # fmt: skip
    if stage(choice, view) == "direction":
        ends = ((name, covers(view.board, view.rolled, move)) for name, move in arms(choice, view))
        return attrs.evolve(shown, arms={name: points(view.board, view.turn[0], tiles) for name, tiles in ends})
    return shown


def marks_of(view: View) -> Marks:
    """What there is to draw while nothing is chosen."""
    recent = view.recent
    return Marks(view.board, _tiles(recent, Placed), _tiles(recent, Embraced), False, _tiles(recent, Rolled))


def _tiles(events: Iterable[Event], kind: type[Event]) -> frozenset[str]:
    """The tiles of all events of a kind."""
    return frozenset(name for event in events if isinstance(event, kind) for name in event.tiles)


def _hinted(hint: str, view: View) -> tuple[str, ...]:
    """The tiles that a proposed move would cover."""
    try:
        move = GAME.read(view, hint) if hint and view.rolled else None
    except Refused:
        return ()
    if not isinstance(move, Place) or not 1 <= move.tile <= len(view.rolled):
        return ()
    return tuple(NAMES[tile] for tile in covers(view.board, view.rolled, move))


def _figures(events: tuple[Event, ...]) -> dict[str, int]:
    """What was anchored stands at the end of the block, what was embraced in the middle of it."""
    figures: dict[str, int] = {}
    joined = 0
    for event in events:
        match event:
            case Anchored(seat, tiles) if seat == events[0].seat:
                joined += len(tiles)
            case Embraced(seat, _, tiles, points):
                figures[_middle(tiles)] = points if seat == events[0].seat else -points
            case _:
                pass
    if joined:
        figures[events[0].tiles[-1]] = joined
    return figures


def _middle(tiles: tuple[str, ...]) -> str:
    """The one of some tiles that is nearest to the middle of them."""
    places = {name: divmod(_NUMBERS[name], SIZE) for name in tiles}
    y = sum(row for row, _ in places.values()) / len(tiles)
    x = sum(column for _, column in places.values()) / len(tiles)
    return min(tiles, key=lambda name: (places[name][0] - y) ** 2 + (places[name][1] - x) ** 2)


@lru_cache(maxsize=16 * POSITIONS)
def points(board: Board, seat: int, covered: tuple[int, ...]) -> int:
    """What a block brings to the seat that puts it down, less what it brings to the other."""
    return sum(worth(event) * (1 if event.seat == seat else -1) for event in placing(board, seat, covered))


def worth(event: Event) -> int:
    """The points that it brings to its seat."""
    match event:
        case Anchored(_, tiles):
            return len(tiles)
        case Embraced():
            return event.points
        case Placed() | Rolled():
            return 0


def draw_position(view: View, canvas: Canvas, grid: Grid) -> None:
    """All tiles as they are while nothing is chosen, but for the rolled ones."""
    for number in range(SIZE):
        canvas.put(grid.top - 1, grid.left + number * grid.width + grid.width // 2, LETTERS[number], DIM)
        canvas.put(grid.top + number * grid.height, grid.left - 3, f"{number + 1:>2}", DIM)
    shown = marks_of(view)
    for name in TILES:
        _draw_tile(name, shown, canvas, grid)


def draw_marked(shown: Marks, scene: Scene, canvas: Canvas, grid: Grid) -> None:
    """Over that position: what is chosen and rolled, what can be clicked, and the cursor where the action is."""
    view: View = scene.table.view
    for name in _changed(marks_of(view), shown):
        _draw_tile(name, shown, canvas, grid)
    for number, name in enumerate(view.rolled, 1):
        _draw_rolled(name, number, shown, scene, canvas, grid)
    for name, gained in shown.figures.items():
        _write(name, figure(gained, grid.width), _rolled_style(canvas.look), canvas, grid)
    if is_mine(view) and view.rolled:
        _add_spots(scene.input, view, canvas, grid)
    canvas.cursor = grid.face(_action(scene))


def _changed(old: Marks, new: Marks) -> set[str]:
    """The tiles that look different now."""
    changed = {*new.hinted, *new.arms}
    if new.ahead:
        changed |= old.block | old.embraced | new.block | new.embraced
        for before, after in zip(old.board.anchored, new.board.anchored, strict=True):
            changed.update(names(before ^ after))
    return changed


def _add_spots(choice: Choice, view: View, canvas: Canvas, grid: Grid) -> None:
    """The rolled tiles, and those in line with the one taken; elsewhere a click puts it back."""
    canvas.spot(grid.top, grid.left, SIZE * grid.height, SIZE * grid.width, "board")
    useful = set(view.rolled)
    if choice.is_taken:
        column, row = choice.name[0], choice.name[1:]
        useful |= {f"{letter}{row}" for letter in LETTERS} | {f"{column}{number}" for number in range(1, SIZE + 1)}
    for name in useful:
        canvas.spot(*grid.corner(name), grid.height, grid.width, name)


def _draw_tile(name: str, shown: Marks, canvas: Canvas, grid: Grid) -> None:
    look, tile = canvas.look, TILES[name]
    written = mark(shown.board, tile)
    face = (CORNER_FACES if tile & CORNERS else FACES)[look.utf8][written]
    if written == "." and name in shown.left_over:
        face = LEFT_OVER[look.utf8]
    sides = shown.sides(name, look)
    style = _tile_style(written, look, ahead=(shown.ahead and sides != "  ") or name in shown.hinted)
    _fill(name, f"{sides[0]}{face}{sides[1]}", style, canvas, grid)
    if name in shown.arms:
        gained = shown.arms[name]
        _write(name, figure(gained, grid.width), ARM if gained <= 0 else replace(ARM, bold=True), canvas, grid)


def _fill(name: str, text: str, style: Style, canvas: Canvas, grid: Grid) -> None:
    """A tile's face between its two signs, and blanks to the edges of the tile; of 2 columns there is one sign."""
    row, column = grid.corner(name)
    canvas.put(row, column, text[: grid.width].center(grid.width), style)
    for below in range(1, grid.height):
        canvas.put(row + below, column, " " * grid.width, style)


def _write(name: str, text: str, style: Style, canvas: Canvas, grid: Grid) -> None:
    """A figure: below the face where a tile has a row for it, else in its place."""
    row, column = grid.corner(name)
    canvas.put(row + grid.height - 1, column, text.rjust(min(grid.width, 3)).center(grid.width), style)


def figure(gained: int, width: int) -> str:
    """Points as they are written on a tile of so many columns: "+6"; "++" for more than there is room for."""
    text = f"{gained:+}"
    if len(text) <= width:
        return text
    sign, digits = text[0], text[1:]
    return digits if sign == "+" and len(digits) <= width else 2 * sign


@lru_cache(maxsize=256)
def _tile_style(written: str, look: Look, ahead: bool) -> Style:
    """Anchored tiles are fields of colour, loose ones only signs; without colour the first player's are reversed."""
    if written == ".":
        return AHEAD if ahead else DIM
    seat = int(written in "oO")
    if written in "XO":
        style = Style(fg="bright_white", bg=COLOURS[seat], bold=True)
    else:
        style = Style(fg=f"bright_{COLOURS[seat]}")
    if ahead:
        style = replace(style, fg="bright_yellow", bold=True)
    return style if look.colour else replace(style, reverse=seat == 0)


def _draw_rolled(name: str, number: int, shown: Marks, scene: Scene, canvas: Canvas, grid: Grid) -> None:
    """A rolled tile by its number; on the one taken an arrow while its direction runs by."""
    choice: Choice = scene.input
    here = is_mine(scene.table.view) and number == choice.tile
    if choice.is_aimed if here else name in shown.block | shown.embraced:
        return
    sides = shown.sides(name, canvas.look) if name in shown.hinted else "  "
    sign = str(number)
    if here:
        sides = "[]" if choice.is_taken else "><"
        if grid.width == 2 and choice.is_taken and not choice.direction:
            sign = "]"  # beside a figure of two digits its number would look like a part of that
        if choice.direction:
            sign = ARROWS[canvas.look.utf8][DIRECTIONS.index(choice.direction)]
    style = _rolled_style(canvas.look)
    _fill(name, f"{sides[0]}{sign}{sides[1]}", style, canvas, grid)
    if name in shown.arms and grid.height > 1:
        _write(name, figure(shown.arms[name], grid.width), style, canvas, grid)


def _rolled_style(look: Look) -> Style:
    return ROLLED if look.colour else Style(bold=True, reverse=True)


def _action(scene: Scene) -> str:
    """The tile where the action is: the end of the chosen block, the tile pointed at, else what was covered last."""
    view: View = scene.table.view
    choice: Choice = scene.input
    if tiles := chosen_tiles(choice, view):
        return tiles[-1] if choice.is_aimed else tiles[0]
    if view.rolled:
        return choice.name if is_mine(view) else view.rolled[0]
    return next((event.tiles[-1] for event in view.recent if isinstance(event, Placed)), "a1")
