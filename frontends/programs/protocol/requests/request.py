"""What requests have in common."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from core.sessions.arrival.orders import MOST_PAGES

Name: TypeAlias = Annotated[str, Meta(max_length=64)]
"""Of a person, a table, a game, a language, or what a program calls something itself."""
Text: TypeAlias = Annotated[str, Meta(max_length=1000)]
"""What is said or played, a password."""
Digits: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal: a nonce, or the SHA-256 of nonce and luck."""
Sealed: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
"""Such a digest, in place of luck; empty for none."""
At: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
"""The number of a record of a table, counted from 1; 0 is before the first."""
Page: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_PAGES)]
"""Counted from 1."""


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=str.lower):
    """What all requests have."""

    id: Name = ""


class AtTable(Request, frozen=True, kw_only=True):
    """A request that concerns a table at which the program is."""

    table: Name
