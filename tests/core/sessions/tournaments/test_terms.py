"""What tournament is meant by some words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.base.durations import DAY, HOUR, MINUTE
from core.base.game import Refused
from core.sessions.tournaments.terms import EXAMPLE, USUAL_CLOCK, read_terms, tell_start
from core.table import Fischer

NOW = datetime(2026, 11, 26, 19, 30, tzinfo=UTC).timestamp()
TONIGHT = int(NOW) + 30 * MINUTE


def terms(line: str):
    return read_terms(line.split(), NOW)


def test_example_is_understood():
    found = read_terms(EXAMPLE.template.split()[2:], NOW)
    assert (found.order.game, found.rounds, found.length, found.starts_at) == ("elixir", 5, 0, TONIGHT)
    assert found.order.clock == Fischer(600, 5)


def test_what_is_left_out_is_as_usual():
    found = terms("mille")
    assert (found.order.clock, found.rounds, found.starts_at) == (USUAL_CLOCK, 0, int(NOW) + 10 * MINUTE)


@pytest.mark.parametrize(
    ("line", "starts_at"),
    [
        ("mille at=20:00", TONIGHT),
        ("mille at=19:00", TONIGHT + 23 * HOUR),
        ("mille at=20:00 on=2026-12-01", TONIGHT + 5 * DAY),
        ("mille in=5m", int(NOW) + 5 * MINUTE),
    ],
)
def test_time_is_the_next_such_time_or_that_of_a_day_or_in_a_while(line: str, starts_at: int):
    assert terms(line).starts_at == starts_at


@pytest.mark.parametrize(("line", "length"), [("mille arena=45m", 45 * MINUTE), ("mille arena", 30 * MINUTE)])
def test_arena_has_a_length(line: str, length: int):
    assert terms(line).length == length


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Type what to play and when"),
        ("at=20:00", "Type what to play and when"),
        ("signora", "is for one player"),
        ("mille level=strong", "Type what to play"),
        ("mille luck=hare", "Type what to play"),
        ("mille hotseat", "Type what to play"),
        ("mille clock=2d", "less than a day"),
        ("mille rounds=0", "rounds="),
        ("mille rounds=x", "rounds="),
        ("mille arena=1m", "arena="),
        ("mille arena=30m rounds=2", "Leave out"),
        ("mille at=25:00", "Say when"),
        ("mille at=x", "Say when"),
        ("mille at=20:00 on=x", "Say when"),
        ("mille in=x", "Say when"),
        ("mille in=5m on=2026-12-01", "Say when"),
        ("mille in=5s", "in a minute at the earliest"),
        ("mille in=40d", "in 30 days at the latest"),
        ("mille at=20:00 on=2020-01-01", "in a minute at the earliest"),
        ("chess", "is not a game here"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_type(line: str, said: str):
    with pytest.raises(Refused, match=said):
        terms(line)


def test_beginning_is_shown_with_the_day_where_that_is_another():
    assert tell_start(TONIGHT, NOW) == "20:00 UTC"
    assert tell_start(TONIGHT + DAY, NOW) == "2026-11-27 20:00 UTC"
