"""The rules of El-Ixir."""

from core.base.game import Options
from core.base.message import message
from core.games.elixir import GAME, State
from core.games.elixir.board import ENOUGH, TILES, Board
from core.games.features.rulebook import AsTyped, Book, Example, Section

MARKS = {"x": (0, False), "X": (0, True), "o": (1, False), "O": (1, True)}
"""Seat and whether it is anchored, by how a tile is written."""


def board_of(*rows: str) -> Board:
    """A board as it is written, from the top: `.` free, x and X the first seat's, loose and anchored, o and O the
    second's. Rows and ends of rows that are left out are free.
    """
    board = Board()
    for number, row in enumerate(rows, 1):
        for column, written in zip("abcdefghijklmn", row, strict=False):
            if written in MARKS:
                seat, anchored = MARKS[written]
                board = board.gained(seat, TILES[f"{column}{number}"], anchored)
    return board


def book(options: Options) -> Book:
    """All of them; there are no variants."""
    return Book(
        GAME.title,
        (
            Section("goal", message("The goal"), GOAL),
            Section("play", message("A turn"), TURN),
            Section("play", message("Anchoring"), ANCHORING),
            Section("play", message("The complete embrace"), COMPLETE),
            Section("play", message("The anchored embrace"), ANCHORED),
            Section("play", message("The order of effects"), ORDER),
            Section("moves", message("How moves are typed"), (AsTyped(GAME.notation),)),
            Section("scoring", message("Scoring and the end"), SCORING),
            Section("example", message("An example"), (Example(example()), *EXAMPLE)),
            Section("strategy", message("Strategy"), STRATEGY),
        ),
    )


GOAL = (
    message(
        "Two players cover a board of 14 by 14 tiles with blocks of their colour. Connect as many tiles as "
        "possible to the corners of the board. The player with more points at the end wins."
    ),
)

TURN = (
    message(
        "The first player begins; the players take turns, and nobody can pass. A turn begins with a roll: four "
        "free tiles are chosen at random, or all of them if fewer are free. Every free tile is as likely as "
        "any other, corners included. Both players see everything on the board, and only the rolls are chance."
    ),
    message(
        "Choose one of the rolled tiles, then a direction (up, left, right or down), then a length from 1 to "
        "4. The block covers your tile and goes on in that direction. It is cut where the next tile is not "
        "free: covered by either player, or beyond the border. It never jumps. If nothing is free in that "
        "direction, the block is one tile. The other rolled tiles are ordinary free tiles again and do not "
        "stop the block."
    ),
    message(
        "A tile without a free neighbour above, below, left or right is covered alone, without direction and "
        "length. If only one tile is free, the roll covers it by itself."
    ),
)

ANCHORING = (
    message(
        "A corner that you have covered stays yours. Your tiles that are connected to one of your corners by "
        "an unbroken line of your own tiles are anchored; the others are loose. Lines go up, down, left and "
        "right: tiles that touch only diagonally are not connected."
    ),
    message(
        "After each block, all your tiles that have just become connected to your corners are anchored, and "
        "you get a point for each of them, wherever they are. Anchored tiles can never be taken, so you never "
        "lose points."
    ),
)

COMPLETE = (
    message(
        "When your blocks enclose a part of the board, alone or together with its border, everything inside "
        "becomes yours: free tiles and the other player's tiles alike. That is the complete embrace. It "
        "happens only on your own turn."
    ),
    message(
        "Loose and anchored tiles may make the wall, but they must be connected up, down, left and right: a "
        "gap where two tiles touch only diagonally leaves the inside open. A corner leaves it open, too, "
        "unless the corner is yours; the border without a corner is a wall. So when you have all four corners, "
        "you take the whole rest of the board at once."
    ),
    message(
        "If what you take touches an anchored tile of yours, it is anchored, and each of its tiles is a point. "
        "If not, it is yours but loose, without points, until it is connected to a corner."
    ),
)

ANCHORED = (
    message(
        "The anchored embrace takes a group of tiles that is enclosed by your anchored tiles and the border. "
        "Here walls that touch only diagonally are good enough. But they must be anchored, and the group must "
        "not contain or touch any free tile up, down, left or right. It must not contain a corner of the other "
        "player either."
    ),
    message(
        "All tiles of the group become yours, are anchored and bring a point each; your own loose tiles among "
        "them count as well. An anchored embrace can happen on either player's turn: if you have to fill the "
        "last free tile of a pocket, you may lose it at once."
    ),
)

ORDER = (
    message(
        "After a block, things happen in this order: tiles are anchored; the player who moved makes a complete "
        "embrace; anchored embraces follow, those of the other player first; and all of that again, until "
        "nothing more happens. One move may bring embraces to both players, and the other player has priority. "
        "A complete embrace that opens up for the other player waits for that player's own turn. After a move, "
        "why tells you which rule took which tiles."
    ),
)

SCORING = (
    message(
        "You get a point for each of your anchored tiles; loose tiles do not count. The game ends after the "
        "move with which somebody reaches {enough} points, more than half of the 196 tiles, or the last tile "
        "is covered. The higher score wins; equal scores are a tie. The last move may bring a score far beyond "
        "{enough}.",
        enough=ENOUGH,
    ),
)  # fmt: skip


def example() -> State:
    """A block that anchors a line and closes a complete embrace at the border."""
    board = board_of(
        "XXXX......OOOO",
        "...X.........O",
        ".x.X..........",
        ".o.X....oo....",
        "xx............",
        "..............",
        "......xx......",
    )
    return State(board, 0, ("c5", "h9", "a14", "k6"))


EXAMPLE = (
    message(
        "You have the corner a1 and the line from it, 7 points. The tiles b3, a5 and b5 are yours but loose. "
        "You have rolled four tiles, among them c5 and the corner a14. The block from c5 to the right covers "
        "two tiles, c5 and d5, and more if you want: it joins a5 and b5 to your line, and together with the "
        "border it encloses everything between, including the other player's tile b4. All of that becomes "
        "yours and is anchored, and so is b3 through it."
    ),
)

STRATEGY = (
    message("It is almost always best to choose length 4."),
    message(
        "Corners come first: without a corner nothing counts, and you can never lose a corner. Three corners "
        "threaten to become four."
    ),
    message("Loose tiles are not wasted. A long loose line that is later connected to a corner counts all at once."),
    message(
        "Build walls from border to border: what is behind them becomes yours when you close the last gap. A "
        "gap of one tile is closed by a single roll or by a block that runs into it. Look for walls of the "
        "other player that lack only one tile, and put a block into the gap."
    ),
    message(
        "Make pockets that only the other player has to fill. Near the end of the game, each forced move into "
        "such a pocket gives you its tiles."
    ),
)
