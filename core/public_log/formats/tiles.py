"""Tiles (C2SP tlog-tiles): a log as files, each with 256 hashes of one level of its tree, or with 256 leaves.

A tile is full or, at the right edge, partial. Each hash of a level stands for a full tile of the level below it.
"""

from collections.abc import Callable, Iterable, Sequence

import attrs

from core.base.game import Refused
from core.base.merkle_tree import HASH_BYTES, Part, joined, perfect_parts, root_of

WIDTH = 256
_BITS = 8
ENTRIES = -1
"""The level of the leaves themselves, below that of their hashes."""


@attrs.frozen
class Tile:
    """Which tile, and how many hashes or leaves it has."""

    level: int
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Where it is, below the log's address."""
        level = "entries" if self.level == ENTRIES else str(self.level)
        return f"tile/{level}/{_path_of(self.index)}" + ("" if self.width == WIDTH else f".p/{self.width}")


def _path_of(index: int) -> str:
    digits = f"{index:03}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    *before, last = (digits[at : at + 3] for at in range(0, len(digits), 3))
    return "".join(f"x{part}/" for part in before) + last


def count_at(level: int, size: int) -> int:
    """How many hashes a level has in a log of `size` leaves; of level `ENTRIES`, leaves."""
    return size >> _BITS * max(level, 0)


def tile_at(level: int, index: int, size: int) -> Tile:
    """A tile as it is in a log of `size` leaves."""
    return Tile(level, index, min(WIDTH, count_at(level, size) - index * WIDTH))


def levels(size: int) -> Iterable[int]:
    """The levels that have tiles, that of the leaves first."""
    return (level for level in range(ENTRIES, 8) if count_at(level, size))


def new_tiles(old: int, new: int) -> tuple[Tile, ...]:
    """The tiles that a log of `new` leaves has and one of `old` had not."""
    return tuple(
        tile_at(level, index, new)
        for level in levels(new)
        if count_at(level, new) > count_at(level, old)
        for index in range(count_at(level, old) // WIDTH, -(-count_at(level, new) // WIDTH))
    )


def hashes_in(tile: Tile, raw: bytes) -> tuple[bytes, ...]:
    """The hashes of a tile. Raises: Refused."""
    if len(raw) != tile.width * HASH_BYTES:
        raise Refused("The log's file {path} is damaged.", path=tile.path)
    return tuple(raw[at : at + HASH_BYTES] for at in range(0, len(raw), HASH_BYTES))


def bundle_of(leaves: Iterable[bytes]) -> bytes:
    """Leaves as they stand in a file, each after its length."""
    return b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in leaves)


def leaves_in(tile: Tile, raw: bytes) -> tuple[bytes, ...]:
    """The leaves of a file. Raises: Refused."""
    leaves, at = [], 0
    while at < len(raw):
        end = at + 2 + int.from_bytes(raw[at : at + 2], "big")
        leaves.append(raw[at + 2 : end])
        at = end
    if at != len(raw) or len(leaves) != tile.width:
        raise Refused("The log's file {path} is damaged.", path=tile.path)
    return tuple(leaves)


@attrs.frozen
class TiledTree:
    """The tree of a log of `size` leaves, of which only the tiles are read that are needed."""

    size: int
    read: Callable[[Tile], Sequence[bytes]]
    """The hashes of a tile."""

    def root_over(self, part: Part) -> bytes:
        """The root over a part of the leaves, one of those of which proofs are made. Raises: what `read` does."""
        return joined(list(map(self._perfect, perfect_parts(part))))

    @property
    def root(self) -> bytes:
        """The root over all leaves. Raises: what `read` does."""
        return self.root_over(Part(0, self.size))

    def edge(self) -> tuple[bytes, ...]:
        """What a tree that is to grow keeps of its leaves. Raises: what `read` does."""
        return tuple(map(self._perfect, perfect_parts(Part(0, self.size))))

    def _perfect(self, part: Part) -> bytes:
        level = (len(part).bit_length() - 1) // _BITS
        first, count = part.start >> _BITS * level, len(part) >> _BITS * level
        tile = tile_at(level, first // WIDTH, self.size)
        begin = first % WIDTH
        return root_of(self.read(tile)[begin : begin + count])
