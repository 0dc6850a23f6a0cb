from __future__ import annotations

import pytest

from core.base.durations import roughly, span, to_wait
from core.base.message import english


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.9, "0:59"), (60, "1:00"), (205, "3:25"), (3599, "59:59"), (3600, "1:00:00"), (3805, "1:03:25")],
)
def test_span_is_read_as_minutes_and_seconds_and_hours_when_there_are_any(seconds: float, text: str) -> None:
    assert span(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (59.9, "less than a minute"),
        (60, "1 minute"),
        (3599, "59 minutes"),
        (3600, "1 hour"),
        (86400, "24 hours"),
        (172800, "2 days"),
    ],
)
def test_rough_span_is_in_its_largest_unit(seconds: float, text: str) -> None:
    assert english(roughly(seconds)) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.1, "1 second"), (1.5, "2 seconds"), (99, "99 seconds"), (100, "2 minutes"), (121, "3 minutes")],
)
def test_nobody_is_told_to_wait_less_than_it_takes(seconds: float, text: str) -> None:
    assert english(to_wait(seconds)) == text
