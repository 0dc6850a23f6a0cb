"""Which ways to reach people a house has: those that its settings allow, and by itself none."""

from __future__ import annotations

from frontends.config import Reminders
from frontends.reminding import carriers


def test_house_allows_nothing_by_itself() -> None:
    assert carriers(Reminders()) == {}


def test_ways_are_allowed_one_by_one() -> None:
    assert set(carriers(Reminders(webhooks=True))) == {"webhook"}
    assert set(carriers(Reminders(smtp="localhost:25", mail_from="house@example.org"))) == {"mail"}
