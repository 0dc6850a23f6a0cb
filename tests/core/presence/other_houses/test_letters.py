"""Letters between houses: what was written is read, and of anything else nothing is."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.presence.other_houses import letters
from core.presence.other_houses.letters import (
    LONGEST,
    Ask,
    Beat,
    Bye,
    Came,
    Identify,
    Invited,
    Page,
    Rule,
    Seen,
    Spread,
    Told,
    Went,
    Words,
)

ANNA = Seen(3, "Anna", "p1", True, "t1", "mille", (0, 1), 2, 12.5, 130.0)
HELLO = Words("told", {"name": "Anna", "text": "hello"}, "p1", "Anna")
ALL = (
    Beat("aaaa", 7), Came("aaaa", 8, ANNA), Went("aaaa", 9, 3, lost=True), Ask("aaaa", "bbbb"),
    Page("aaaa", 9, 0, 1, (ANNA, Seen(4, "Bert"))), Bye("aaaa"), Told("aaaa", "bbbb", 3, HELLO, 4),
    Spread("aaaa", HELLO),
    Identify("aaaa", "bbbb", 3), Invited("aaaa", "p1", "t1", "Anna", "p2", "t0"),
    Rule("aaaa", "bbbb", 3, is_ban=True, until=1_800_000_000, by="Anna"),
    Rule("aaaa", "bbbb", 3, is_ban=False, until=0, by="Anna", reason="loud", note="twice", quiet=True),
)  # fmt: skip


@pytest.mark.parametrize("letter", ALL, ids=lambda letter: type(letter).__name__)
def test_letter_is_read_as_it_was_written(letter: letters.Letter) -> None:
    assert letters.read(letters.write(letter)) == letter


@pytest.mark.parametrize(
    "data",
    [
        b"", b"null", b"[]", b"{}", b"7", b"\xff\xfe", b'{"is":"beat"}', b'{"is":"hello","house":"aaaa"}',
        b'{"is":"beat","house":"aaaa","version":-1}', b'{"is":"beat","house":"aaaa","version":1e400}',
        b'{"is":"beat","house":"aaaa","version":"7"}', b'{"is":"beat","house":"AAAA","version":7}',
        b'{"is":"beat","house":"aaaa","version":9007199254740993}',
        b'{"is":"ask","house":"aaaa","whom":"b b b"}',
        b'{"is":"page","house":"aaaa","version":1,"page":100,"pages":100,"visits":[]}',
        b"[" * 50_000, b'{"is":"bye","house":"aaaa","x":"' + b"y" * LONGEST + b'"}',
    ],
)  # fmt: skip
def test_what_is_no_letter_is_not_read(data: bytes) -> None:
    assert letters.read(data) is None


@pytest.mark.parametrize("name", ["", "\x1b[2J", "An\nna", "An\u202ena", "x" * 25, " Anna", "\x07"])
def test_name_that_cannot_be_shown_is_not_read(name: str) -> None:
    for letter in (Came("aaaa", 1, Seen(1, name)), Page("aaaa", 1, 0, 1, (Seen(1, name),))):
        assert letters.read(msgspec.json.encode(letter)) is None


@pytest.mark.parametrize("text", ["\x1b[2J", "one\ntwo", "x" * 401, "\u200b"])
def test_words_that_cannot_be_shown_are_not_read(text: str) -> None:
    assert letters.read(letters.write(Spread("aaaa", Words("shouted", {"name": "Anna", "text": text})))) is None


def test_visit_that_is_out_of_bounds_is_not_read() -> None:
    for visit in (
        Seen(-1, "Anna"), Seen(1, "Anna", "no id"), Seen(1, "Anna", table="t/1"), Seen(1, "Anna", seats=(16,)),
        Seen(1, "Anna", seats=(0,) * 9), Seen(1, "Anna", age=-1.0), Seen(1, "Anna", idle=2e9), Seen(1, "Anna", rank=-1),
    ):  # fmt: skip
        assert letters.read(letters.write(Came("aaaa", 1, visit))) is None


def test_field_that_a_newer_house_knows_is_passed_over() -> None:
    data = letters.write(Beat("aaaa", 7))[:-1] + b',"mood":"good"}'
    assert letters.read(data) == Beat("aaaa", 7)


@given(st.binary(max_size=300))
def test_bytes_are_read_or_not_and_never_raise(data: bytes) -> None:
    letters.read(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(ALL), st.data())
@example(ALL[1], None)
def test_letter_with_a_field_changed_is_read_strictly_or_not(
    letter: letters.Letter, data: st.DataObject | None
) -> None:
    fields = msgspec.json.decode(letters.write(letter))
    if data is not None:
        fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(JSON)
    try:
        encoded = msgspec.json.encode(fields)
    except (UnicodeEncodeError, OverflowError):
        return
    found = letters.read(encoded)
    assert found is None or letters.read(letters.write(found)) == found
