"""Passwords: what may be one, and the digest by which it is known again.

A digest takes a good part of a tenth of a second on purpose, so it is made in a thread, one after the other: nobody's
move waits for somebody who signs in, and a crowd at the door waits in line (see `password_queue`).
"""

from __future__ import annotations

import ctypes
import unicodedata
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

import trio

from core.base.game import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MEMORY_KIB, ROUNDS, LANES = 19_456, 2, 1
"""Of argon2id: what OWASP asks for at the least, and what a small machine can bear for those who sign in."""
AT_ONCE = 1
"""Digests that are made at the same time: one core goes on for everybody else, however many sign in."""
SHORTEST, LONGEST = 8, 128
"""Characters of a password."""
_limiter = trio.CapacityLimiter(AT_ONCE)
_M_MMAP_THRESHOLD = -3
"""Of mallopt(3)."""
_LARGE = 1 << 20
"""Bytes of a block that goes back to the system as soon as it is freed; each digest needs one of `MEMORY_KIB`."""


def check_password(password: str, name: str) -> None:
    """Raises Refused, with what is wrong, for what must not be the password of somebody of this name."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused("A password has {least} to {most} characters: choose another.", least=SHORTEST, most=LONGEST)
    if password.casefold().startswith(name.casefold()) and len(password) < len(name) + SHORTEST:
        raise Refused("A password that begins with your name is easy to guess: choose another.")


def check_possible() -> None:
    """Raises Refused where nobody can have a password: a house has argon2-cffi, playing at home does without."""
    if find_spec("argon2") is None:
        raise Refused("Parlour cannot keep passwords here until its operator installs argon2-cffi.")


async def digest_of(password: str) -> str:
    """What the journal keeps of a password: argon2id with its parameters and a salt of its own."""
    check_possible()
    return await trio.to_thread.run_sync(lambda: _hasher().hash(_bytes(password)), limiter=_limiter)


async def is_right(password: str, digest: str) -> bool:
    """Whether this is the password of which a digest was kept."""
    check_possible()

    def verify() -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return _hasher().verify(digest, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False

    return await trio.to_thread.run_sync(verify, limiter=_limiter)


def _bytes(password: str) -> bytes:
    """A password in the same bytes from every keyboard: an accent may come with its letter or after it."""
    return unicodedata.normalize("NFKC", password).encode()


@cache
def _give_back_large_blocks() -> None:
    """Have the C library keep none of the blocks that digests need.

    Digests are made in whichever thread is idle. By itself glibc keeps one such block in the arena of every thread that
    ever made one, 19 MiB each, for the life of the house; other C libraries keep none, and have no mallopt.
    """
    with suppress(AttributeError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    _give_back_large_blocks()
    return PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=LANES)
