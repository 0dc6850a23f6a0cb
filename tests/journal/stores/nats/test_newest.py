"""The newest messages at hand, as entries."""

from __future__ import annotations

from journal.stores.nats import newest
from journal.stores.nats.client.jetstream import Found
from journal.stores.nats.newest import Newest
from journal.stores.nats.subjects import position, subject_of
from tests.journal.samples import records

FIRST = 8
"""The place up to which nothing is kept."""


def message(place: int, count: int = 1, subject: str = "") -> Found:
    """So many first records of a stream, as one message."""
    payload = b"\n".join(record.line for record in records(count))
    return Found(place, subject or subject_of("house", f"table/{place}"), payload, b"")


def given(*messages: Found) -> Newest:
    kept = Newest("house", FIRST)
    for one in messages:
        kept.add(one)
    return kept


def positions(kept: Newest, after: int) -> list[int] | None:
    found = kept.entries(after)
    return None if found is None else [entry.position for entry in found]


def test_records_after_a_position_are_at_hand_also_those_of_half_a_message() -> None:
    kept = given(message(9, 2), message(10))
    assert positions(kept, position(9, 0)) == [position(9, 1), position(10, 0)]
    assert positions(kept, position(10, 0)) == []


def test_what_came_before_the_first_that_is_kept_has_to_be_read() -> None:
    kept = given(message(9))
    assert positions(kept, position(FIRST, 0)) is None
    kept.begin(12)
    assert positions(kept, position(12, 0)) is None
    assert positions(kept, position(13, 0)) == []


def test_oldest_messages_make_room(monkeypatch) -> None:
    monkeypatch.setattr(newest, "_MOST", 2)
    kept = given(message(9), message(10), message(11))
    assert positions(kept, position(9, 0)) is None
    assert positions(kept, position(10, 0)) == [position(11, 0)]


def test_damage_has_to_be_read_once_what_comes_before_it_was_taken() -> None:
    kept = given(message(9, 2), message(10, subject="house.s.no stream"))
    assert positions(kept, position(9, 0)) == [position(9, 1)]
    assert positions(kept, position(9, 1)) is None
