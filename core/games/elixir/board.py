"""The board of El-Ixir: its tiles, and what follows when a block is put down.

Numbers in brackets are sections of the rules sheet.

A set of tiles is an int with one bit per tile, bit `15 * y + x` for column x and row y counted from 0. The
fifteenth column is in no set: a step across the left or the right border lands there and is masked away by
`BOARD`. So a step of all tiles at once is a shift, and a flood is a few of them.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

SIZE = 14
STRIDE = SIZE + 1
ENOUGH = 99
"""A score that ends the game: more than half of the tiles (2)."""

TILES: dict[str, int] = {
    f"{column}{y + 1}": 1 << STRIDE * y + x for y in range(SIZE) for x, column in enumerate("abcdefghijklmn")
}
"""The tiles as one-tile sets by name, row by row: columns a to n from the left, rows 1 to 14 from the top."""
NAMES: dict[int, str] = {tile: name for name, tile in TILES.items()}
BOARD = sum(NAMES)
CORNERS = sum(TILES[name] for name in ("a1", "n1", "a14", "n14"))
COLUMN = sum(1 << STRIDE * y for y in range(SIZE))
"""The leftmost column."""


class Direction(enum.Enum):
    """Where a block goes on from its first tile."""

    LEFT = "left"
    UP = "up"
    RIGHT = "right"
    DOWN = "down"


_SHIFTS = {Direction.LEFT: -1, Direction.UP: -STRIDE, Direction.RIGHT: 1, Direction.DOWN: STRIDE}


class Embrace(enum.Enum):
    """The two ways of taking a region (8)."""

    COMPLETE = "complete"
    ANCHORED = "anchored"


class Board(Struct, frozen=True, gc=False):
    """Who owns what. Pairs are by seat; a seat's anchored tiles are among its tiles."""

    tiles: tuple[int, int] = (0, 0)
    anchored: tuple[int, int] = (0, 0)

    @property
    def free(self) -> int:
        """The tiles nobody owns."""
        return BOARD & ~(self.tiles[0] | self.tiles[1])

    @property
    def scores(self) -> tuple[int, int]:
        """A score is the number of anchored tiles at all times, as none of them is ever lost (6)."""
        return self.anchored[0].bit_count(), self.anchored[1].bit_count()

    @property
    def full(self) -> bool:
        """Whether the game ends here: no tile is free, or somebody has more than half of them (2)."""
        return not self.free or max(self.scores) >= ENOUGH

    def gained(self, seat: int, tiles: int, anchored: bool) -> Board:
        """The board once these tiles, whosever they were, are the seat's."""
        own, other = self.tiles[seat] | tiles, self.tiles[1 - seat] & ~tiles
        fast, slow = self.anchored[seat] | (tiles if anchored else 0), self.anchored[1 - seat]
        return Board((other, own), (slow, fast)) if seat else Board((own, other), (fast, slow))


EMPTY = Board()
"""All tiles are free."""


def is_possible(board: Board) -> bool:
    """Whether every tile is on the board, has one owner at most, and is anchored only for its owner."""
    (first, second), (fast, slow) = board.tiles, board.anchored
    return not ((first | second) & ~BOARD or first & second or fast & ~first or slow & ~second)


def near(tiles: int) -> int:
    """All that an orthogonal step from a set leads to, members among them or not, off the board or not."""
    return tiles << 1 | tiles >> 1 | tiles << STRIDE | tiles >> STRIDE


def near_all(tiles: int) -> int:
    """The set and all that a step leads to, diagonal ones too, off the board or not."""
    row = tiles | tiles << 1 | tiles >> 1
    return row | row << STRIDE | row >> STRIDE


def beside(tiles: int) -> int:
    """All orthogonal neighbours of a set, members among them or not."""
    return near(tiles) & BOARD


def flood(tiles: int, within: int, step: Callable[[int], int] = near) -> int:
    """What can be reached inside `within` from those of its members that are in `tiles`."""
    reached, grown = 0, tiles & within
    while grown != reached:
        reached = grown
        grown |= step(grown) & within
    return reached


def block(free: int, tile: int, direction: Direction | None, length: int) -> tuple[int, ...]:
    """The tiles a block covers, from the chosen one on, cut before the first that is not free (5)."""
    covered = [tile]
    shift = _SHIFTS[direction] if direction else 0
    while len(covered) < length and (tile := (tile << shift if shift > 0 else tile >> -shift) & free):
        covered.append(tile)
    return tuple(covered)


def unanchored(board: Board, seat: int) -> int:
    """The seat's loose tiles that are joined to a corner it owns (6)."""
    own = board.tiles[seat]
    return flood(own & CORNERS, own) & ~board.anchored[seat]


def enclosed(board: Board, seat: int) -> int:
    """A region open to a complete embrace: that of the lowest tile in the rightmost column (8.1)."""
    others = BOARD & ~board.tiles[seat]
    closed = others & ~flood(others & CORNERS, others, near_all)
    if not closed:
        return 0
    column = next(hit for x in reversed(range(SIZE)) if (hit := closed & COLUMN << x))
    return flood(1 << column.bit_length() - 1, closed)


def surrounded(board: Board, seat: int) -> int:
    """A region open to an anchored embrace: that of the rightmost tile in the lowest row (8.2)."""
    inside = (board.tiles[0] | board.tiles[1]) & ~board.anchored[seat]
    unsafe = inside & ~flood(beside(board.free) | board.tiles[1 - seat] & CORNERS, inside)
    return flood(1 << unsafe.bit_length() - 1, unsafe) if unsafe else 0


class Step(Struct, frozen=True):
    """One thing that follows from a block: tiles anchored, or a region embraced."""

    seat: int
    kind: Embrace | None
    """None for tiles of the seat's own that were joined to a corner."""
    tiles: int
    anchored: bool
    board: Board
    """As it is afterwards."""


def settled(board: Board, seat: int, tiles: int) -> Iterator[Step]:
    """All that follows when the seat puts down a block of these free tiles, in the program's order (6, 7).

    Passes of three embraces, one region each at most, are made until one of them finds nothing. The other
    player never embraces completely here: that waits for a turn of his own.
    """
    board = board.gained(seat, tiles, anchored=False)
    if joined := unanchored(board, seat):
        board = board.gained(seat, joined, anchored=True)
        yield Step(seat, None, joined, True, board)
    before = None
    while board is not before:
        before = board
        for step in _completed(board, seat):
            board = step.board
            yield step
        for who in (1 - seat, seat):
            if region := surrounded(board, who):
                board = board.gained(who, region, anchored=True)
                yield Step(who, Embrace.ANCHORED, region, True, board)


def after(board: Board, seat: int, tiles: int) -> Board:
    """The board once all of that has followed."""
    board = board.gained(seat, tiles, anchored=False)
    for step in settled(board, seat, tiles):
        board = step.board
    return board


def _completed(board: Board, seat: int) -> Iterator[Step]:
    region = enclosed(board, seat)
    if not region:
        return
    anchored = bool(beside(region) & board.anchored[seat])
    board = board.gained(seat, region, anchored)
    yield Step(seat, Embrace.COMPLETE, region, anchored, board)
    if joined := unanchored(board, seat):
        yield Step(seat, None, joined, True, board.gained(seat, joined, anchored=True))


def united(tiles: tuple[str, ...]) -> int:
    """The set of the tiles with these names. Raises KeyError for other names, ValueError when one comes twice."""
    union = sum([TILES[name] for name in tiles])
    if union.bit_count() != len(tiles):
        raise ValueError("a tile occurs twice")
    return union


def names(tiles: int) -> tuple[str, ...]:
    """The tiles of a set by name, row by row."""
    return tuple(name for name, tile in TILES.items() if tile & tiles)


def mark(board: Board, tile: int) -> str:
    """A tile in writing: `.` free, `x` and `X` the first seat's, loose and anchored, `o` and `O` the second's."""
    for tiles, anchored, pair in zip(board.tiles, board.anchored, ("xX", "oO"), strict=True):
        if tile & tiles:
            return pair[bool(tile & anchored)]
    return "."


def rows(board: Board) -> tuple[str, ...]:
    """The board in writing, from the top."""
    marks = "".join(mark(board, tile) for tile in NAMES)
    return tuple(marks[row * SIZE :][:SIZE] for row in range(SIZE))


def board_of(written: Sequence[str]) -> Board:
    """The board again. Raises: KeyError for a mark that is none."""
    sets = {".": 0, "x": 0, "X": 0, "o": 0, "O": 0}
    for tile, sign in zip(NAMES, "".join(written), strict=True):
        sets[sign] |= tile
    return Board((sets["x"] | sets["X"], sets["o"] | sets["O"]), (sets["X"], sets["O"]))


def is_boxed(free: int, tile: int) -> bool:
    """Whether a tile has no free neighbour, so that neither direction nor length is asked (4)."""
    return not beside(tile) & free
