"""What a projection is: what records change, the tables of one version, and how changes are written to them."""

import functools
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from core.base.game import Outcome
from core.table import Table


class TableChanged(Struct, frozen=True):
    """A table as it stands now."""

    table: Table
    turn: tuple[int, ...]
    """The seats that may move now."""
    standing: tuple[int, ...]
    """The score by seat, as spectators know it; empty before the game has begun."""
    outcome: Outcome | None
    """How it ended, if it has: found out once, for all who write it."""
    position: int
    """The place of its last record among all."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.setup.id


class Damage(Struct, frozen=True):
    """A stream cannot be read any further."""

    stream: str
    seq: int
    why: str
    position: int
    at: float
    """Seconds since the epoch; 0.0 when even that cannot be read."""


class Noted(Struct, frozen=True):
    """An event in another stream than a table's: of a person, their wishes or reminders, or a table's talk or plans."""

    owner: str
    """The id of the person or the table."""
    event: Any
    at: float
    """Seconds since the epoch; 0.0 where that cannot be read."""
    seq: int
    position: int


class StreamDropped(Struct, frozen=True):
    """A stream is gone."""

    stream: str


Change: TypeAlias = TableChanged | Damage | Noted | StreamDropped


@functools.cache
def _named(statement: str, prefix: str) -> str:
    return statement.format(p=prefix)


class Tables(Struct, frozen=True):
    """One version's tables, to be written to or asked. In all statements {p} stands for what their names begin with."""

    connection: sqlite3.Connection
    prefix: str

    def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        """Execute a statement with a value for each of its question marks."""
        return self.connection.execute(_named(statement, self.prefix), values)

    def column(self, statement: str, *values: object) -> tuple[Any, ...]:
        """What a statement selects, which is one value of each row."""
        return tuple(value for (value,) in self.execute(statement, *values))

    def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Execute a statement for each of some rows of values."""
        self.connection.executemany(_named(statement, self.prefix), rows)

    def create(self, schema: str) -> None:
        """Execute the statements of a schema, in the transaction that is open: `executescript` would end it."""
        for statement in schema.split(";\n"):
            self.execute(statement)


class Projection(Struct, frozen=True):
    """A read model."""

    name: str
    """A word that tables are named by."""
    version: int
    """Raised whenever the tables change, or what is written to them."""
    readable: int
    """The oldest version whose tables its queries understand."""
    schema: str
    """The statements that make its tables, each but the last followed by a semicolon and a line break."""
    write: Callable[[Tables, Sequence[Change]], None]
    """Writes what changed. To write the same a second time, or an earlier part of it, must come to the same."""

    @property
    def prefix(self) -> str:
        """What the names of its tables begin with."""
        return prefix_of(self.name, self.version)


def prefix_of(name: str, version: int) -> str:
    """What the names of the tables of a projection's version begin with."""
    return f"{name}_{version}_"
