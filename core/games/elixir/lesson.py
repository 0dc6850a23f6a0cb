"""A lesson in El-Ixir: corners, anchoring, both embraces, and what to keep away from."""

from collections.abc import Callable

from core.base.message import message
from core.games.elixir import GAME, State
from core.games.elixir.rulebook import board_of
from core.games.features.lesson import Lesson, Scene, Step


def _given(*rows: str, rolled: tuple[str, ...] = ()) -> Callable[[], State]:
    """A position in which the pupil is to move and has rolled these tiles."""
    return lambda: State(board_of(*rows), 0, rolled)


_ANY_WAY = ("right", "left", "up", "down")


def _lengths(tile: int, direction: str, *lengths: int) -> tuple[str, ...]:
    return tuple(f"{tile} {direction} {length}" for length in lengths)


def _all_of(*tiles: int) -> tuple[str, ...]:
    """Every move with one of these tiles, the longest first."""
    return tuple(f"{tile} {way} {length}" for tile in tiles for way in _ANY_WAY for length in (4, 3, 2, 1))


ROLL = Scene(
    _given(),
    (
        Step(
            message(
                "El-Ixir is played on 14 by 14 tiles, for tiles that are connected to corners. A turn begins with a "
                "roll."
            ),
            ("roll",),
        ),
        Step(
            message(
                "Four free tiles were rolled for you, numbered 1 to 4. You will choose one of them, then a "
                "direction and a length. Let us look at a better roll."
            ),
        ),
    ),
)

CORNER = Scene(
    _given(rolled=("f6", "a1", "j3", "e11")),
    (
        Step(
            message(
                "Tile 2 is a1, a corner, and corners are what everything hangs on. Cover it, to the right, as long as "
                "possible."
            ),
            ("2 right 4",),
            (
                ("2 left", message("To the left of a1 is the border: the block would be cut to a single tile.")),
                ("2 up", message("Above a1 is the border: the block would be cut to a single tile.")),
                ("2 down", message("Down would be as good, but let us speak of the same block.")),
                ("2 right", message("A shorter block is seldom better: leave the length out, and it is 4.")),
            ),
            message("That tile is no corner: your block would be loose, and loose tiles count nothing."),
        ),
        Step(
            message(
                "Four points: your tiles are connected to a corner that is yours. They are anchored, which boards "
                "show by filled marks, and nobody can ever take them."
            ),
        ),
    ),
)

CHAIN = Scene(
    _given("XXXX..xxx.....", "........x.....", ".........xx...", rolled=("h9", "c12", "e1", "m5")),
    (
        Step(
            message(
                "Row 1 has your anchored tiles on the left, and four loose ones on the right. Tile 3 is e1, in the "
                "gap between them. Connect them."
            ),
            _lengths(3, "right", 4, 3, 2),
            (
                ("3 right 1", message("One tile leaves a gap at f1. Leave the length out: the block stops by itself.")),
                ("3", message("That way leads out of row 1, and the gap stays.")),
            ),
            message("That does not reach your loose tiles. The gap is in row 1, at tile 3."),
        ),
        Step(
            message(
                "Six points: the block was cut where your own tiles began, and all that is now connected to a1 is "
                "anchored. j3 and k3 touch the line only diagonally: that is not enough."
            ),
        ),
    ),
)

COMPLETE = Scene(
    _given(
        "XXXX......OOOO", "...X.........O", ".x.X..........", ".o.X....oo....", "xx............",
        rolled=("c5", "h9", "a14", "k6"),
    ),
    (
        Step(
            message(
                "The complete embrace: a wall of yours, together with the border, that shuts something in. Here only "
                "c5 and d5 are missing. Close the wall."
            ),
            _lengths(1, "right", 4, 3, 2),
            (
                ("1 right 1", message("d5 would stay open, and c5 touches d4 only diagonally: that is no wall.")),
                ("1", message("That way d5 stays open, and the wall has a gap.")),
            ),
            message("That is a tile worth having, but first close the wall: tile 1, to the right."),
        ),
        Step(
            message(
                "You took all that was shut in, free tiles and the other's tile alike, with a point for each, "
                "because it touches your anchored tiles. Only a corner that is not yours would have kept it open."
            ),
        ),
    ),
)  # fmt: skip

ANCHORED = Scene(
    _given("XXX...........", "Xo............", "XX............", rolled=("j10", "g7", "c2", "n9")),
    (
        Step(
            message(
                "The anchored embrace takes tiles that have no free tile beside them and are shut in by anchored ones. "
                "b2 has one free neighbour left: c2, your tile 3. Take it, in any direction with room."
            ),
            _all_of(3),
            (),
            message("b2 keeps a free neighbour then. The tile that matters is c2, number 3."),
        ),
        Step(
            message(
                "b2 is yours, with a point. Walls that touch only diagonally would have done, too; but all of them "
                "must be anchored."
            ),
        ),
    ),
)

POCKET = Scene(
    _given(
        "OOO...........", "O.O...........", "OO............", rolled=("b2", "h8", "n14", "e9"),
    ),
    (
        Step(
            message(
                "Now the danger. b2, your tile 1, is the last free tile of a pocket of the other player. Choose any "
                "other tile; n14 is a corner."
            ),
            ("3 left 4", "3 up 4", *_all_of(3, 2, 4)),
            (("1", message("Do not: all around b2 is anchored, so your tile would be embraced at once.")),),
        ),
        Step(
            message(
                "That is how it goes on until somebody has 99 points or the board is full. Type rules for all of "
                "it, and why after a move of a game to be told what it brought."
            ),
        ),
    ),
)  # fmt: skip

LESSON = Lesson(GAME, (ROLL, CORNER, CHAIN, COMPLETE, ANCHORED, POCKET))
