"""The hash chain: what is sealed can be read, and nothing else can."""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from journal import Damaged, Draft, Record, seal
from journal.chain import NO_HASH, check_append, check_chain, parse, parse_all, parse_alone
from tests.examples import examples

AT = "2026-11-20T20:15:03.120Z"
PLAY = {"seat": 0, "move": "u 3", "id": "9b1c"}


def nested(depth: int) -> list[object]:
    """Lists in lists, so deep."""
    outer: list[object] = []
    for _ in range(depth - 1):
        outer = [outer]
    return outer


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
    (record,) = seal(None, [Draft("a.b", {"pair": (1, 2)}, {"id": "x"})], AT)
    assert record.data == {"pair": [1, 2]}
    assert (record.raw, record.raw_play) == (b'{"pair":[1,2]}', b'{"id":"x"}')
    assert fields(parse("game", record.line, None)) == fields(record)


def fields(record: Record) -> list[object]:
    """All of a record: only its line counts when two are compared."""
    return [getattr(record, name) for name in record.__struct_fields__]


def test_play_is_known_without_decoding_and_none_when_there_is_none() -> None:
    with_play, without = seal(None, [Draft("a.b", 1, {"id": "x"}), Draft("a.b", 2)], AT)
    assert (with_play.has_play, with_play.play, with_play.previous) == (True, {"id": "x"}, NO_HASH)
    assert (without.has_play, without.play, without.previous) == (False, None, with_play.hash)


def test_what_is_encoded_already_is_sealed_as_it_is() -> None:
    raw = Draft("a.b", msgspec.Raw(b'{"n":1}'), msgspec.Raw(b'{"id":"x"}'))
    assert seal(None, [raw], AT) == seal(None, [Draft("a.b", {"n": 1}, {"id": "x"})], AT)


@pytest.mark.parametrize("data", [msgspec.Raw(b""), msgspec.Raw(b"[1,\n2]"), nested(101), "\ud800"])
def test_what_could_not_be_read_back_is_not_sealed(data: object) -> None:
    with pytest.raises(ValueError):
        seal(None, [Draft("a.b", data)], AT)


@pytest.mark.parametrize("data", [nested(100), [[]] * 1000, "[" * 1000, '"[' * 200])
def test_what_is_wide_but_not_deep_is_sealed_and_read(data: object) -> None:
    (record,) = seal(None, [Draft("a.b", data)], AT)
    assert parse("game", record.line, None).data == data


json_values = some.recursive(
    some.none() | some.booleans() | some.integers(-(1 << 63), 1 << 63) | some.text() | some.floats(allow_nan=False),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
)


@given(json_values, json_values)
def test_any_json_is_sealed_and_read_back(data: object, play: object) -> None:
    try:
        (record,) = seal(None, [Draft("a.b", data, play)], AT)
    except ValueError:  # Half of a pair of surrogates, or infinity where JSON has none.
        return
    assert fields(parse("game", record.line, None)) == fields(record)
    assert parse("game", record.line, None).data == json.loads(msgspec.json.encode(data))


SPECIMENS = (
    b"null", b"true", b"-0", b"1e400", b"-1e-400", b"1" * 30, b"1" * 5000, b"1.5", b'""', b'"\\ud800"', b'"\xff"',
    b'"\xed\xa0\x80"', b'"\\u0000"', b"[]", b"{}", b'{"a":1,"a":2}', b"[" * 100 + b"]" * 100, b"[" * 500 + b"]" * 500,
    b"[" * 5000 + b"]" * 5000, b'"' + b"x" * 9000 + b'"', b"nul", b"", b'"2026-13-20T20:15:03.120Z"',
)  # fmt: skip


@examples(400)
@given(some.data())
def test_any_line_with_a_right_hash_is_a_record_or_damaged(draw: some.DataObject) -> None:
    values = {b"seq": b"1", b"at": b'"' + AT.encode() + b'"', b"kind": b'"a.b"', b"data": b'{"n":1}', b"play": b"{}"}
    for _ in range(draw.draw(some.integers(0, 3))):
        field = draw.draw(some.sampled_from(sorted(values)))
        values[field] = draw.draw(some.sampled_from(SPECIMENS) | some.binary(max_size=20))
    names = draw.draw(some.sampled_from([list(values), list(values)[:-1], some_order(draw, list(values))]))
    line = resealed(b"{" + b",".join(b'"%b":%b' % (name, values[name]) for name in names))
    with suppress(Damaged):
        record = parse("game", line, None)
        assert (record.seq, record.line) == (1, line)
        assert bool(record.play) <= record.has_play
        assert record.data == json.loads(record.raw)


def some_order(draw: some.DataObject, names: list[bytes]) -> list[bytes]:
    return draw.draw(some.lists(some.sampled_from(names), min_size=1, max_size=7))


def test_number_that_is_too_large_is_damage_when_it_is_looked_at() -> None:
    record = parse("game", resealed(BEGIN[:-1] + b"1e400"), None)
    with pytest.raises(Damaged, match="Record 1 of its stream is damaged: it has too large a number"):
        assert record.data


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
        BEGIN[:-1] + b"[" * 101 + b"]" * 101,
        BEGIN.replace(b"2026-11-20", b"2026-13-20"),
        BEGIN.replace(b"2026-11-20", b"2026-02-30"),
        BEGIN.replace(b"2026-11-20", b"0000-11-20"),
        BEGIN.replace(b"20:15:03", b"24:00:00"),
        BEGIN.replace(b"20:15:03", b"20:60:00"),
        BEGIN.replace(b"20:15:03", b"20:15:60"),
        BEGIN.replace(b'"seq":1', b'"seq":' + b"1" * 5000),
        BEGIN.replace(b'"seq":1', b'"seq":' + b"1" * 400),
    ],
)
def test_other_form_is_refused_although_its_hash_is_right(body: bytes) -> None:
    assert parse("game", resealed(BEGIN), None).data == 1
    assert damage(resealed(body)).seq == 1


def test_line_with_something_after_it_is_refused() -> None:
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


@pytest.mark.parametrize(
    "at", ["", "2026-11-20", "2026-11-20T20:15:03Z", AT + " ", AT.replace("2", "\u0662"), AT[:5] + "13" + AT[7:]]
)
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
    check_append("game", 0, [first, second, third])
    (other,) = seal(seal(None, [Draft("c.d", 0)], AT)[0], [Draft("c.d", 1)], AT)
    for after, records in ((0, [first, other]), (0, [first, parse_alone("game", second.line, 2)])):
        with pytest.raises(ValueError, match="record 2 does not chain"):
            check_append("game", after, records)
    check_chain(first.hash, 2, second.previous)
    for last, seq, previous in ((NO_HASH, 2, second.previous), (second.hash, 1, first.previous), (NO_HASH, 1, "")):
        with pytest.raises(ValueError, match=f"record {seq} does not chain"):
            check_chain(last, seq, previous)


def test_cause_that_is_no_json_is_not_sealed_as_none():
    with pytest.raises(ValueError, match="is empty"):
        seal(None, [Draft("a.b", 1, float("inf"))], AT)


def test_equal_records_are_not_unequal():
    one, two = (seal(None, [Draft("a.b", 1)], AT)[0] for _ in range(2))
    assert one == two
    assert not one != two  # noqa: SIM202 - both are asked, because they are two functions
