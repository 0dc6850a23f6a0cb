"""Merkle trees as in RFC 6962 and RFC 9162: one hash stands for a list of leaves, and short proofs for what is in it.

A leaf is any bytes. Everything but `leaf_hash` takes hashes of leaves, 32 bytes each, not the leaves:

    leaf_hash(leaf) = SHA-256(00 ‖ leaf)        node_hash(left, right) = SHA-256(01 ‖ left ‖ right)

The root over n > 1 leaves is the node of the root over the first k and the root over the rest, where k is the largest
power of two below n. No leaves have the root SHA-256(""). A proof is a list of roots over parts of the tree, in the
order of the RFC, from the leaves upwards. Which parts these are is known without the leaves, so that whoever keeps a
large tree reads only what a proof needs.

Test vectors, those of Certificate Transparency, are in tests/core/base/merkle_vectors.json.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()


def leaf_hash(leaf: bytes) -> bytes:
    """What stands for a leaf in the tree."""
    return hashlib.sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """What stands for two neighbouring parts of the tree."""
    return hashlib.sha256(b"\1" + left + right).digest()


class Part(Struct, frozen=True):
    """The leaves from `start` up to `end`, without the last."""

    start: int
    end: int

    def __len__(self) -> int:
        """How many leaves."""
        return self.end - self.start

    @property
    def split(self) -> int:
        """Where the right half of two or more leaves begins."""
        return self.start + (1 << (len(self) - 1).bit_length() - 1)


class GrowingTree(Struct, frozen=True):
    """A tree that is appended to: of all its leaves only the right edge is kept, a hash for each binary digit."""

    size: int = 0
    edge: tuple[bytes, ...] = ()
    """The roots over the parts of which `size` is the sum, powers of two that get smaller."""

    def with_leaf(self, hash: bytes) -> "GrowingTree":
        """The tree with one more leaf, of which this is the hash."""
        edge, size = list(self.edge), self.size
        while size & 1:  # two parts of the same length become one
            hash = node_hash(edge.pop(), hash)
            size >>= 1
        return GrowingTree(self.size + 1, (*edge, hash))

    def with_leaves(self, hashes: Iterable[bytes]) -> "GrowingTree":
        """The tree with more leaves, of which these are the hashes."""
        grown = self
        for hash in hashes:
            grown = grown.with_leaf(hash)
        return grown

    @property
    def root(self) -> bytes:
        """The hash that stands for all leaves."""
        return joined(self.edge)


def joined(edge: Sequence[bytes]) -> bytes:
    """The root over neighbouring parts, each a smaller power of two than the one before it."""
    if not edge:
        return EMPTY_ROOT
    *rest, hash = edge
    for left in reversed(rest):
        hash = node_hash(left, hash)
    return hash


def root_of(hashes: Iterable[bytes]) -> bytes:
    """The root over all of these leaves."""
    return GrowingTree().with_leaves(hashes).root


def perfect_parts(part: Part) -> tuple[Part, ...]:
    """The powers of two that a part of a tree consists of, from left to right; `joined` makes its root of theirs."""
    parts, start = [], part.start
    while start < part.end:
        length = 1 << (part.end - start).bit_length() - 1
        parts.append(Part(start, start + length))
        start += length
    return tuple(parts)


def inclusion_parts(index: int, size: int) -> tuple[Part, ...]:
    """The parts whose roots prove that leaf `index` is in the tree of `size` leaves. Raises: ValueError."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    parts, left = [], Part(0, size)
    while len(left) > 1:
        halves = Part(left.start, left.split), Part(left.split, left.end)
        is_right = index >= left.split
        parts.append(halves[not is_right])
        left = halves[is_right]
    return tuple(reversed(parts))


def consistency_parts(old: int, new: int) -> tuple[Part, ...]:
    """The parts whose roots prove that a tree of `old` leaves only grew into that of `new`. Raises: ValueError."""
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} did not grow out of one of {old}")
    parts, left = [], Part(0, new)
    while old not in (0, left.end):
        halves = Part(left.start, left.split), Part(left.split, left.end)
        is_right = old > left.split
        parts.append(halves[not is_right])
        left = halves[is_right]
    if old and left.start:  # the old root is not one that whoever checks has
        parts.append(left)
    return tuple(reversed(parts))


def root_over(hashes: Sequence[bytes]) -> Callable[[Part], bytes]:
    """What gives the root over each part of these leaves, for a tree that is kept whole."""
    return lambda part: root_of(hashes[part.start : part.end])


def inclusion_proof(hashes: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The proof that leaf `index` is one of these. Raises: ValueError for one that is not there."""
    return tuple(map(root_over(hashes), inclusion_parts(index, len(hashes))))


def consistency_proof(hashes: Sequence[bytes], old: int) -> tuple[bytes, ...]:
    """The proof that the tree over the first `old` of these leaves only grew. Raises: ValueError."""
    return tuple(map(root_over(hashes), consistency_parts(old, len(hashes))))


def is_included(root: bytes, size: int, index: int, hash: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that leaf `index` of the tree of `size` leaves with this root has this hash."""
    if not 0 <= index < size or not _are_hashes((hash, *proof)):
        return False
    parts = inclusion_parts(index, size)
    if len(parts) != len(proof):
        return False
    for part, other in zip(parts, proof, strict=True):
        hash = node_hash(hash, other) if part.start > index else node_hash(other, hash)
    return hash == root


def is_consistent(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that a tree of `new` leaves begins with all leaves of the tree of `old`.

    Of an empty tree nothing can be shown, and nothing need be: every tree begins with no leaves.
    """
    if not 0 < old <= new or not _are_hashes(proof):
        return False
    if old == new:
        return old_root == new_root and not proof
    parts = consistency_parts(old, new)
    if len(parts) != len(proof):
        return False
    # Where the old tree is a part of the new one its root is the first hash, and need not be sent.
    is_part = parts[0].start >= old
    old_hash = new_hash = old_root if is_part else proof[0]
    for part, hash in list(zip(parts, proof, strict=True))[0 if is_part else 1 :]:
        if part.start >= old:  # only in the new tree
            new_hash = node_hash(new_hash, hash)
        else:
            old_hash, new_hash = node_hash(hash, old_hash), node_hash(hash, new_hash)
    return old_hash == old_root and new_hash == new_root


def _are_hashes(found: Iterable[bytes]) -> bool:
    return all(len(hash) == HASH_BYTES for hash in found)
