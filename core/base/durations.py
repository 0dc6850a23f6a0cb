"""Spans of time as people read them."""

import math

from core.base.message import Message, counted, message

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def span(seconds: float) -> str:
    """Seconds as 3:25, or 1:03:25 from an hour on; fractions are dropped."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def roughly(seconds: float) -> Message:
    """Seconds in the largest unit that fills them, as one tells how long ago something was."""
    if seconds < MINUTE:
        return message("less than a minute")
    if seconds < HOUR:
        return counted("{n} minute", "{n} minutes", int(seconds // MINUTE))
    if seconds < 2 * DAY:
        return counted("{n} hour", "{n} hours", int(seconds // HOUR))
    return counted("{n} day", "{n} days", int(seconds // DAY))


def to_wait(seconds: float) -> Message:
    """Seconds as one tells how long to wait: never less than it takes."""
    if seconds < 100:
        return counted("{n} second", "{n} seconds", math.ceil(seconds))
    if seconds < 100 * MINUTE:
        return counted("{n} minute", "{n} minutes", math.ceil(seconds / MINUTE))
    return counted("{n} hour", "{n} hours", math.ceil(seconds / HOUR))
