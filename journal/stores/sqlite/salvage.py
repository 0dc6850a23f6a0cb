"""Reading around bad pages of a SQLite file: what lies on the others is found by another way.

SQLite refuses a whole query when one of the pages that it meets is bad. Records stand in the order of their positions
in one tree and by their streams in a second one, streams by their ids, names and families in three; so where one leads
through a bad page another may not, and what stands beside it can be read row by row. That is slow, which matters less
than that most of a damaged house goes on.
"""

from collections.abc import Callable, Iterator
from typing import Any

from journal.api import Damaged, Unreadable
from journal.sentences import sentence

Select = Callable[..., list[Any]]
"""The rows of a query with its arguments. Raises: Unreadable where it meets a bad page."""
Row = tuple[int, bytes, int, bytes]
"""Position, stream, seq, line; what cannot be read is empty."""

_WHY = sentence("it is on a bad page of the journal's file")

_BY_STREAM = "record indexed by sqlite_autoindex_record_1"
_BY_NAME = "stream indexed by sqlite_autoindex_stream_1"
_STREAM = "position, stream, cast(seq as integer)"
_AFTER = "where position > ? order by position limit ?"
_BEGINS = "where id < ? and substr(name, 1, ?) = ? order by id desc limit ?"


def _first(select: Select, *queries: str, arguments: tuple[object, ...] = ()) -> list[Any]:
    """The answer of the first of some queries that meets no bad page. Raises: Unreadable when all do."""
    for query in queries[:-1]:
        try:
            return select(query, *arguments)
        except Unreadable:
            continue
    return select(queries[-1], *arguments)


def _bytes(select: Select, key: int, *queries: str) -> bytes:
    """The one value that some queries ask for; empty when there is none, or none that can be read."""
    try:
        found = _first(select, *queries, arguments=(key,))
    except Unreadable:
        return b""
    return found[0][0] or b"" if found else b""


def _line(select: Select, position: int) -> bytes:
    return _bytes(select, position, "select cast(line as blob) from record where position = ?")


def _id(select: Select, stream: str) -> int | None:
    """The id of a stream; None where there is none. Raises: Unreadable."""
    query = "select id from {} where name = ?"
    found = _first(select, query.format("stream"), query.format("stream not indexed"), arguments=(stream,))
    return found[0][0] if found else None


def top(select: Select) -> int:
    """The highest position of any record. Raises: Unreadable."""
    query = "select coalesce(max(position), 0) from {}"
    ((found,),) = _first(select, query.format("record"), query.format(_BY_STREAM))
    return int(found)


def rows(select: Select, position: int, limit: int) -> list[Row]:
    """Some rows after a position, one at least if there is any. Raises: Unreadable."""
    query = f"select {_STREAM} from {{}} {_AFTER}"
    places = _first(select, query.format("record"), query.format(_BY_STREAM), arguments=(position, limit))
    names: dict[int, bytes] = {}
    found: list[Row] = []
    for place, id, seq in places:
        if id not in names:
            name = "select cast(name as blob) from {} where id = ?"
            names[id] = _bytes(select, id, name.format("stream"), name.format(_BY_NAME))
        found.append((place, names[id], seq or 0, _line(select, place)))
    return found


def lines(select: Select, stream: str, after: int, count: int) -> list[bytes]:
    """The lines of a stream from record `after` on, so many or all (-1); empty ones for those that cannot be read.

    Raises: Damaged when it cannot be told which there are; Unreadable when not even whether there are any.
    """
    if (id := _id(select, stream)) is None:
        return []
    try:
        query = f"select position from {_BY_STREAM} where stream = ? and seq >= ? order by seq limit ?"
        places = select(query, id, after, count)
    except Unreadable as error:
        raise Damaged(stream, max(after, 1), _WHY) from error
    return [_line(select, place) for (place,) in places]


def head(select: Select, stream: str) -> int:
    """The last seq of a stream; 0 when there is none. Raises: Damaged, Unreadable; as `lines`."""
    if (id := _id(select, stream)) is None:
        return 0
    try:
        ((seq,),) = select("select cast(coalesce(max(seq), 0) as integer) from record where stream = ?", id)
    except Unreadable as error:
        raise Damaged(stream, 1, _WHY) from error
    return int(seq)


def streams(select: Select, prefix: str, before: int, limit: int) -> Iterator[tuple[int, bytes, bytes, int, bytes]]:
    """The streams with a prefix and an id below, the highest first: id, name, first line, last seq and line.

    What cannot be read is empty. Raises: Unreadable.
    """
    query = f"select id, cast(name as blob) from {{}} {_BEGINS}"
    arguments = (before, len(prefix), prefix, limit)
    for id, name in _first(select, query.format("stream not indexed"), query.format(_BY_NAME), arguments=arguments):
        first, last, seq = b"", b"", 0
        try:
            ends = f"select position, cast(seq as integer) from {_BY_STREAM} where stream = ? order by seq {{}} limit 1"
            for place, _ in select(ends.format("asc"), id):
                first = _line(select, place)
            for place, seq in select(ends.format("desc"), id):  # noqa: B007
                last = _line(select, place)
        except Unreadable:
            pass  # It is left out: neither end of it can be told.
        yield id, name, first, seq or 0, last
