"""The hash chain: what is sealed can be read, and nothing else can."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from journal import Damaged, Draft, Record, seal
from journal.chain import NO_HASH, check_append, check_chain, parse, parse_all, parse_alone

AT = "2026-11-20T20:15:03.120Z"
PLAY = {"seat": 0, "move": "u 3", "id": "9b1c"}


def stream(count: int) -> tuple[Record, ...]:
    """Records of which every second carries a play, with text that JSON could write in several ways."""
    drafts = [Draft("mille.played", {"card": "é\n", "n": [n, None]}, PLAY if n % 2 else None) for n in range(count)]
    return seal(None, drafts, AT)


def damage(line: bytes, previous: Record | None = None) -> Damaged:
    with pytest.raises(Damaged) as refused:
        parse("game", line, previous)
    return refused.value


def resealed(body: bytes) -> bytes:
    """A first record whose hash is right whatever its text is."""
    return body + b',"hash":"' + sha256(NO_HASH.encode() + body).hexdigest().encode() + b'"}'


def test_sealed_record_is_one_line_in_the_written_form() -> None:
    (record,) = seal(None, [Draft("mille.played", {"card": "café"}, PLAY)], AT)
    body = (
        b'{"seq":1,"at":"2026-11-20T20:15:03.120Z","kind":"mille.played","data":{"card":"caf\xc3\xa9"},'
        b'"play":{"seat":0,"move":"u 3","id":"9b1c"}'
    )
    assert record.line == resealed(body)
    assert json.loads(record.line)["hash"] == record.hash


def test_play_is_left_out_when_there_is_none() -> None:
    (record,) = seal(None, [Draft("table.closed", {})], AT)
    assert b"play" not in record.line
    assert record.play is None


def test_sealed_record_is_what_will_be_read() -> None:
    (record,) = seal(None, [Draft("a.b", {"pair": (1, 2)})], AT)
    assert record.data == {"pair": [1, 2]}
    assert parse("game", record.line, None) == record


def test_records_sealed_together_and_apart_are_the_same() -> None:
    together = stream(4)
    apart: tuple[Record, ...] = ()
    for record in together:
        apart += seal(apart[-1] if apart else None, [Draft(record.kind, record.data, record.play)], AT)
    assert apart == together


def test_stream_is_read_back() -> None:
    records = stream(5)
    assert parse_all("game", [record.line for record in records], None) == records
    assert parse_all("game", [record.line for record in records[3:]], records[2]) == records[3:]


@settings(deadline=None)
@given(some.data())
def test_any_changed_byte_is_refused_with_its_record(draw: some.DataObject) -> None:
    lines = [bytearray(record.line) for record in stream(4)]
    n = draw.draw(some.integers(0, 3))
    place = draw.draw(some.integers(0, len(lines[n]) - 1))
    lines[n][place] ^= draw.draw(some.integers(1, 255))
    with pytest.raises(Damaged) as refused:
        parse_all("game", map(bytes, lines), None)
    assert refused.value.seq == n + 1
    assert str(refused.value).startswith(f"Record {n + 1} of game is damaged: ")


@settings(deadline=None)
@given(some.binary(max_size=200))
def test_any_bytes_are_refused_as_damaged(line: bytes) -> None:
    assert damage(line).seq == 1


def test_missing_and_doubled_records_are_refused_with_the_number_expected() -> None:
    first, second, third = stream(3)
    assert damage(third.line, first).seq == 2
    assert damage(second.line, second).seq == 3
    assert damage(second.line).seq == 1


def test_record_of_another_stream_is_refused() -> None:
    other = seal(seal(None, [Draft("other.begun", 1)], AT)[0], [Draft("other.moved", 2)], AT)
    assert damage(other[0].line, stream(1)[0]).seq == 2


BEGIN = b'{"seq":1,"at":"2026-11-20T20:15:03.120Z","kind":"a.b","data":1'


@pytest.mark.parametrize(
    "body",
    [
        b'{"seq":1,"kind":"a.b","at":"2026-11-20T20:15:03.120Z","data":1',
        b'{"seq":1,"at":"2026-11-20T20:15:03.120Z","kind":"a.b", "data":1',
        b'{"seq":1.0,"at":"2026-11-20T20:15:03.120Z","kind":"a.b","data":1',
        b'{"seq":"1","at":"2026-11-20T20:15:03.120Z","kind":"a.b","data":1',
        b'{"seq":1,"at":"2026-11-20T20:15:03Z","kind":"a.b","data":1',
        b'{"seq":1,"at":"2026-11-20T20:15:03.120Z","kind":"a b","data":1',
        b'{"seq":1,"at":"2026-11-20T20:15:03.120Z","kind":"\\u0061.b","data":1',
        b'{"seq":1,"at":"2026-11-20T20:15:03.120Z","kind":7,"data":1',
        b'{"seq":1,"at":"2026-11-20T20:15:03.120Z","kind":"a.b"',
        b'{"seq":1,"seq":1,"at":"2026-11-20T20:15:03.120Z","kind":"a.b","data":1',
        BEGIN + b',"data":2',
        BEGIN + b',"play":null',
        BEGIN + b',"play":{},"play":{}',
        BEGIN + b',"more":1',
        BEGIN + b' ,"play":{}',
        BEGIN[:-1] + b"[1,\n2]",
        BEGIN[:-1] + b'"\xff"',
        BEGIN[:-1] + b"[" * 100_000 + b"]" * 100_000,
    ],
)
def test_other_form_is_refused_although_its_hash_is_right(body: bytes) -> None:
    assert parse("game", resealed(BEGIN), None).data == 1
    assert damage(resealed(body)).seq == 1


def test_line_with_something_behind_it_is_refused() -> None:
    (record,) = stream(1)
    for more in (b" ", b"\n", b"x", record.line):
        assert damage(record.line + more).seq == 1


def test_record_alone_is_checked_by_its_form_and_number() -> None:
    record = stream(3)[2]
    assert parse_alone("game", record.line, 3) == record
    with pytest.raises(Damaged):
        parse_alone("game", record.line, 4)
    with pytest.raises(Damaged):
        parse_alone("game", record.line[:-3] + b'"}', 3)


@pytest.mark.parametrize("at", ["", "2026-11-20", "2026-11-20T20:15:03Z", AT + " ", AT.replace("2", "\u0662")])
def test_time_in_another_form_is_not_sealed(at: str) -> None:
    with pytest.raises(ValueError, match="is not a time"):
        seal(None, [Draft("a.b", 1)], at)


@pytest.mark.parametrize("kind", ["", "a b", 'a"', "a\\", "é", "a" * 101, "a\n"])
def test_kind_that_json_would_escape_is_not_sealed(kind: str) -> None:
    with pytest.raises(ValueError, match="is not a kind"):
        seal(None, [Draft(kind, 1)], AT)


def test_append_that_does_not_follow_is_nonsense() -> None:
    first, second, third = stream(3)
    check_append("game", 1, [second, third])
    for after, records in ((0, [second]), (1, [third, second]), (1, [second, second])):
        with pytest.raises(ValueError, match="do not follow"):
            check_append("game", after, records)
    with pytest.raises(ValueError, match="no record -1"):
        check_append("game", -1, [])
    for name in ("", "a\nb", "\ud800"):
        with pytest.raises(ValueError, match="name of a stream"):
            check_append(name, 0, [first])


def test_records_that_do_not_chain_are_nonsense() -> None:
    first, second, third = stream(3)
    check_chain(first.hash, [second, third])
    unchecked = parse_alone("game", first.line, 1)
    for last, records in (
        (NO_HASH, [second]),
        (first.hash, [second, second]),
        (second.hash, [first]),
        (NO_HASH, [unchecked]),
    ):
        with pytest.raises(ValueError, match="does not chain"):
            check_chain(last, records)
