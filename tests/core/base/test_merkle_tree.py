"""Merkle trees: as Certificate Transparency has published them, and as the RFC defines them for any tree."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.merkle_tree import (
    EMPTY_ROOT,
    GrowingTree,
    Part,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    joined,
    leaf_hash,
    node_hash,
    perfect_parts,
    root_of,
    root_over,
)
from tests.examples import examples

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "merkle_vectors.json").read_text())
LEAVES = [bytes.fromhex(leaf) for leaf in VECTORS["leaves"]]
OTHER = bytes(32)


def decoded(vector: dict[str, Any], *names: str) -> list[bytes]:
    return [b64decode(vector[name] or "") for name in names]


def proof_of(vector: dict[str, Any]) -> list[bytes]:
    return [b64decode(hash) for hash in vector["proof"] or ()]


def test_published_roots_are_found() -> None:
    roots = [root_of(map(leaf_hash, LEAVES[:size])).hex() for size in range(len(LEAVES) + 1)]
    assert roots == VECTORS["roots"]
    assert EMPTY_ROOT.hex() == roots[0]


@pytest.mark.parametrize("vector", VECTORS["inclusion"], ids=lambda vector: vector["file"])
def test_published_inclusion_proof_is_judged_as_published(vector: dict[str, Any]) -> None:
    root, hash = decoded(vector, "root", "leafHash")
    index, size = vector["leafIdx"], vector["treeSize"]
    assert is_included(root, size, index, hash, proof_of(vector)) != vector["wantErr"]


@pytest.mark.parametrize("vector", VECTORS["consistency"], ids=lambda vector: vector["file"])
def test_published_consistency_proof_is_judged_as_published(vector: dict[str, Any]) -> None:
    old_root, new_root = decoded(vector, "root1", "root2")
    old, new = vector["size1"], vector["size2"]
    assert is_consistent(old, old_root, new, new_root, proof_of(vector)) != vector["wantErr"]


def test_published_proofs_are_found_again() -> None:
    """Given those that are right and are about the published leaves."""
    hashes = list(map(leaf_hash, LEAVES))
    inclusions = [vector for vector in VECTORS["inclusion"] if not vector["wantErr"]]
    of_leaves = [vector for vector in inclusions if decoded(vector, "leafHash")[0] in hashes]
    assert len(of_leaves) > 4
    for vector in of_leaves:
        assert list(inclusion_proof(hashes[: vector["treeSize"]], vector["leafIdx"])) == proof_of(vector)
    grown = [vector for vector in VECTORS["consistency"] if not vector["wantErr"] and vector["size1"]]
    assert len(grown) > 4
    for vector in grown:
        assert list(consistency_proof(hashes[: vector["size2"]], vector["size1"])) == proof_of(vector)


def power_below(count: int) -> int:
    return next(1 << digits for digits in range(64) if 2 << digits >= count)


def root_as_defined(hashes: list[bytes]) -> bytes:
    """RFC 6962, section 2.1, to the letter."""
    if len(hashes) < 2:
        return hashes[0] if hashes else EMPTY_ROOT
    k = power_below(len(hashes))
    return node_hash(root_as_defined(hashes[:k]), root_as_defined(hashes[k:]))


def path_as_defined(index: int, hashes: list[bytes]) -> list[bytes]:
    """Section 2.1.1."""
    if len(hashes) == 1:
        return []
    k = power_below(len(hashes))
    if index < k:
        return [*path_as_defined(index, hashes[:k]), root_as_defined(hashes[k:])]
    return [*path_as_defined(index - k, hashes[k:]), root_as_defined(hashes[:k])]


def growth_as_defined(old: int, hashes: list[bytes], *, whole: bool = True) -> list[bytes]:
    """Section 2.1.2."""
    if old == len(hashes):
        return [] if whole else [root_as_defined(hashes)]
    k = power_below(len(hashes))
    if old <= k:
        return [*growth_as_defined(old, hashes[:k], whole=whole), root_as_defined(hashes[k:])]
    return [*growth_as_defined(old - k, hashes[k:], whole=False), root_as_defined(hashes[:k])]


def tree_is_as_defined(size: int, old: int, index: int, begin: int = 0) -> None:
    """The law: root, proofs and checks of one tree, and that nothing else is taken for proved."""
    hashes = [leaf_hash(str(begin + n).encode()) for n in range(size)]
    root, old_root = root_as_defined(hashes), root_as_defined(hashes[:old])
    assert GrowingTree().with_leaves(hashes[:old]).with_leaves(hashes[old:]).root == root
    path, growth = inclusion_proof(hashes, index), consistency_proof(hashes, old)
    assert list(path) == path_as_defined(index, hashes)
    assert list(growth) == (growth_as_defined(old, hashes) if old else [])
    assert is_included(root, size, index, hashes[index], path)
    assert is_consistent(old, old_root, size, root, growth) == (old > 0)
    assert not is_included(root, size, (index + 1) % size, hashes[index], path) or size == 1
    assert not is_included(root, size, index, OTHER, path)
    assert not is_included(root, size, index, hashes[index], (*path, OTHER))
    assert not is_consistent(old, OTHER, size, root, growth)
    assert not is_consistent(old, old_root, size, OTHER, growth)
    assert not is_consistent(old, old_root, size, root, (*growth, OTHER))
    for place in range(len(path)):
        assert not is_included(root, size, index, hashes[index], (*path[:place], OTHER, *path[place + 1 :]))
    for place in range(len(growth)):
        assert not is_consistent(old, old_root, size, root, (*growth[:place], OTHER, *growth[place + 1 :]))


@examples(1000)
@given(st.data())
def test_any_tree_is_as_the_rfc_defines_it(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 300))
    tree_is_as_defined(size, data.draw(st.integers(0, size)), data.draw(st.integers(0, size - 1)))


def test_every_small_tree_is_as_the_rfc_defines_it() -> None:
    for size in range(1, 18):
        for old in range(size + 1):
            tree_is_as_defined(size, old, min(old, size - 1))


@pytest.mark.slow  # a minute
def test_100_000_trees_are_as_the_rfc_defines_them() -> None:
    for number in range(100_000):
        dice = Dice(b"trees", "merkle", number)
        size = 1 + dice.below(40)
        tree_is_as_defined(size, dice.below(size + 1), dice.below(size), number)


@examples(300)
@given(st.integers(0, 400))
def test_parts_of_a_tree_are_joined_to_its_root(size: int) -> None:
    hashes = [leaf_hash(str(n).encode()) for n in range(size)]
    parts = perfect_parts(Part(0, size))
    assert joined(list(map(root_over(hashes), parts))) == root_of(hashes)
    assert all(part.start % len(part) == 0 for part in parts)


@pytest.mark.parametrize("index", [-1, 3])
def test_proof_of_a_leaf_that_is_not_there_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match="not in a tree of 3"):
        inclusion_proof([OTHER] * 3, index)


@pytest.mark.parametrize("old", [-1, 4])
def test_proof_from_a_tree_that_was_never_smaller_is_refused(old: int) -> None:
    with pytest.raises(ValueError, match="did not grow"):
        consistency_proof([OTHER] * 3, old)
