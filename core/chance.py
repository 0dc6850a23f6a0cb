"""Chance that anybody can check: draws and shuffles from a seed, specified to the bit.

A table has a secret seed of 16 bytes. What is drawn for the decision whose first record would be number *n* of
game *g* comes from the byte stream made of the blocks, for counter = 0, 1, 2, ...

    HMAC-SHA-256(key = seed, message = "parlour dice" ‖ 00 ‖ g in UTF-8 ‖ 00 ‖ n ‖ counter)

where ‖ joins bytes, 00 is one zero byte, and n and counter are 8 bytes each, big-endian. Draws take bytes from
the stream in order and never give any back:

- `below(k)`, k from 1 to 2**64: takes the next 8 bytes as a big-endian number r. Let limit be the largest
  multiple of k that is not above 2**64. If r >= limit, 8 more bytes are taken, and so on; the answer is r mod k.
  `below(1)` takes 8 bytes, too.
- `shuffled(items)`, Fisher-Yates from the end: for i = len-1 down to 1, swap item i with item `below(i + 1)`.

The table publishes `commitment(seed)` = SHA-256("parlour commitment" ‖ seed) from the start, and the seed when
the game is over. A numbered deal has the seed SHA-256("parlour deal" ‖ the number in decimal ASCII)[:16].

Test vectors (in tests/core/test_chance.py, too), with seed 000102...0f and game "mille":

    commitment              see the test
    Dice(seed, "mille", 1)  below(6) five times, below(101) five times, shuffled(0..9)
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game is over, in hexadecimal."""
    return hashlib.sha256(b"parlour commitment" + seed).hexdigest()


def deal_seed(number: int) -> bytes:
    """The seed of a numbered deal."""
    return hashlib.sha256(b"parlour deal" + str(number).encode("ascii")).digest()[:SEED_BYTES]


class Dice:
    """The draws for one decision. The only objects in the rules that change: each draw takes from the stream."""

    def __init__(self, seed: bytes, game: str, record: int) -> None:
        """`record` counts from 1: the number the decision's first record would get."""
        self._seed = seed
        self._prefix = b"parlour dice\0" + game.encode() + b"\0" + record.to_bytes(8, "big")
        self._counter = 0
        self._left = b""

    def _take(self, count: int) -> bytes:
        while len(self._left) < count:
            message = self._prefix + self._counter.to_bytes(8, "big")
            self._left += hmac.digest(self._seed, message, "sha256")
            self._counter += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def below(self, k: int) -> int:
        """A number from 0 to k - 1, each equally likely."""
        if not 1 <= k <= 1 << 64:
            raise ValueError(k)
        limit = (1 << 64) // k * k
        while (r := int.from_bytes(self._take(8), "big")) >= limit:
            pass
        return r % k

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in an order of which each is equally likely."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)
