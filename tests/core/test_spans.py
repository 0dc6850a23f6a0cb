from __future__ import annotations

import pytest

from core.spans import span


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.9, "0:59"), (60, "1:00"), (205, "3:25"), (3599, "59:59"), (3600, "1:00:00"), (3805, "1:03:25")],
)
def test_span_is_read_as_minutes_and_seconds_and_hours_when_there_are_any(seconds: float, text: str) -> None:
    assert span(seconds) == text
