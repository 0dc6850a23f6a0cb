"""The hash chain: records made from drafts, and read back from their bytes without trusting any of them.

A record's line is UTF-8 JSON with its fields in a fixed order and no blanks between them, `play` left out when
there is none. Its last 75 bytes are always `,"hash":"` + 64 hexadecimal digits + `"}`. The hash is SHA-256 over
the hash before it (64 zeros at first) and all of the line before those 75 bytes, so every byte of a stream is
either hashed or compared, and reading never has to encode anything again.
"""

import functools
import re
from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import sha256
from typing import TypeVar

import msgspec

from journal.api import Damaged, Draft, Record
from journal.sentences import sentence

T = TypeVar("T")
NO_HASH = "0" * 64
"""What the first record of a stream chains to."""
NAME_LIMIT = 200
"""Characters in the name of a stream."""

_HASH_KEY = b',"hash":"'
_PLAY_KEY = b',"play":'
_NEWLINE = 0x0A
"""As a number: to look for it takes 0.05 microseconds a line, for a piece of length 1 it takes 0.25.

Every replay parses each of its records, in 3.2 microseconds; with this, the shortcut of `_is_shallow` and the cache of
`_is_day` left out it takes 4.5.
"""
_TAIL = len(_HASH_KEY) + 64 + len(b'"}')
_DEPTH = 100
"""So deep may data be nested: far from where decoding it could run out of stack, wherever it is called from."""
_LARGEST = (1 << 53) - 1
"""The largest number that is told of a damaged record: it may claim one of thousands of digits."""

_AT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z"
_KIND = r"[!#-\[\]-~]{1,100}"
"""Neither can hold anything that JSON would escape, so their bytes are their text."""
_is_at = re.compile(_AT, re.ASCII).fullmatch
_is_kind = functools.lru_cache(maxsize=1024)(re.compile(_KIND, re.ASCII).fullmatch)
_begins = re.compile(rf'\{{"seq":[1-9][0-9]*,"at":"{_AT}","kind":"{_KIND}","data":'.encode()).match
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]')


@functools.lru_cache(maxsize=1024)
def _is_day(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


def is_time(at: str) -> bool:
    """Whether a text is a moment as records have it, one that is in the calendar."""
    return _is_at(at) is not None and _is_day(at[:10])


class _Form(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A line's fields, the two free ones still as bytes."""

    seq: int
    at: str
    kind: str
    data: msgspec.Raw
    hash: str
    play: msgspec.Raw = msgspec.Raw(b"")


_form = msgspec.json.Decoder(_Form).decode
_encode = msgspec.json.Encoder().encode


def seal(previous: Record | None, drafts: Iterable[Draft], at: str) -> tuple[Record, ...]:
    """The drafts as records that follow `previous` (None: the first) at the time `at`.

    Raises: ValueError for a time or a kind that is not written as in a record, for encoded data with a line end, and
        for text or depth that could not be read back; TypeError for what is not JSON.
    """
    if not is_time(at):
        raise ValueError(f"{at!r} is not a time such as 2026-11-20T20:15:03.120Z")
    seq, last = (previous.seq, previous.hash) if previous else (0, NO_HASH)
    records = []
    for draft in drafts:
        seq += 1
        record = _sealed(seq, at, draft, last)
        last = record.hash
        records.append(record)
    return tuple(records)


def _sealed(seq: int, at: str, draft: Draft, last: str) -> Record:
    kind = draft.kind
    if _is_kind(kind) is None:
        raise ValueError(f"{kind!r} is not a kind such as mille.played")
    raw, raw_play = _encode(draft.data), b""
    body = _prefix(seq, at, kind) + raw
    if draft.play is not None:
        raw_play = _encode(draft.play)
        body += _PLAY_KEY + raw_play
    if not raw or raw_play == b"null" or _NEWLINE in body or not _is_shallow(body, len(raw), len(raw_play)):
        raise ValueError(f"the data of a {kind} is nested too deep, is empty or has a line end")
    digest = sha256(last.encode() + body).hexdigest()
    return Record(seq, at, kind, raw, raw_play, digest, b'%b,"hash":"%b"}' % (body, digest.encode()), last)


def _prefix(seq: int, at: str, kind: str) -> bytes:
    return f'{{"seq":{seq},"at":"{at}","kind":"{kind}","data":'.encode()


def _is_shallow(line: bytes, data: int, play: int) -> bool:
    """Whether data and play, of so many bytes, are nested 100 deep at most, so that decoding needs little stack."""
    # Nearly always their lengths say so, and mostly a count of all brackets says so otherwise.
    if (data <= 2 * _DEPTH and play <= 2 * _DEPTH) or line.count(b"[") + line.count(b"{") <= _DEPTH:
        return True
    depth = 0
    for found in _BRACKETS.finditer(line):
        mark = found[0]
        depth += (mark in b"[{") - (mark in b"]}")
        if depth > 1 + _DEPTH:  # The line itself is an object.
            return False
    return True


def parse(stream: str, line: bytes, previous: Record | None) -> Record:
    """The record in `line`, which must follow `previous` (None: be the first).

    Raises: Damaged, with the number the record should have, for anything that is not exactly that.
    """
    seq, last = (previous.seq + 1, previous.hash) if previous else (1, NO_HASH)
    return _parsed(stream, line, seq, last)


def is_record(stream: str, line: bytes, previous: Record | None) -> bool:
    """Whether a line is a record that follows `previous`."""
    try:
        parse(stream, line, previous)
    except Damaged:
        return False
    return True


def parse_all(stream: str, lines: Iterable[bytes], previous: Record | None) -> tuple[Record, ...]:
    """The records in lines that follow one another and `previous`. Raises: Damaged for the first that does not."""
    seq, last = (previous.seq, previous.hash) if previous else (0, NO_HASH)
    records = []
    for line in lines:
        seq += 1
        record = _parsed(stream, line, seq, last)
        last = record.hash
        records.append(record)
    return tuple(records)


def parse_alone(stream: str, line: bytes, seq: int) -> Record:
    """The record in `line`, number `seq`, by its form only: its hash is read but not checked.

    Raises: Damaged for what is not the exact form of a record with that number.
    """
    return _parsed(stream, line, seq, "")


def _parsed(stream: str, line: bytes, seq: int, last: str) -> Record:
    try:
        form = _form(line)
        if not line.isascii():
            line.decode()
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Damaged(stream, seq, "it is not a record") from error
    if form.seq != seq:
        raise Damaged(stream, seq, sentence("its number is {number}", number=min(form.seq, _LARGEST)))
    raw, raw_play, digest = bytes(form.data), bytes(form.play), form.hash
    if not _is_exact(line, form, len(raw), len(raw_play)) or raw_play == b"null":
        raise Damaged(stream, seq, "it is not written like a record")
    if last and sha256(last.encode() + line[:-_TAIL]).hexdigest() != digest:
        raise Damaged(stream, seq, "its hash does not follow from the record before it and its own text")
    return Record(seq, form.at, form.kind, raw, raw_play, digest, line, last)


def _is_exact(line: bytes, form: _Form, data: int, play: int) -> bool:
    """Whether a line, JSON with the right fields, has them in their form and order and nothing besides."""
    if (prefix := _begins(line)) is None:
        return False
    end = prefix.end() + data
    if play:
        end += len(_PLAY_KEY) + play
    # With the beginning, the end and the length as they must be there is no room for blanks between the fields,
    # another order or a field that comes twice.
    return (
        len(line) == end + _TAIL
        and line[end : end + len(_HASH_KEY)] == _HASH_KEY
        and _NEWLINE not in line
        and _is_day(form.at[:10])
        and len(form.hash) == 64
        and _is_shallow(line, data, play)
    )


class _Numbered(msgspec.Struct, frozen=True):
    seq: int


_numbered = msgspec.json.Decoder(_Numbered).decode


def number_in(line: bytes) -> int:
    """The seq that a line says it has; 0 for a line that says none."""
    try:
        return _numbered(line).seq
    except (msgspec.MsgspecError, RecursionError):
        return 0


def before_damage(entries: Iterable[T]) -> tuple[T, ...]:
    """Entries as far as they can be made. Raises: Damaged, when not even the first one can."""
    found: list[T] = []
    try:
        for entry in entries:
            found.append(entry)  # noqa: PERF402 - those before the damage stay
    except Damaged:
        if not found:
            raise
    return tuple(found)


def is_name(stream: str) -> bool:
    """Whether a stream can be called so."""
    return 0 < len(stream) <= NAME_LIMIT and stream.isprintable()


def check_append(stream: str, after: int, records: Sequence[Record]) -> None:
    """Raises: ValueError for a name that no stream can have, and for records that are not numbered from `after` on or
    do not chain to one another.
    """
    if not is_name(stream):
        raise ValueError(f"{stream!r} cannot be the name of a stream")
    seq, last = after, records[0].previous if records else ""
    for record in records:
        seq += 1
        if record.seq != seq:
            raise ValueError(f"records {[record.seq for record in records]} do not follow record {after}")
        if record.previous != last:  # Asked here, because a crowd of appends would notice the call.
            check_chain(last, record.seq, record.previous)
        last = record.hash
    if after < 0:
        raise ValueError(f"there is no record {after}")


def check_chain(last: str, seq: int, previous: str) -> None:
    """Raises: ValueError when record `seq` chains to the hash `previous`, and the record before it has the hash `last`.

    No store takes what it would refuse to read. Records are made in this file only, so what they were chained to
    is known and need not be computed again.
    """
    if previous != last:
        raise ValueError(f"record {seq} does not chain to the record before it")
