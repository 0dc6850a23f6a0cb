"""What operators have ruled, as the fold of its stream."""

from __future__ import annotations

import msgspec
import pytest

from core.base.message import english
from core.moderation.bans import (
    NO_RULINGS,
    AdminEvent,
    Banned,
    Kicked,
    Kind,
    Marked,
    Muted,
    Rulings,
    Subject,
    Unbanned,
    Unmarked,
    Unmuted,
    evolve,
    refusal,
)
from core.records import codec
from journal import seal

ANNA = Subject(Kind.PERSON, "p1")
NETWORK = Subject(Kind.NETWORK, "192.0.2.0/24")


def given(*events: AdminEvent) -> Rulings:
    rulings = NO_RULINGS
    for event in events:
        rulings = evolve(rulings, event)
    return rulings


@pytest.mark.parametrize(
    ("subject", "person", "address", "is_meant"),
    [
        (ANNA, "p1", "192.0.2.7", True),
        (ANNA, "p2", "192.0.2.7", False),
        (Subject(Kind.PERSON, ""), "", "192.0.2.7", False),
        (Subject(Kind.ADDRESS, "192.0.2.7"), "", "192.0.2.7", True),
        (Subject(Kind.ADDRESS, "192.0.2.7"), "", "192.0.2.70", False),
        (NETWORK, "", "192.0.2.255", True),
        (NETWORK, "", "192.0.3.1", False),
        (NETWORK, "", "::ffff:192.0.2.7", True),
        (NETWORK, "", "", False),
        (Subject(Kind.NETWORK, "2001:db8::/64"), "", "2001:db8::1%eth0", True),
        (Subject(Kind.NETWORK, "2001:db8::/64"), "", "192.0.2.7", False),
    ],
)
def test_subject_covers_those_who_are_meant(subject: Subject, person: str, address: str, is_meant: bool) -> None:
    assert subject.covers(person, address) == is_meant


def test_ban_holds_until_its_end_and_is_lifted_before() -> None:
    rulings = given(Banned(ANNA, 100, "shell:root"))
    assert rulings.ban_on("p1", "", 99.9)
    assert rulings.ban_on("p1", "", 100) is None
    assert given(Banned(ANNA, 0, "x"), Unbanned(ANNA, "x")).ban_on("p1", "", 1) is None


def test_last_word_on_somebody_counts() -> None:
    rulings = given(Banned(ANNA, 0, "x"), Banned(NETWORK, 0, "x"), Banned(ANNA, 100, "x"))
    assert rulings.ban_on("p1", "", 101) is None
    assert rulings.ban_on("p1", "192.0.2.7", 101)


def test_mute_is_no_ban_and_what_is_only_done_leaves_nothing() -> None:
    rulings = given(Muted(ANNA, 0, "x"), Kicked(NETWORK, "x"))
    assert rulings.ban_on("p1", "192.0.2.7", 1) is None
    assert rulings.mute_on("p1", "", 1)
    assert evolve(rulings, Unmuted(ANNA, "x")) == NO_RULINGS


def test_mute_that_is_told_comes_before_a_quiet_one() -> None:
    quiet, open_ = Muted(ANNA, 0, "x", quiet=True), Muted(NETWORK, 0, "x")
    for rulings in (given(quiet, open_), given(open_, quiet)):
        assert rulings.mute_on("p1", "192.0.2.7", 1) == open_
        assert rulings.mute_on("p1", "", 1) == quiet


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (Banned(ANNA, 0, "x"), b'{"by":"x","subject":{"kind":"person","value":"p1"},"until":0}'),
        (Muted(ANNA, 0, "x"), b'{"by":"x","subject":{"kind":"person","value":"p1"},"until":0}'),
        (
            Banned(ANNA, 0, "x", note="n"),
            b'{"by":"x","note":"n","reason":"","subject":{"kind":"person","value":"p1"},"until":0}',
        ),
    ],
)
def test_records_without_reasons_are_written_as_ever(event: Banned | Muted, written: bytes) -> None:
    draft = codec.encode(event)
    assert isinstance(draft.data, msgspec.Raw)
    assert bytes(draft.data) == written
    (record,) = seal(None, [draft], "2026-11-20T20:15:03.120Z")
    assert codec.decode(record) == event


def test_persons_are_marked_until_they_are_not() -> None:
    assert given(Marked("p1", "x"), Marked("p2", "x"), Unmarked("p1", "x")).admins == {"p2"}


@pytest.mark.parametrize(
    ("ruling", "sentence"),
    [
        (Banned(ANNA, 0, "x"), "You are banned here."),
        (
            Banned(ANNA, 86400, "x"),
            "You are banned here until 1970-01-02 00:00 UTC: come back then.",
        ),
        (Muted(ANNA, 0, "x"), "You cannot talk here any more, but you can go on playing."),
        (Banned(ANNA, 0, "x", "spam", "n"), "You are banned here. Reason: spam"),
        (Muted(ANNA, 86400, "x"), "You cannot talk here until 1970-01-02 00:00 UTC, but you can go on playing."),
    ],
)
def test_those_who_are_meant_are_told_until_when(ruling: Banned | Muted, sentence: str) -> None:
    assert english(refusal(ruling)) == sentence
