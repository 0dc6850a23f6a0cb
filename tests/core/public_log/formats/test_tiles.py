"""Tiles: which there are, where, and that the tree of their hashes is that of the leaves."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.base.merkle_tree import Part, consistency_parts, inclusion_parts, leaf_hash, root_of, root_over
from core.public_log.formats.tiles import (
    ENTRIES,
    Tile,
    TiledTree,
    bundle_of,
    count_at,
    hashes_in,
    leaves_in,
    levels,
    new_tiles,
    tile_at,
)
from tests.examples import examples, slow


def test_paths_are_those_of_the_specification() -> None:
    assert Tile(0, 1_234_067).path == "tile/0/x001/x234/067"
    assert Tile(1, 5, 112).path == "tile/1/005.p/112"
    assert Tile(ENTRIES, 0).path == "tile/entries/000"
    assert Tile(63, 1000, 1).path == "tile/63/x001/000.p/1"


def shapes(size: int) -> dict[int, tuple[int, int]]:
    """Full tiles of each level and the width of the partial one."""
    return {level: divmod(count_at(level, size), 256) for level in levels(size) if level != ENTRIES}


def test_tiles_of_a_size_are_those_of_the_specification() -> None:
    assert shapes(70_000) == {0: (273, 112), 1: (1, 17), 2: (0, 1)}
    assert shapes(256) == {0: (1, 0), 1: (0, 1)}
    assert [*levels(0)] == []


def all_tiles(size: int) -> set[Tile]:
    counts = {level: -(-count_at(level, size) // 256) for level in levels(size)}
    return {tile_at(level, index, size) for level, count in counts.items() for index in range(count)}


@examples(300)
@given(st.integers(0, 200_000), st.integers(0, 3000))
def test_new_tiles_are_those_that_were_not_there(old: int, more: int) -> None:
    def all_tiles(size: int) -> set[Tile]:
        return {
            tile_at(level, index, size) for level in levels(size) for index in range(-(-count_at(level, size) // 256))
        }

    if old < 3000:
        assert set(new_tiles(old, old + more)) == all_tiles(old + more) - all_tiles(old)
    assert len(new_tiles(old, old)) == 0
    assert all(1 <= tile.width <= 256 for tile in new_tiles(old, old + more))


class Tiles:
    """All tiles of a log, made as the specification defines them."""

    def __init__(self, size: int) -> None:
        self.hashes = [leaf_hash(number.to_bytes(4, "big")) for number in range(size)]
        self.levels = {0: self.hashes}
        for level in range(1, 4):
            below = self.levels[level - 1]
            self.levels[level] = [root_of(below[at : at + 256]) for at in range(0, len(below) // 256 * 256, 256)]
        self.read = 0

    def tile(self, tile: Tile) -> tuple[bytes, ...]:
        self.read += 1
        return tuple(self.levels[tile.level][tile.index * 256 :][: tile.width])


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 511, 700, *slow(65_535, 65_536, 66_050)])
def test_tree_of_tiles_is_that_of_the_leaves(size: int) -> None:
    tiles = Tiles(size)
    tree = TiledTree(size, tiles.tile)
    whole = root_over(tiles.hashes)
    assert tree.root == whole(Part(0, size))
    for index in {0, size // 3, size - 1}:
        for part in inclusion_parts(index, size):
            assert tree.root_over(part) == whole(part)
    for old in {1, size // 2 or 1, size}:
        for part in consistency_parts(old, size):
            assert tree.root_over(part) == whole(part)


def test_proof_needs_a_few_tiles() -> None:
    tiles = Tiles(5_000)
    tree = TiledTree(5_000, tiles.tile)
    for part in inclusion_parts(777, 5_000):
        tree.root_over(part)
    assert tiles.read <= 20


@examples(300)
@given(st.lists(st.binary(max_size=300), min_size=1, max_size=20))
def test_leaves_of_a_file_are_read_again(leaves: list[bytes]) -> None:
    assert leaves_in(Tile(ENTRIES, 0, len(leaves)), bundle_of(leaves)) == tuple(leaves)


@examples(2000, 200)
@given(st.binary(max_size=300), st.integers(1, 256))
def test_wrong_bytes_give_one_sentence(raw: bytes, width: int) -> None:
    for read, level in ((leaves_in, ENTRIES), (hashes_in, 0)):
        with suppress(Refused):
            assert len(read(Tile(level, 0, width), raw)) == width
