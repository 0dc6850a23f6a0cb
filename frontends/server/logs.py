"""What operators read: one line for each thing that happened, always in the same form.

    2026-11-20T20:15:03.120Z info event=left visitor=12 address=192.0.2.7 why=hung-up seconds=61.3 received=40 sent=2213
    2026-11-20T20:15:09.481Z warning message="The talk at table k7bq2 cannot be read: record 3 is damaged."
    2026-11-20T20:16:00.002Z error event=left visitor=13 … error=KeyError at="frontends/visit/visit.py:120 in receive"

There is one way to log: front-ends `note` events and `warn` in sentences; core and journal, which know no front-end,
log sentences to the standard library's logger `LOGGER`. `configure` writes all of it to one stream.

Time, level, then pairs; first what happened, then the rest in the order in which it was given. Of an exception only
its kind is logged and where it was raised: its text could hold what somebody typed.
"""

import logging
import math
import re
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TextIO

LOGGER = "parlour"
_LOGGER = logging.getLogger(LOGGER)
MOST_FRAMES = 8
"""Innermost frames of an exception that are logged."""

COUNTED = ("left", "refused")
"""Events whose reasons are few, so that they can be counted by them."""
_COUNTS: Counter[tuple[str, str]] = Counter()
SELDOM = 60.0
"""Seconds for which the same warning is not logged again."""
MOST_WARNED = 1000
"""Warnings for which it is remembered when they were logged."""
_WARNED: dict[str, float] = {}

_PAIRS = "pairs"
_PLAIN = re.compile(r"[\w.:/+%@,\[\]-]+")


def configure(level: str, stream: TextIO) -> None:
    """Write the log to a stream, from this level on. Raises: ValueError for a level that logging has not."""
    _LOGGER.setLevel(level.upper())
    for handler in tuple(_LOGGER.handlers):
        if isinstance(handler.formatter, Formatter):
            _LOGGER.removeHandler(handler)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Formatter())
    _LOGGER.addHandler(handler)
    _LOGGER.propagate = False


def count(event: str, why: str) -> None:
    """Count something that happens too often to be logged each time."""
    _COUNTS[event, why] += 1


def counts() -> Mapping[tuple[str, str], int]:
    """How often each event was counted in this process, by event and reason."""
    return _COUNTS


def note(level: int, event: str, *, fault: BaseException | None = None, **pairs: str | int | float) -> None:
    """Log an event with its pairs, in this order. It is counted whatever the level."""
    if event in COUNTED:
        count(event, str(pairs.get("why", "")))
    if _LOGGER.isEnabledFor(level):
        _LOGGER.log(level, event, exc_info=fault, extra={_PAIRS: pairs})


def warn(text: object) -> None:
    """Log a sentence as a warning."""
    _LOGGER.warning("%s", text)


def warn_seldom(text: str) -> None:
    """Log a warning about what goes wrong for everybody at once, or repeatedly: the same one once a minute."""
    now = time.monotonic()
    if now < _WARNED.get(text, -math.inf) + SELDOM:
        return
    if len(_WARNED) >= MOST_WARNED:
        _WARNED.clear()
    _WARNED[text] = now
    warn(text)


class LimitLog:
    """The `Recorder` of a house that strangers come to."""

    def refused(self, what: str) -> None:
        """Count what somebody may not do any more for a while."""
        count("budget", what)

    def locked_out(self, address: str, what: str) -> None:
        """Note a lockout, once for each."""
        note(logging.WARNING, "locked-out", address=address, what=what)


class Formatter(logging.Formatter):
    """Key=value pairs in a fixed order, on one line whatever they hold."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, without its end."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts = [time.replace("+00:00", "Z"), record.levelname.lower()]
        pairs: dict[str, str | int | float] | None = getattr(record, _PAIRS, None)
        if pairs is None:
            parts.append(_pair("message", record.getMessage()))
        else:
            parts.append(_pair("event", record.getMessage()))
            parts += [_pair(name, value) for name, value in pairs.items()]
        if record.exc_info and record.exc_info[1] is not None:
            parts += [_pair(name, value) for name, value in _fault(record.exc_info[1])]
        return " ".join(parts)


def _pair(name: str, value: str | int | float) -> str:
    text = f"{value:.1f}" if isinstance(value, float) else str(value)
    if _PLAIN.fullmatch(text) and text.isascii():
        return f"{name}={text}"
    import json  # loaded late, because most values are plain

    return f"{name}={json.dumps(text)}"


def _fault(fault: BaseException) -> list[tuple[str, str]]:
    """The kind of an exception and where it comes from; of a group, those of the first one in it."""
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return [("error", type(fault).__name__), ("at", _place(fault.__traceback__))]


def _place(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-MOST_FRAMES:]
    return ", ".join(f"{'/'.join(Path(frame.filename).parts[-3:])}:{frame.lineno} in {frame.name}" for frame in frames)
