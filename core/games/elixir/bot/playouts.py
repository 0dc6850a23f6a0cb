"""Games of El-Ixir played to their ends, many at once, to see where a position leads.

The boards lie side by side in one long int, a lane of 256 bits each: a step of all tiles of all boards is then one
shift, and what takes Python a microsecond on one board takes it little more on a hundred. Both players of such a game
cover the longest blocks that their roll allows, and of those take the one that leaves them best placed, as the first
look of the normal player does. A move of the strong player takes 1.4 seconds so, and 2.4 where the bits of each board
are counted by themselves. Only that embraces are looked for once after a block, not again until there are none,
differs from the rules: it changes a board in some 20,000.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count

import attrs

from core.games.elixir import LONGEST, ROLLED
from core.games.elixir.board import (
    BOARD,
    CORNERS,
    ENOUGH,
    STRIDE,
    TILES,
    Board,
    Direction,
    block,
    flood,
    near,
    near_all,
)

BYTES = 32
"""Bytes of a lane, which is a board of 210 bits and some to spare."""
RAISED = 0x1000 * 16
"""What is added to all values, so that none is negative."""
CORNER = 90
"""What a corner is worth on an empty board, in tenths of a point."""

_ORDER = tuple(TILES.values())
_PREFIXES: tuple[tuple[tuple[tuple[int, bytes], ...], ...], ...] = tuple(
    tuple(
        tuple((tiles := sum(ray[:length]), tiles.to_bytes(BYTES, "little")) for length in range(len(ray), 0, -1))
        for direction in Direction
        if len(ray := block(BOARD, tile, direction, LONGEST)) > 1
    )
    for tile in _ORDER
)
"""For each tile and direction the blocks that may be put down there on an empty board, the longest first."""
_NO_TILE = bytes(range(len(_ORDER), 256))
"""Bytes that are the number of no tile."""
OFFERED = 16
"""Tiles drawn for a roll, so that four of them are free even when the board is rather full."""


@attrs.frozen
class Lanes:
    """Masks that are the same in all lanes, for a number of them."""

    count: int
    board: int
    corners: int
    pairs: int
    """The lower bit of each two; the next ones are the lower half of every 4 bits, 8 bits and so on."""
    fours: int
    eights: int
    sixteens: int
    halves: int
    words: int
    bias: int
    """What is added to every 16 bits to keep them from falling below 0."""


@lru_cache(maxsize=64)  # For a thousand lanes they take 300 KB, and workers live as long as the house.
def lanes_of(count: int) -> Lanes:
    """The masks for so many lanes."""

    def repeated(tiles: int) -> int:
        return int.from_bytes(tiles.to_bytes(BYTES, "little") * count, "little")

    def filled(pattern: bytes) -> int:
        return int.from_bytes(pattern * (BYTES // len(pattern) * count), "little")

    return Lanes(
        count, repeated(BOARD), repeated(CORNERS),
        filled(b"\x55"), filled(b"\x33"), filled(b"\x0f"), filled(b"\xff\x00"), filled(b"\xff\xff\x00\x00"),
        filled(b"\xff\xff\xff\xff\x00\x00\x00\x00"), filled(b"\x00\x10"),
    )  # fmt: skip


def settle(lanes: Lanes, own: int, other: int, fast: int, slow: int, blocks: int) -> tuple[int, int, int, int]:
    """All lanes after the mover's blocks: the mover's tiles and the other's, then the anchored ones of each."""
    own |= blocks
    fast = flood(fast | own & lanes.corners, own)
    others = lanes.board & ~own
    closed = others & ~flood(others & lanes.corners, others, near_all)
    if closed:
        own, other = own | closed, other & ~closed
        fast = flood(fast, own)
    free = lanes.board & ~(own | other)
    open_to = near(free)
    inside = (own | other) & ~slow
    taken = inside & ~flood(open_to | own & lanes.corners, inside)
    if taken:
        own, other, slow = own & ~taken, other | taken, slow | taken
    inside = (own | other) & ~fast
    taken = inside & ~flood(open_to | other & lanes.corners, inside)
    if taken:
        own, other, fast = own | taken, other & ~taken, fast | taken
    return own, other, fast, slow


def _in_fours(lanes: Lanes, tiles: int) -> int:
    """How many of each four bits are set."""
    tiles -= tiles >> 1 & lanes.pairs
    return (tiles & lanes.fours) + (tiles >> 2 & lanes.fours)


def _in_bytes(lanes: Lanes, fours: int) -> int:
    return (fours & lanes.eights) + (fours >> 4 & lanes.eights)


def _joints(lanes: Lanes, loose: int) -> tuple[int, int]:
    """What makes up the number of pieces, by fours: tiles and squares are added, edges are taken away (Euler)."""
    right, down = loose & loose >> 1, loose & loose >> STRIDE
    return (
        _in_fours(lanes, loose) + _in_fours(lanes, right & right >> STRIDE),
        _in_fours(lanes, right) + _in_fours(lanes, down),
    )


def _standing(lanes: Lanes, free: int, tiles: int, fast: int, loose: int, corner: int) -> int:
    """What a side has, but for its pieces, in tenths of a point, by bytes."""
    return (
        10 * _in_bytes(lanes, _in_fours(lanes, fast))
        + 6 * _in_bytes(lanes, _in_fours(lanes, near(fast) & free) + 2 * _in_fours(lanes, near(loose) & free))
        + corner * _in_bytes(lanes, _in_fours(lanes, tiles & lanes.corners))
    )


def values(lanes: Lanes, own: int, other: int, fast: int, slow: int, corner: int) -> list[int]:
    """How much better the mover stands in each lane, in tenths of a point, all of them raised by `RAISED`."""
    free, loose, others = lanes.board & ~(own | other), own & ~fast, other & ~slow
    ours = _standing(lanes, free, own, fast, loose, corner)
    theirs = _standing(lanes, free, other, slow, others, corner)
    more, less = _joints(lanes, loose)
    their_more, their_less = _joints(lanes, others)
    gained, lost = _in_bytes(lanes, less + their_more), _in_bytes(lanes, more + their_less)
    wide = lanes.sixteens
    total = lanes.bias + (ours & wide) + (ours >> 8 & wide) - (theirs & wide) - (theirs >> 8 & wide)
    total += 80 * ((gained & wide) + (gained >> 8 & wide) - (lost & wide) - (lost >> 8 & wide))
    total = (total & lanes.halves) + (total >> 16 & lanes.halves)
    total = (total & lanes.words) + (total >> 32 & lanes.words)
    sums = memoryview(total.to_bytes(BYTES * lanes.count, "little")).cast("Q")
    return [a + b + c + d for a, b, c, d in zip(sums[::4], sums[1::4], sums[2::4], sums[3::4], strict=True)]


def leads(board: Board, seat: int, blocks: Sequence[int]) -> list[int]:
    """How much better the seat stands once it has put down each of these blocks, in tenths of a point, raised."""
    lanes = lanes_of(len(blocks))
    pairs = (board.tiles[seat], board.tiles[1 - seat], board.anchored[seat], board.anchored[1 - seat])
    own, other, fast, slow = (int.from_bytes(side.to_bytes(BYTES, "little") * lanes.count, "little") for side in pairs)
    laid = int.from_bytes(b"".join(tiles.to_bytes(BYTES, "little") for tiles in blocks), "little")
    after = settle(lanes, own, other, fast, slow, laid)
    return values(lanes, *after, CORNER * board.free.bit_count() // len(_ORDER))


def _rolls(seed: bytes, samples: int) -> Iterator[list[bytes]]:
    """For each ply what is rolled in each sample: numbers of tiles, more than enough."""
    need = samples * OFFERED
    for ply in count(1):
        drawn = hashlib.shake_256(seed + ply.to_bytes(4, "big")).digest(4 * need).translate(None, _NO_TILE)
        yield [drawn[start : start + OFFERED] for start in range(0, need, OFFERED)]


def _offered(free: int, drawn: bytes) -> list[bytes]:
    """The longest blocks from the first four free tiles of those drawn."""
    rolled: list[int] = []
    for number in drawn:
        if _ORDER[number] & free and number not in rolled:
            rolled.append(number)
            if len(rolled) == ROLLED:
                break
    else:
        left = [number for number, tile in enumerate(_ORDER) if tile & free]
        rolled = [left.pop(number % len(left)) for number in drawn[: min(ROLLED, len(left))]]
    taken = ~free
    blocks: dict[int, bytes] = {}
    for number in rolled:
        for ray in _PREFIXES[number]:
            for tiles, written in ray:
                if not tiles & taken:
                    blocks[tiles] = written
                    break
    return list(blocks.values())


Sides = Sequence[bytes]
"""All boards in writing: the tiles of who is to move and of the other, then the anchored ones of each."""


def margins(boards: Sequence[Board], mover: int, samples: int, seed: bytes) -> list[list[int]]:
    """Each board played to the end `samples` times, `mover` to begin: points of seat 0 less those of seat 1.

    The rolls of a sample are the same for all boards.
    """
    results = [[0] * samples for _ in boards]
    running = [(place, sample) for place in range(len(boards)) for sample in range(samples)]
    sides: Sides = [
        b"".join(pair[who].to_bytes(BYTES, "little") * samples for pair in pairs)
        for pairs in ([board.tiles for board in boards], [board.anchored for board in boards])
        for who in (mover, 1 - mover)
    ]
    for drawn in _rolls(seed, samples):
        ended, sides = _parted(sides)
        for lane, margin in ended.items():
            place, sample = running[lane]
            results[place][sample] = margin * (1 - 2 * mover)
        running = [game for lane, game in enumerate(running) if lane not in ended]
        if not running:
            break
        sides = _moved(sides, [drawn[sample] for _, sample in running])
        mover = 1 - mover
    return results


def _lane(side: bytes, lane: int) -> bytes:
    return side[BYTES * lane : BYTES * lane + BYTES]


def _bits(side: bytes, lane: int) -> int:
    return int.from_bytes(side[BYTES * lane : BYTES * lane + BYTES], "little")


def _parted(sides: Sides) -> tuple[dict[int, int], Sides]:
    """The lanes that are over, each with the mover's points less the other's, and the boards of all others."""
    own, other, fast, slow = sides
    ended, going = dict[int, int](), list[int]()
    for lane in range(len(own) // BYTES):
        scores = _bits(fast, lane).bit_count(), _bits(slow, lane).bit_count()
        if max(scores) >= ENOUGH or not BOARD & ~(_bits(own, lane) | _bits(other, lane)):
            ended[lane] = scores[0] - scores[1]
        else:
            going.append(lane)
    return ended, [b"".join([_lane(side, lane) for lane in going]) for side in sides] if ended else sides


def _moved(sides: Sides, drawn: Sequence[bytes]) -> Sides:
    """The boards after a move of the mover on each, with what may be rolled there; the other is to move then."""
    blocks, spans, frees = list[bytes](), list[tuple[int, int]](), 0
    repeated: tuple[list[bytes], ...] = ([], [], [], [])
    for lane, numbers in enumerate(drawn):
        free = BOARD & ~(_bits(sides[0], lane) | _bits(sides[1], lane))
        found = _offered(free, numbers)
        frees += free.bit_count()
        spans.append((len(blocks), len(blocks) + len(found)))
        blocks += found
        for parts, side in zip(repeated, sides, strict=True):
            parts.append(_lane(side, lane) * len(found))
    lanes = lanes_of(len(blocks))
    own, other, fast, slow = (int.from_bytes(b"".join(parts), "little") for parts in repeated)
    after = settle(lanes, own, other, fast, slow, int.from_bytes(b"".join(blocks), "little"))
    worth = values(lanes, *after, CORNER * frees // (len(drawn) * len(_ORDER)))
    best = [max(range(first, last), key=worth.__getitem__) for first, last in spans]
    written = [side.to_bytes(BYTES * lanes.count, "little") for side in after]
    own_now, other_now, fast_now, slow_now = (b"".join([_lane(side, lane) for lane in best]) for side in written)
    return other_now, own_now, slow_now, fast_now
