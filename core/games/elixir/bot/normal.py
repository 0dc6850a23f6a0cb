"""The normal player of El-Ixir: it weighs every block by where it leads, and by what both may take next.

Each block that can be put down is followed to the end of all its consequences, and the board it leads to is judged by
how well the sides stand. The best of those are then looked at once more: what would four rolled tiles bring the other
player there at best, on average, and what would they bring this one?

The weights were found by fitting the final margins of 1,400 games between players who take the most points at once (the
policy of the easy player) and then by trial against that policy.
"""

from collections.abc import Iterator, Mapping
from math import comb

import attrs

from core.base.chance import Dice
from core.games.elixir import LONGEST, ROLLED, Place, View, covers, moves
from core.games.elixir.board import BOARD, CORNERS, TILES, Board, Direction, after, beside, block, flood, near_all

CORNER = 9.0
"""What a corner is worth on an empty board, in points; less as the board fills."""
FAST_EDGE, LOOSE_EDGE = 0.6, 1.2
"""What a free tile beside one's anchored, one's loose tiles is worth: there points and walls can grow."""
PIECE = 8.0
"""What it costs that loose tiles are in one more piece: scattered blocks make no wall."""
THREAT = 0.6
"""What a point is worth that the next roll is expected to bring."""
SHORTLIST = 8
"""How many moves are looked at once more."""

RAYS: dict[int, tuple[tuple[int, ...], ...]] = {
    tile: tuple(block(BOARD, tile, direction, LONGEST) for direction in Direction) for tile in TILES.values()
}
"""The longest block from each tile in each direction on an empty board."""


@attrs.frozen
class Attempt:
    """A move and the board it leads to."""

    text: str
    board: Board


def choose(view: View, dice: Dice) -> str:
    """A move for the viewer, who is to move. Among equals the dice decide."""
    if not view.rolled:
        return "roll"
    (seat,) = view.turn
    attempts = dice.shuffled(attempted(view, seat))
    ranked = sorted(attempts, key=lambda attempt: lead(attempt.board, seat), reverse=True)
    return max(ranked[:SHORTLIST], key=lambda attempt: promise(attempt.board, seat)).text


def blocks_of(view: View) -> Mapping[int, str]:
    """Every block that can be put down, each with the first move that does; moves that are cut alike count once."""
    blocks: dict[int, str] = {}
    for text, move in moves(view).items():
        if isinstance(move, Place):
            blocks.setdefault(sum(covers(view.board, view.rolled, move)), text)
    return blocks


def attempted(view: View, seat: int) -> Iterator[Attempt]:
    """Every block that can be put down, with all that follows from it."""
    for tiles, text in blocks_of(view).items():
        yield Attempt(text, after(view.board, seat, tiles))


def lead(board: Board, seat: int) -> float:
    """How much better the seat stands than the other, in points; a decided game outweighs everything."""
    ours, theirs = board.scores[seat], board.scores[1 - seat]
    if board.full:
        return 1000.0 * ((ours > theirs) - (ours < theirs)) + ours - theirs
    return standing(board, seat) - standing(board, 1 - seat)


def standing(board: Board, seat: int) -> float:
    """How well a side stands, in points."""
    own, fast, free = board.tiles[seat], board.anchored[seat], board.free
    loose = own & ~fast
    corners = CORNER * (own & CORNERS).bit_count() * free.bit_count() / len(TILES)
    edges = FAST_EDGE * (beside(fast) & free).bit_count() + LOOSE_EDGE * (beside(loose) & free).bit_count()
    return fast.bit_count() + corners + edges - PIECE * pieces(loose)


def pieces(tiles: int) -> int:
    """How many orthogonally connected sets there are."""
    count = 0
    while tiles:
        tiles &= ~flood(tiles & -tiles, tiles)
        count += 1
    return count


def promise(board: Board, seat: int) -> float:
    """The lead, and what the next roll would bring either side."""
    if board.full:
        return lead(board, seat)
    return lead(board, seat) + THREAT * (prospect(board, seat) - prospect(board, 1 - seat))


def prospect(board: Board, seat: int) -> float:
    """By how many points the seat would come ahead if it were to roll now, on average over all rolls."""
    known: dict[int, int] = {}
    best = sorted((_best(board, seat, tile, known) for tile in TILES.values() if tile & board.free), reverse=True)
    if len(best) <= ROLLED:
        return best[0]
    # A tile is the best of a roll when the other tiles of the roll are among those ranked behind it.
    rolls = (comb(len(best) - rank, ROLLED - 1) for rank in range(1, len(best) + 1))
    return sum(gain * times for gain, times in zip(best, rolls, strict=True)) / comb(len(best), ROLLED)


def _best(board: Board, seat: int, tile: int, known: dict[int, int]) -> int:
    """The most points that the longest blocks from a tile gain. `known` keeps what blocks gain, each has two ends."""
    gains = []
    for ray in RAYS[tile]:
        tiles = 0
        for covered in ray:
            if not covered & board.free:
                break
            tiles |= covered
        if tiles not in known:
            known[tiles] = gain(board, seat, tiles)
        gains.append(known[tiles])
    return max(gains)


def gain(board: Board, seat: int, tiles: int) -> int:
    """The points a block brings the seat, less those it brings the other."""
    if not embraces_nothing(board, seat, tiles):
        then, now = board.scores, after(board, seat, tiles).scores
        return (now[seat] - then[seat]) - (now[1 - seat] - then[1 - seat])
    fast = board.anchored[seat]
    if not beside(tiles) & fast:
        return 0
    return flood(tiles, board.tiles[seat] & ~fast | tiles).bit_count()


def embraces_nothing(board: Board, seat: int, tiles: int) -> bool:
    """Whether it is plain that a block anchors at most what is joined to it, and that nothing is embraced then.

    It takes no corner; it has a free neighbour, so that its region is safe; and what is not the seat's hangs together
    round it, so that it closes no wall. Tiles that it anchors may become the last wall of an anchored embrace; that is
    so rare that it is left out.
    """
    near = beside(tiles) & ~tiles
    if tiles & CORNERS or not near & board.free:
        return False
    ring = near_all(tiles) & BOARD & ~tiles & ~board.tiles[seat]
    return flood(ring & -ring, ring, near_all) == ring
