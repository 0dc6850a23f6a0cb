"""Chance that anybody can check and nobody decides alone: seeds, draws and shuffles, specified to the bit.

Where the seed of a table comes from:

1. The house fills a *book*: it draws one secret of 32 bytes, from which the house seeds with the numbers 0, 1, 2, ...
   follow, and publishes the root over the commitments of all of them before it uses the first.

       house_seed = HMAC-SHA-256(key = secret, message = "parlour seed" ‖ number)
       root = the root, as in RFC 6962, over the leaves commitment(seed 0), commitment(seed 1), ... of 32 bytes each

   Each table takes the next number. See `core.books` for how, and for when a book ends.
2. Each seat adds its luck when it is taken: any text, in UTF-8; none at all is the empty text. A client of one's own
   can *seal* it: then the seat gives only

       digest = SHA-256(nonce ‖ luck)

   with a nonce of 32 bytes, which is revealed with the luck once all seats are taken.
3. When the last seat is taken, and all that was sealed is revealed, the seed is

       table_seed = HMAC-SHA-256(key = house_seed, message = "parlour luck" ‖ len(luck 0) ‖ luck 0 ‖ len(luck 1) ‖ ...)

   with a length and a luck for each seat from 0 on. ‖ joins bytes; lengths and numbers are 8 bytes, big-endian.
4. The house seed is told when the game is over. Commitment and house seed are written in hexadecimal.

    commitment = SHA-256("parlour commitment 2" ‖ house_seed)

A numbered deal has the seed SHA-256("parlour deal" ‖ the number in decimal ASCII)[:16] in place of all this: the
number is the deal, so it is no secret.

Draw number n of game g, counted from 1, takes from the byte stream made of the blocks, for counter = 0, 1, 2, ...

    HMAC-SHA-256(key = table_seed, message = "parlour dice" ‖ 00 ‖ g in UTF-8 ‖ 00 ‖ n ‖ counter)

where 00 is one zero byte, and n and counter are 8 bytes each, big-endian. Each decision that deals or rolls is
one draw, and only they are counted (those in force: what is taken back gives its number back). Bytes are taken
from the stream in order and never given back:

- `below(k)`, k from 1 to 2**64: takes the next 8 bytes as a big-endian number r. Let limit be the largest
  multiple of k that is not above 2**64. If r >= limit, 8 more bytes are taken, and so on; the answer is r mod k.
  `below(1)` takes 8 bytes, too.
- `shuffled(items)`, Fisher-Yates from the end: for i = len-1 down to 1, swap item i with item `below(i + 1)`.

Who could still cheat whom: whoever reads the journal's file knows the house seed and so everything to come, and who
reads a backup knows the unused seeds of that day's book. Of two players the one who takes the last seat *and* reads
the file could choose a luck to their liking, unless the other one has sealed theirs. A house that plays at a seat can
look at every card. A house that knows a luck before it takes a number can use up numbers at tables of its own until one
suits it, or begin another book: nobody finds that in one game; a list of all its tables and books shows it, and luck
that is given once the number is known, or sealed, prevents it. Any other seed than that of the number, verification
finds. One seat that seals is enough: whoever sits down at another one, be it a puppet of the house, chooses their luck
without knowing that one. What is left to who reveals last is not to reveal, which loses the game.

How much of a commitment must be noted: a house that prepares two seeds whose commitments begin alike can choose
between two deals later. To find such a pair for the first 32 hexadecimal digits takes some 2**64 hashes, which nobody
spends on a game; for 16 digits it takes 2**32, which is minutes. So 32 digits are shown, and fewer prove nothing.

Test vectors are in tests/core/base/chance_vectors.json; one of them meets a rejection.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

import attrs

T = TypeVar("T")

SEED_BYTES = 32
"""Bytes of a house seed."""
NONCE_BYTES = 32
"""Bytes of the nonce with which a luck is sealed."""
LONGEST_LUCK = 100
"""Characters of luck that a seat may add."""
SHORT_COMMITMENT = 32
"""Hexadecimal digits of a commitment that bind the house."""


def commitment(house_seed: bytes) -> str:
    """What is published of a house seed before the game is over, in hexadecimal."""
    return hashlib.sha256(b"parlour commitment 2" + house_seed).hexdigest()


def book_seed(secret: bytes, number: int) -> bytes:
    """The house seed with a number, from 0, in the book that was made with this secret."""
    return hmac.digest(secret, b"parlour seed" + number.to_bytes(8, "big"), "sha256")


def table_seed(house_seed: bytes, luck: Iterable[str]) -> bytes:
    """The seed of a table from the house's seed and the luck of each seat in order."""
    added = (text.encode() for text in luck)
    message = b"".join(len(text).to_bytes(8, "big") + text for text in added)
    return hmac.digest(house_seed, b"parlour luck" + message, "sha256")


def sealed_luck(nonce: bytes, luck: str) -> str:
    """What a seat gives in place of its luck, until it reveals that and the nonce; in hexadecimal."""
    return hashlib.sha256(nonce + luck.encode()).hexdigest()


def deal_seed(number: int) -> bytes:
    """The seed of a numbered deal."""
    return hashlib.sha256(b"parlour deal" + str(number).encode("ascii")).digest()[:16]


@attrs.define(eq=False, repr=False)
class Dice:
    """One draw. The only objects in the rules that change: everything drawn takes from the stream."""

    _seed: bytes
    _game: str
    _draw: int
    """Counts the draws of a table from 1."""
    _prefix: bytes = attrs.field(default=b"", init=False)
    """Made when something is drawn: most decisions are handed dice that they do not use."""
    _counter: int = attrs.field(default=0, init=False)
    _left: bytes = attrs.field(default=b"", init=False)

    @property
    def is_used(self) -> bool:
        """Whether anything was taken."""
        return self._counter > 0

    def _take(self, count: int) -> bytes:
        if not self._prefix:
            self._prefix = b"parlour dice\0" + self._game.encode() + b"\0" + self._draw.to_bytes(8, "big")
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
