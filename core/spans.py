"""Spans of time as people read them."""

from __future__ import annotations


def span(seconds: float) -> str:
    """Seconds as 3:25, or 1:03:25 from an hour on; fractions are dropped."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
