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
                "El-Ixir is played on 14 by 14 tiles. Tiles count when they are connected to a corner of "
                "yours. A turn begins with a roll."
            ),
            ("roll",),
        ),
        Step(
            message(
                "You have rolled four free tiles, numbered 1 to 4. You choose one of them, then a direction "
                "and a length. Let us look at a better roll."
            ),
        ),
    ),
)

CORNER = Scene(
    _given(rolled=("f6", "a1", "j3", "e11")),
    (
        Step(
            message(
                "Tile 2 is a1, a corner, and everything depends on corners. Cover it, to the right, as long as "
                "possible."
            ),
            ("2 right 4",),
            (
                ("2 left", message("The border is to the left of a1: the block would be cut to a single tile.")),
                ("2 up", message("The border is above a1: the block would be cut to a single tile.")),
                ("2 down", message("Down would be as good, but let us take the same block.")),
                ("2 right", message("A shorter block is seldom better: leave out the length, then it is 4.")),
            ),
            message("That tile is not a corner: your block would be loose, and loose tiles do not count."),
        ),
        Step(
            message(
                "Four points: your tiles are connected to your corner. They are anchored, shown by filled "
                "marks, and nobody can take them."
            ),
        ),
    ),
)

CHAIN = Scene(
    _given("XXXX..xxx.....", "........x.....", ".........xx...", rolled=("h9", "c12", "e1", "m5")),
    (
        Step(
            message(
                "In row 1 you have anchored tiles on the left and four loose ones on the right. Tile 3 is e1, "
                "in the gap between them. Connect them."
            ),
            _lengths(3, "right", 4, 3, 2),
            (
                ("3 right 1", message("One tile leaves a gap at f1. Leave out the length: the block stops by itself.")),
                ("3", message("That leads out of row 1, and the gap stays.")),
            ),
            message("That does not reach your loose tiles. The gap is in row 1, at tile 3."),
        ),
        Step(
            message(
                "Six points: the block was cut at your own tiles, and everything now connected to a1 is "
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
                "The complete embrace: your wall encloses something, alone or together with the border. Here "
                "only c5 and d5 are missing. Close the wall."
            ),
            _lengths(1, "right", 4, 3, 2),
            (
                ("1 right 1", message("d5 would stay open, and c5 touches d4 only diagonally: that is not a wall.")),
                ("1", message("Then d5 stays open, and the wall has a gap.")),
            ),
            message("A good tile, but close the wall first: tile 1, to the right."),
        ),
        Step(
            message(
                "You took everything inside, free tiles and the other player's tile, with a point for each, "
                "because it touches your anchored tiles. Only a corner that is not yours would have kept it "
                "open."
            ),
        ),
    ),
)  # fmt: skip

ANCHORED = Scene(
    _given("XXX...........", "Xo............", "XX............", rolled=("j10", "g7", "c2", "n9")),
    (
        Step(
            message(
                "The anchored embrace takes tiles that touch no free tile and are enclosed by anchored ones. "
                "b2 has one free neighbour left: c2, your tile 3. Take it, in any direction with room."
            ),
            _all_of(3),
            (),
            message("Then b2 keeps a free neighbour. Take c2, tile 3."),
        ),
        Step(
            message(
                "b2 is yours, with a point. Walls that touch only diagonally would do, too, but all must be anchored."
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
                "Now the danger: b2, your tile 1, is the last free tile in a pocket of the other player. "
                "Choose any other tile; n14 is a corner."
            ),
            ("3 left 4", "3 up 4", *_all_of(3, 2, 4)),
            (("1", message("Do not: everything around b2 is anchored, so you would lose your tile at once.")),),
        ),
        Step(
            message(
                "It goes on like this until somebody has 99 points or the board is full. To read all the "
                "rules, type rules; to see what a move brought, type why."
            ),
        ),
    ),
)  # fmt: skip

LESSON = Lesson(GAME, (ROLL, CORNER, CHAIN, COMPLETE, ANCHORED, POCKET))
