"""Reminders: what they say, and when they are tried again."""

from __future__ import annotations

from core.base.message import english
from core.correspondence.reminders import MOST_TRIES, PATIENCE, Reminder, may_try

REMINDER = Reminder("k3f9x", 1, 12, "anna", "El-Ixir", "mail", "anna@example.org", 1_793_100_000.0)


def test_reminder_says_game_table_and_time_and_has_one_id() -> None:
    assert english(REMINDER.said(1_793_000_000.0)) == (
        "It is your turn at table k3f9x: El-Ixir. You have 1 day 3 hours left."
    )
    assert REMINDER.as_json() == {
        "id": "k3f9x.12.1", "event": "your turn", "table": "k3f9x", "game": "El-Ixir", "due": 1_793_100_000,
    }  # fmt: skip


def test_tries_come_ever_less_often_and_end() -> None:
    assert may_try(0, 0, 1000)
    assert not may_try(1, 1000, 1000 + PATIENCE - 1)
    assert may_try(1, 1000, 1000 + PATIENCE)
    assert not may_try(3, 1000, 1000 + 4 * PATIENCE - 1)
    assert may_try(3, 1000, 1000 + 4 * PATIENCE)
    assert not may_try(MOST_TRIES, 1000, 1e12)
