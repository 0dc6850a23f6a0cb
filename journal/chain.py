"""The hash chain: records made from drafts, and read back from their bytes without trusting any of them.

A record's line is UTF-8 JSON with its fields in a fixed order and no blanks between them, `play` left out when
there is none. Its last 75 bytes are always `,"hash":"` + 64 hexadecimal digits + `"}`. The hash is SHA-256 over
the hash before it (64 zeros at first) and all of the line before those 75 bytes, so every byte of a stream is
either hashed or compared, and reading never has to encode anything again.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from journal.api import Damaged, Draft, Record

NO_HASH = "0" * 64
"""What the first record of a stream chains to."""

_HASH_KEY = b',"hash":"'
_TAIL = len(_HASH_KEY) + 64 + len(b'"}')

_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z", re.ASCII)
_KIND = re.compile(r"[!#-\[\]-~]{1,100}", re.ASCII)
"""Neither can hold anything that JSON would escape, so their bytes are their text."""


@functools.lru_cache(maxsize=1024)
def _is_kind(kind: str) -> bool:
    return _KIND.fullmatch(kind) is not None


class _Form(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A line's fields, the two free ones still as bytes."""

    seq: int
    at: str
    kind: str
    data: msgspec.Raw
    hash: str
    play: msgspec.Raw = msgspec.Raw(b"")


_form = msgspec.json.Decoder(_Form)
_json = msgspec.json.Decoder()
_encode = msgspec.json.Encoder().encode


def seal(previous: Record | None, drafts: Iterable[Draft], at: str) -> tuple[Record, ...]:
    """The drafts as records that follow `previous` (None: the first) at the time `at`.

    Raises: ValueError for a time or a kind that is not written as in a record; TypeError for what is not JSON.
    """
    if not _AT.fullmatch(at):
        raise ValueError(f"{at!r} is not a time such as 2026-11-20T20:15:03.120Z")
    first, last = (previous.seq + 1, previous.hash) if previous else (1, NO_HASH)
    records = []
    for seq, draft in enumerate(drafts, first):
        records.append(_sealed(seq, at, draft, last))
        last = records[-1].hash
    return tuple(records)


def _sealed(seq: int, at: str, draft: Draft, last: str) -> Record:
    if not _is_kind(draft.kind):
        raise ValueError(f"{draft.kind!r} is not a kind such as mille.played")
    data = _encode(draft.data)
    body = _prefix(seq, at, draft.kind) + data
    play = b""
    if draft.play is not None:
        play = _encode(draft.play)
        body += b',"play":' + play
    digest = sha256(last.encode() + body).hexdigest()
    line = body + _HASH_KEY + digest.encode() + b'"}'
    # Read back from their bytes, so that a record is the same before it is stored and after.
    read = _json.decode(play) if play else None
    return Record(seq, at, draft.kind, _json.decode(data), read, digest, line, last)


def _prefix(seq: int, at: str, kind: str) -> bytes:
    return f'{{"seq":{seq},"at":"{at}","kind":"{kind}","data":'.encode()


def parse(stream: str, line: bytes, previous: Record | None) -> Record:
    """The record in `line`, which must follow `previous` (None: be the first).

    Raises: Damaged, with the number the record should have, for anything that is not exactly that.
    """
    seq, last = (previous.seq + 1, previous.hash) if previous else (1, NO_HASH)
    return _parsed(stream, line, seq, last)


def parse_all(stream: str, lines: Iterable[bytes], previous: Record | None) -> tuple[Record, ...]:
    """The records in lines that follow one another and `previous`. Raises: Damaged for the first that does not."""
    records = []
    for line in lines:
        previous = parse(stream, line, previous)
        records.append(previous)
    return tuple(records)


def parse_alone(stream: str, line: bytes, seq: int) -> Record:
    """The record in `line`, number `seq`, by its form only: its hash is read but not checked.

    Raises: Damaged for what is not the exact form of a record with that number.
    """
    return _parsed(stream, line, seq, "")


def _parsed(stream: str, line: bytes, seq: int, last: str) -> Record:
    try:
        form = _form.decode(line)
        data, play = _json.decode(form.data), _json.decode(form.play) if form.play else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Damaged(stream, seq, "it is not a record") from error
    if form.seq != seq:
        raise Damaged(stream, seq, f"its number is {form.seq}")
    if not _is_exact(line, form) or (form.play and play is None):
        raise Damaged(stream, seq, "it is not written as a record is")
    if last and sha256(last.encode() + line[:-_TAIL]).hexdigest() != form.hash:
        raise Damaged(stream, seq, "its hash does not follow from the record before it and its own text")
    return Record(seq, form.at, form.kind, data, play, form.hash, line, last)


def _is_exact(line: bytes, form: _Form) -> bool:
    """Whether a line, JSON with the right fields, has them in their form and order and nothing besides."""
    at, kind = form.at, form.kind
    prefix = _prefix(form.seq, at, kind)
    length = len(prefix) + len(form.data) + _TAIL
    if form.play:
        length += len(b',"play":') + len(form.play)
    # With the beginning, the end and the length as they must be there is no room for blanks between the fields,
    # another order or a field that comes twice.
    return (
        len(line) == length
        and line.startswith(prefix)
        and line.startswith(_HASH_KEY, length - _TAIL)
        and b"\n" not in line
        and _is_kind(kind)
        and _AT.fullmatch(at) is not None
        and len(form.hash) == 64
    )


def hash_of(line: bytes) -> str:
    """The hash at the end of a stored line, unchecked."""
    return line[-66:-2].decode()


def check_append(stream: str, after: int, records: Sequence[Record]) -> None:
    """Raises: ValueError for a name that no stream can have and for records not numbered from `after` on."""
    if not stream or not stream.isprintable():
        raise ValueError(f"{stream!r} cannot be the name of a stream")
    seq = after
    for record in records:
        seq += 1
        if record.seq != seq:
            raise ValueError(f"records {[record.seq for record in records]} do not follow record {after}")
    if after < 0:
        raise ValueError(f"there is no record {after}")


def check_chain(last: str, records: Iterable[Record]) -> None:
    """Raises: ValueError for records that do not chain to the hash `last`.

    No store takes what it would refuse to read. Records are made in this file only, so what they were chained to
    is known and need not be computed again.
    """
    for record in records:
        if record.behind != last:
            raise ValueError(f"record {record.seq} does not chain to the record before it")
        last = record.hash
