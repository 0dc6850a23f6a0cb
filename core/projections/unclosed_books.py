"""Seed books that are not closed: a row for each, so that those of processes that have ended are found."""

from collections.abc import Sequence

from core.books.seed_books import BOOK, BookClosed, BookOpened
from core.projections.engine.projection import Change, Damage, Noted, Projection, StreamDropped, Tables

_SCHEMA = "CREATE TABLE {p}book (id TEXT PRIMARY KEY, house TEXT) WITHOUT ROWID"


def write(tables: Tables, changes: Sequence[Change]) -> None:
    """Write which books are opened and closed. Each is closed once, and not opened again."""
    for change in changes:
        match change:
            case Noted(book, BookOpened(house)):
                tables.execute("INSERT INTO {p}book VALUES (?, ?) ON CONFLICT DO NOTHING", book, house)
            case Noted(book, BookClosed()):
                tables.execute("DELETE FROM {p}book WHERE id=?", book)
            case Damage(stream) | StreamDropped(stream) if stream.startswith(BOOK):
                tables.execute("DELETE FROM {p}book WHERE id=?", stream.removeprefix(BOOK))
            case _:
                pass


BOOKS = Projection("books", version=2, readable=1, schema=_SCHEMA, write=write)


def unclosed_books(tables: Tables) -> tuple[tuple[str, str], ...]:
    """The ids of books that are not closed, each with the name of its process."""
    return tuple(tables.execute("SELECT id, house FROM {p}book"))
