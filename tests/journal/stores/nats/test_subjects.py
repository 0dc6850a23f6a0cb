"""Names as subjects, and positions."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from journal.chain import is_name
from journal.stores.nats.subjects import (
    DECISION_LIMIT,
    opened_subject,
    opened_subjects,
    place_of,
    position,
    stream_of,
    subject_of,
)

NAMES = st.text("aZ0-_/.*>% é\U0001f0cf$", min_size=1, max_size=200).filter(is_name)
SUBJECT = re.compile(r"house\.s(\.[A-Za-z0-9_%-]+){1,2}", re.ASCII)


@given(NAMES)
def test_every_name_has_a_subject_and_back(stream: str) -> None:
    subject = subject_of("house", stream)
    assert SUBJECT.fullmatch(subject)
    assert len(subject) < 4000, "servers take lines of 4,096 bytes"
    assert stream_of("house", subject) == stream


@given(NAMES, NAMES)
def test_no_two_names_share_a_subject(one: str, other: str) -> None:
    assert (subject_of("house", one) == subject_of("house", other)) == (one == other)


@given(st.text("ab.%/2F4>*", max_size=20))
def test_what_others_have_put_there_is_no_stream(rest: str) -> None:
    stream = stream_of("house", f"house.s.{rest}")
    assert stream is None or subject_of("house", stream) == f"house.s.{rest}"


def test_openings_are_noted_by_family() -> None:
    assert opened_subject("h", "table/abc") == opened_subjects("h", "table/") == opened_subjects("h", "table/a")
    assert opened_subjects("h", "") == opened_subjects("h", "table") == "h.opened.*"
    families = {opened_subject("h", stream) for stream in ("table/a", "talk/a", "house", "/a", "%/a", "%%/a")}
    assert len(families) == 6


@given(st.integers(1, 1 << 46), st.integers(0, DECISION_LIMIT - 1))
def test_positions_go_up_with_place_and_index(place: int, index: int) -> None:
    assert place_of(position(place, index)) == (place, index)
    assert position(place, index) < position(place, index + 1) < position(place + 1, 0) < 1 << 63
