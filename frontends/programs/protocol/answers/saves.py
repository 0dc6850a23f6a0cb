"""What is said of what is kept of games."""

from collections.abc import Sequence

import msgspec

from frontends.programs.protocol.answers.answer import Response


class Bookmark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A bookmark."""

    name: str
    moves: int
    """That were made before it."""


class MarkedTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table with its bookmarks."""

    table: str
    title: str
    code: str
    marks: Sequence[Bookmark] = []


class Saved(Response, frozen=True, kw_only=True):
    """The answer to `saves`."""

    tables: Sequence[MarkedTable] = []


class Piece(Response, frozen=True, kw_only=True):
    """The answer to `export`."""

    table: str
    text: str
    next: int = 0
    """With which to ask for more; 0 where that was all."""
