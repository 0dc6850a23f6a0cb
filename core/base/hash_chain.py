"""Hash chains: one secret from which a row of others follows; each gives all before it and none after it. Pure.

The last secret of a chain is drawn, 32 bytes; each other one is the hash of the one after it, and the *beacon*, which
is published before, that of the first one:

    secret(n) = SHA-256("parlour daily chain 1" ‖ 00 ‖ secret(n + 1))
    beacon = SHA-256("parlour daily chain 1" ‖ 00 ‖ secret(0))

where ‖ joins bytes and 00 is one zero byte. So who is told secret n can check it against the beacon or any secret
before, by hashing, and nobody can compute the next one.
"""

import hashlib
from itertools import accumulate, repeat

LINK_BYTES = 32
"""Bytes of a secret, and of a beacon."""


def hashed(secret: bytes, times: int = 1) -> bytes:
    """What stands so many links before a secret of a chain."""
    for _ in range(times):
        secret = hashlib.sha256(b"parlour daily chain 1\0" + secret).digest()
    return secret


def links(last: bytes, length: int) -> tuple[bytes, ...]:
    """The beacon and all secrets of a chain, by its last one; 3,650 take some milliseconds."""
    back = accumulate(repeat(1, length), lambda link, _: hashed(link), initial=last)
    return tuple(back)[::-1]
