"""What is said of what is kept of games."""

from collections.abc import Sequence

import msgspec

from frontends.programs.protocol.answers.answer import Answer


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


class Saved(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `saves`."""

    id: str = ""
    tables: Sequence[MarkedTable] = []


class Piece(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `export`."""

    id: str = ""
    table: str
    text: str
    next: int = 0
    """With which to ask for more; 0 where that was all."""
