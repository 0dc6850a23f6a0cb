"""Networks from which a person came in: as much as is needed to know one again, and too little to tell which it was.

Of each a salted digest of two bytes is kept, in the person's own stream. Of the 16 million networks of IPv4 some 256
have the same one, so whoever reads the journal learns from it which networks it was not, and no more.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from core.people.persons import CameFrom

SALT_BYTES, DIGEST_BYTES = 8, 2


def home_in(network: str) -> CameFrom:
    """What is kept of a network from which somebody came in."""
    salt = secrets.token_hex(SALT_BYTES)
    return CameFrom(salt, _digest(salt, network))


def is_home(homes: Sequence[CameFrom], network: str) -> bool:
    """Whether somebody came in from there before; of others one in some 13,000 is taken for it, with five homes."""
    return bool(network) and any(home.digest == _digest(home.salt, network) for home in homes)


def _digest(salt: str, network: str) -> str:
    return hashlib.sha256(f"{salt} {network}".encode()).digest()[:DIGEST_BYTES].hex()
