"""Whom operators mean, and until when."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.moderation.bans import LATEST, Kind, Subject
from frontends.server.admin.order_words import LONGEST_REASON, Terms, read_place, read_terms, split_time

NOW = 1_800_000_000.5


@pytest.mark.parametrize(
    ("typed", "name", "until"),
    [
        ("Anna", "Anna", 0),
        ("Anna Maria", "Anna Maria", 0),
        ("Anna for 2 hours", "Anna", 1_800_007_200),
        ("Anna for 1 minute", "Anna", 1_800_000_060),
        ("192.0.2.0/24 for 3days", "192.0.2.0/24", 1_800_259_200),
        ("Anna until 2030-01-01", "Anna", 1_893_456_000),
        ("Anna until 2030-01-01 01:00 UTC", "Anna", 1_893_459_600),
        ("Anna until 2030-01-01T01:00+01:00", "Anna", 1_893_456_000),
        ("until 2030-01-01", "", 1_893_456_000),
        ("Anna until 9999-12-31T23:59:59-14:00", "Anna", LATEST),
        ("Wait for it until 2030-01-01", "Wait for it", 1_893_456_000),
    ],
)
def test_names_and_times_are_told_apart(typed: str, name: str, until: int) -> None:
    try:
        assert split_time(typed, NOW) == (name, until)
    except Refused:
        assert typed == "Wait for it until 2030-01-01"


DAY = 1_800_086_400


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("Anna", Terms("Anna", 0)),
        ("Anna for 1 day because she shouts note again", Terms("Anna", DAY, "she shouts", "again")),
        ("Anna because she shouts for 1 day", Terms("Anna", 0, "she shouts for 1 day")),
        ("Anna for 1 day note seen from 192.0.2.7", Terms("Anna", DAY, "", "seen from 192.0.2.7")),
        ("Anna quietly", Terms("Anna", 0, quiet=True)),
        ("Anna quietly for 1 day because x", Terms("Anna", DAY, "x", quiet=True)),
        ("Anna for 1 day quietly note x", Terms("Anna", DAY, "", "x", quiet=True)),
        ("Anna because he left quietly", Terms("Anna", 0, "he left quietly")),
        ("note", Terms("note", 0)),
        ("", Terms("", 0)),
        ("because x", Terms("", 0, "x")),
        ("Anna because \x1b[2Jx" + "y" * 300, Terms("Anna", 0, ("[2Jx" + "y" * 300)[:LONGEST_REASON])),
    ],
)
def test_reasons_and_notes_follow_whom_and_how_long(typed: str, terms: Terms) -> None:
    assert read_terms(typed, NOW) == terms


@pytest.mark.parametrize("typed", ["Anna until tomorrow", "Anna for ever", "Anna for 2 years", "Anna until 2020-01-01"])
def test_times_that_are_none_or_over_are_refused(typed: str) -> None:
    with pytest.raises(Refused):
        split_time(typed, NOW)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("192.0.2.7", Subject(Kind.ADDRESS, "192.0.2.7")),
        ("192.0.2.7/24", Subject(Kind.NETWORK, "192.0.2.0/24")),
        ("2001:db8::1/64", Subject(Kind.NETWORK, "2001:db8::/64")),
        ("2001:DB8::1", Subject(Kind.ADDRESS, "2001:db8::1")),
        ("::ffff:192.0.2.7", Subject(Kind.ADDRESS, "192.0.2.7")),
        ("::ffff:192.0.2.7/120", Subject(Kind.NETWORK, "192.0.2.0/24")),
        ("::ffff:0:0/96", Subject(Kind.NETWORK, "0.0.0.0/0")),
        ("::/0", Subject(Kind.NETWORK, "::/0")),
        ("Anna", None),
        ("#12", None),
        ("192.0.2.256", None),
    ],
)
def test_addresses_and_networks_are_known(text: str, subject: Subject | None) -> None:
    assert read_place(text) == subject
