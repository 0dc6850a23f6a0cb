"""The header: the first line of a game in a file, which says what it is, its stream and the names of its persons.

It is no part of the chain. Its line is filled up with blanks to a fixed length, so that a journal in a file can write
other names over it without moving a record. What stands before the names is the same each time, so that a crash in
the middle of such a write leaves the stream readable, and costs names only.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from journal.api import Header
from journal.chain import NAME_LIMIT, is_name
from journal.sentences import Sentence, sentence

SIZE = 4096
"""Bytes of the line with its end, if what it says fits: one page, which a disk writes at once or not at all."""
LIMIT = 65_536
"""Bytes of the longest line that is read as a header."""
BEGIN = b'{"parlour":'
"""What every header of every version begins with."""
FORMAT = 2

_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
_Stream = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LIMIT)]


class _Version(msgspec.Struct):
    parlour: Annotated[int, msgspec.Meta(ge=1)]


class _Form(msgspec.Struct):
    """The fields that are known; others may stand beside them."""

    stream: _Stream
    names: Annotated[dict[_Name, _Name], msgspec.Meta(max_length=1000)] = {}
    log: Any = None


_version = msgspec.json.Decoder(_Version)
_form = msgspec.json.Decoder(_Form)
_TORN = re.compile(rb'\{"parlour":2,"stream":("(?:[^"\\\0-\x1f]|\\.){1,1200}"),')
_REFUSED = (msgspec.MsgspecError, UnicodeError, RecursionError)


class NotHeader(Exception):
    """A line is no header; what it is instead is said for a sentence that begins with the file's name."""

    def __init__(self, said: Sentence, *, is_newer: bool = False) -> None:
        self.sentence, self.is_newer = said, is_newer
        super().__init__(str(said))


_NO_GAME = sentence("is not a Parlour game")
_OLDER = sentence("was written by a version before the first release, which this one cannot read")
_NEWER = sentence("was written by a newer Parlour")


def encoded(header: Mapping[str, Any]) -> bytes:
    """The header as a line with its end. `parlour` and, if missing, `names` are added. Raises: ValueError."""
    rest = {key: value for key, value in header.items() if key not in ("parlour", "stream", "names")}
    ordered = {"parlour": FORMAT, "stream": header.get("stream"), "names": header.get("names", {}), **rest}
    try:
        line = msgspec.json.encode(ordered)
        _, is_wrong = decoded(line)
    except (NotHeader, TypeError, *_REFUSED) as error:
        raise ValueError(f"{header!r} is no header of a game") from error
    if is_wrong:
        raise ValueError(f"{header!r} has names that no header can have")
    if len(line) >= LIMIT:
        raise ValueError(f"a header of {len(line)} bytes is too long")
    return line.ljust(SIZE - 1) + b"\n"


def decoded(line: bytes) -> tuple[Header, bool]:
    """The header in a line, with or without its end, and whether its names cannot be read, as after a crash.

    Raises: NotHeader.
    """
    if line.startswith(b'{"seq":'):
        raise NotHeader(_OLDER)
    if not line.startswith(BEGIN) or len(line) > LIMIT:
        raise NotHeader(_NO_GAME)
    try:
        if (version := _version.decode(line).parlour) != FORMAT:
            raise NotHeader(_NEWER, is_newer=True) if version > FORMAT else NotHeader(_NO_GAME)
        form = _form.decode(line)
        line.decode()
    except _REFUSED as error:
        # A mixture of two headers may even be JSON.
        return _torn(line, error)
    if not is_name(form.stream):
        raise NotHeader(_NO_GAME)
    if not all(text.isprintable() for pair in form.names.items() for text in pair):
        return Header(form.stream, {}, form.log), True
    return Header(form.stream, form.names, form.log), False


def _torn(line: bytes, error: Exception) -> tuple[Header, bool]:
    """What is left of a header that a crash interrupted. Raises: NotHeader for what no crash leaves."""
    found = _TORN.match(line)
    try:
        stream = msgspec.json.decode(found[1] if found else b"", type=_Stream)
    except _REFUSED:
        stream = ""
    if not is_name(stream):
        raise NotHeader(_NO_GAME) from error
    return Header(stream, {}), True
