"""What the rules of a game are written in: sections of paragraphs, tables and positions, all of it messages."""

from typing import Any, TypeAlias

import attrs

from core.base.game import Options
from core.base.message import Argument, Message

TOPICS = ("goal", "play", "moves", "scoring", "variants", "example", "strategy")
"""The words by which a section can be asked for."""


@attrs.frozen
class Grid:
    """A table: a row of heads, and rows of as many cells each."""

    heads: tuple[Message, ...]
    rows: tuple[tuple[Argument, ...], ...]
    """The first cell of each says what the row is about."""


@attrs.frozen
class Example:
    """A position that the game's own screen draws, as the first seat sees it."""

    state: Any
    options: Options = attrs.field(factory=dict)


@attrs.frozen
class AsTyped:
    """Lines that stay as they are, such as how moves are typed."""

    lines: Message


Part: TypeAlias = Message | Grid | Example | AsTyped
"""A paragraph, a table, a position, or lines that stay as they are."""


@attrs.frozen
class Section:
    """A part of the rules with a title of its own."""

    topic: str
    """One of `TOPICS`; several sections may have the same."""
    title: Message
    parts: tuple[Part, ...]


@attrs.frozen
class Book:
    """All the rules of a game, or of one of its variants."""

    title: str
    sections: tuple[Section, ...]

    def about(self, topic: str) -> tuple[Section, ...]:
        """The sections of a topic."""
        return tuple(section for section in self.sections if section.topic == topic)
