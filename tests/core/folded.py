"""Contests from their events."""

from collections.abc import Callable, Iterable
from typing import TypeVar

E = TypeVar("E")
C = TypeVar("C")


def folded(after: Callable[[C | None, E, float], C], events: Iterable[tuple[E, float]]) -> C:
    """What one is after some events, each with its time."""
    found: C | None = None
    for event, at in events:
        found = after(found, event, at)
    assert found is not None
    return found
