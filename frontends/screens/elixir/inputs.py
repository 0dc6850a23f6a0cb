"""Input at El-Ixir: which tile, direction and length are chosen, and what a key or a click makes of that.

A tile is taken, then a direction, then a length, and Enter puts the block down; Escape goes back by one choice. What a
single key does is in `one_key`.
"""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from core.base.message import Message, counted, message
from core.games.elixir import LONGEST, Place, View, covers, placing, read
from core.games.elixir.board import NAMES, TILES, Direction, block, is_boxed
from core.games.elixir.events import Event
from frontends.screens.controls import ENTER, KeyHelp, Pressed, pressed

DIRECTIONS = tuple(Direction)
KEYS: tuple[KeyHelp, ...] = (
    ("Enter", message("roll; take the tile; put the block down")),
    ("1 2 3 4", message("take a tile; then the length, or the longest")),
    ("Arrows", message("choose a tile; then the direction of the block")),
    ("Tab", message("the next tile, or the next direction with room")),
    ("Escape", message("take back a choice")),
)
_KEYS_OF = {
    "roll": (("Enter", message("roll")),),
    "tile": (("1-4", message("take a tile")), ("Enter", message("take")), ("Tab", message("next"))),
    "direction": (("Arrows", message("direction")), ("Tab", message("next")), ("Esc", message("put back"))),
    "length": (("Enter", message("put down")), ("1-4", message("length")), ("Arrows", message("direction")),
               ("Esc", message("back"))),
    "single": (("Enter", message("put down")), ("1-4", message("another tile")), ("Esc", message("put back"))),
    "wait": (),
}  # fmt: skip
"""The keys that matter, by the stage of a turn."""
_POINTING = {direction.value: direction for direction in Direction}
_TURNS = {Direction.LEFT: -1, Direction.UP: -1, Direction.RIGHT: 1, Direction.DOWN: 1}


class Choice(Struct, frozen=True, cache_hash=True):
    """What has been chosen so far of a block."""

    rolled: tuple[str, ...] = ()
    """The roll that is chosen from; a choice from another one is void."""
    tile: int = 1
    """The tile that is pointed at, counted from 1 in the order rolled."""
    is_taken: bool = False
    """Whether the tile is chosen."""
    direction: Direction | None = None
    """The direction that is pointed at."""
    is_aimed: bool = False
    """Whether the direction is chosen."""
    length: int = LONGEST
    ticks: int | None = None
    """How many times the offers have changed since this turn began; None where nothing runs by."""
    menu: int | None = None
    """The entry of the menu that is shown, counted from 0; None while it is closed."""

    @property
    def name(self) -> str:
        """The tile that is pointed at."""
        return self.rolled[self.tile - 1]


def idle(view: View) -> Choice:
    """The first tile is pointed at."""
    return Choice(view.rolled)


def settle(choice: Choice, view: View) -> Choice:
    """What is left of a choice when the table has moved on: nothing if the roll is another one."""
    return choice if choice.rolled == view.rolled else idle(view)


def is_mine(view: View) -> bool:
    """Whether the viewer is to move."""
    return view.seat in view.turn


def is_single(choice: Choice, view: View) -> bool:
    """Whether the tile that is pointed at has no free neighbour, so that it is all there is to choose."""
    return is_boxed(view.board.free, TILES[choice.name])


def stage(choice: Choice, view: View) -> str:
    """What the viewer is to choose now: "roll", "tile", "direction", "length", "single" to confirm, or "wait"."""
    if not is_mine(view):
        return "wait"
    if not view.rolled:
        return "roll"
    if not choice.is_taken:
        return "tile"
    if is_single(choice, view):
        return "single"
    return "length" if choice.is_aimed else "direction"


def bar(choice: Choice, view: View) -> tuple[KeyHelp, ...]:
    """The keys that matter now."""
    return _KEYS_OF[stage(settle(choice, view), view)]


def chosen(choice: Choice, view: View) -> Place | None:
    """The block that is chosen or shown; None while it is not clear which."""
    if not is_mine(view) or not view.rolled or not choice.is_taken:
        return None
    if is_single(choice, view):
        return Place(choice.tile)
    return Place(choice.tile, choice.direction, choice.length) if choice.direction else None


def preview(choice: Choice, view: View) -> tuple[Event, ...]:
    """What the chosen block would bring, as events; nothing while it is not clear which block."""
    move = chosen(choice, view)
    return _brought(view.board, view.turn[0], covers(view.board, view.rolled, move)) if move else ()


_brought = lru_cache(maxsize=256)(placing)


def chosen_tiles(choice: Choice, view: View) -> tuple[str, ...]:
    """The tiles of the block that is chosen or shown, the first one first; none while it is not clear which."""
    move = chosen(choice, view)
    return tuple(NAMES[tile] for tile in covers(view.board, view.rolled, move)) if move else ()


def arms(choice: Choice, view: View) -> Iterator[tuple[str, Place]]:
    """Where a block can end that begins at the tile taken, and the move that ends it there."""
    for direction in Direction:
        reached = block(view.board.free, TILES[choice.name], direction, LONGEST)
        for length, tile in enumerate(reached[1:], 2):
            yield NAMES[tile], Place(choice.tile, direction, length)


def press(choice: Choice, key: str, view: View) -> Pressed:
    """One key, or a click."""
    choice = settle(choice, view)
    click, _, spot = key.partition(" ")
    if click in ("click", "double") and spot:
        return _clicked(choice, spot, view, is_double=click == "double") if is_mine(view) else Pressed(choice)
    if not is_mine(view):
        return Pressed(choice, known=False)
    if not view.rolled:
        return Pressed(choice, "roll") if key in ("enter", " ", "r") else Pressed(choice, known=False)
    if key in _POINTING:
        return Pressed(_pointed(choice, _POINTING[key], view))
    match key:
        case "1" | "2" | "3" | "4":
            return _numbered(choice, int(key))
        case "enter" | " ":
            return _entered(choice, view)
        case "tab":
            return Pressed(_next(choice, view))
        case "escape" | "backspace":
            return Pressed(replace(untaken(choice), is_taken=choice.is_aimed), known=choice.is_taken)
        case _:
            return Pressed(choice, known=False)


def _pointed(choice: Choice, direction: Direction, view: View) -> Choice:
    """A direction for the block; before a tile is taken, the next tile or the previous one."""
    if not choice.is_taken or is_single(choice, view):
        return turned(choice, _TURNS[direction])
    return replace(choice, direction=direction, is_aimed=True)


def turned(choice: Choice, by: int) -> Choice:
    """The tile so many places on is pointed at, and none is taken."""
    return replace(untaken(choice), tile=(choice.tile - 1 + by) % len(choice.rolled) + 1)


def untaken(choice: Choice) -> Choice:
    """The same tile is pointed at, and none is taken."""
    return Choice(choice.rolled, choice.tile, ticks=choice.ticks, menu=choice.menu)


def _next(choice: Choice, view: View) -> Choice:
    """The next direction in which there is room; before a tile is taken, the next tile."""
    if not choice.is_taken or is_single(choice, view):
        return turned(choice, 1)
    begin = DIRECTIONS.index(choice.direction) + 1 if choice.direction else 0
    for direction in (*DIRECTIONS[begin:], *DIRECTIONS[:begin]):
        if len(block(view.board.free, TILES[choice.name], direction, 2)) > 1:
            return _pointed(choice, direction, view)
    return choice


def _numbered(choice: Choice, number: int) -> Pressed:
    """A length once there is a direction, else a tile."""
    if choice.is_aimed:
        return Pressed(replace(choice, length=number))
    if number > len(choice.rolled):
        few = counted(
            "There is only {n} tile to choose from.", "There are only {n} tiles to choose from.", len(choice.rolled)
        )
        return Pressed(choice, message=few)
    return Pressed(taken(choice, number))


def taken(choice: Choice, number: int) -> Choice:
    """A rolled tile is taken, counted from 1."""
    return replace(untaken(choice), tile=number, is_taken=True)


def _entered(choice: Choice, view: View) -> Pressed:
    match stage(choice, view):
        case "tile":
            return Pressed(replace(choice, is_taken=True))
        case "direction":
            return Pressed(choice, message=message("Choose a direction for the block."))
        case _:
            return put_down(choice, view)


def put_down(choice: Choice, view: View) -> Pressed:
    """The chosen block is the move."""
    move = chosen(choice, view)
    if move is None:
        raise ValueError("no block is chosen")
    text = f"{move.tile} {move.direction.value} {move.length}" if move.direction else str(move.tile)
    return Pressed(Choice(ticks=None if choice.ticks is None else 0), text)


def strokes(view: View, typed: str) -> Message:
    """What to press for a move."""
    move = read(view, typed)
    if not isinstance(move, Place):
        return pressed(ENTER)
    if move.direction is None or is_boxed(view.board.free, TILES[view.rolled[move.tile - 1]]):
        return pressed(str(move.tile), ENTER)
    length = () if move.length == LONGEST else (str(move.length),)
    return pressed(str(move.tile), ARROWS[move.direction], *length, ENTER)


ARROWS = {
    Direction.RIGHT: message("arrow right"), Direction.LEFT: message("arrow left"),
    Direction.UP: message("arrow up"), Direction.DOWN: message("arrow down"),
}  # fmt: skip


def _clicked(choice: Choice, spot: str, view: View, *, is_double: bool) -> Pressed:
    """A click on a tile of the board, or on what can be chosen beside it."""
    kind, _, value = spot.partition(" ")
    match kind:
        case "roll":
            return Pressed(choice, None if view.rolled else "roll")
        case _ if not view.rolled:
            return Pressed(choice)
        case "tile":
            return Pressed(taken(choice, int(value)))
        case "direction" if choice.is_taken:
            return Pressed(_pointed(choice, Direction(value), view))
        case "length" if choice.is_aimed:
            return Pressed(replace(choice, length=int(value)))
        case "board" if not is_double:
            return Pressed(untaken(choice))
        case _ if spot not in TILES:
            return Pressed(choice)
        case _ if is_double:  # Enter on what the first click chose; nothing where that put it back
            return _entered(choice, view) if choice.is_taken else Pressed(choice)
        case _:
            return _clicked_tile(choice, spot, view)


def _clicked_tile(choice: Choice, name: str, view: View) -> Pressed:
    """A rolled tile is taken; one in line with it aims the block there; the end of the block puts it down."""
    tiles = chosen_tiles(choice, view)
    if name in tiles[-1:]:
        return put_down(choice, view)
    if name in tiles[1:]:
        return Pressed(replace(choice, length=tiles.index(name) + 1))
    if choice.is_taken and name == choice.name:
        return Pressed(untaken(choice))
    if name in view.rolled:
        return Pressed(taken(choice, view.rolled.index(name) + 1))
    aim = _aim(choice.name, name)
    if not choice.is_taken or aim is None or is_single(choice, view):
        return Pressed(untaken(choice))
    direction, length = aim
    return Pressed(replace(choice, direction=direction, is_aimed=True, length=length))


def drag(choice: Choice, source: str, target: str, view: View) -> Pressed:
    """Put a block down from a rolled tile to the one where it is let go, 4 tiles at most."""
    choice = settle(choice, view)
    number = source.removeprefix("tile ")
    name = view.rolled[int(number) - 1] if number.isdigit() and int(number) <= len(view.rolled) else source
    if name not in view.rolled or target not in TILES:
        return Pressed(untaken(choice))
    start = taken(choice, view.rolled.index(name) + 1)
    if (aim := _aim(name, target)) is None or is_single(start, view):
        return Pressed(start)
    direction, length = aim
    return put_down(replace(start, direction=direction, is_aimed=True, length=length), view)


def _aim(first: str, other: str) -> tuple[Direction, int] | None:
    """The direction from a tile to another, and the length of a block that ends there, `LONGEST` at most."""
    across = ord(other[0]) - ord(first[0])
    down = int(other[1:]) - int(first[1:])
    if across and down:
        return None
    length = min(abs(across + down) + 1, LONGEST)
    if across:
        return Direction.RIGHT if across > 0 else Direction.LEFT, length
    return Direction.DOWN if down > 0 else Direction.UP, length
