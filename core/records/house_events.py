"""What operators did, in the stream `house`: followers, projections and mirrors learn there what was dropped."""

from __future__ import annotations

import attrs

from core.base.event_families import register

STREAM = "house"
NAMES = "name/"
"""How the streams of names begin."""


@attrs.frozen
class Dropped:
    """A stream is removed whole, for good."""

    stream: str
    """What it was called; of the stream of a name, which is to be forgotten, only how such streams begin."""
    first: str = ""
    """Then the hash of its first record, by which those find it who have it."""


EVENTS: dict[str, type] = {"house.dropped": Dropped}
"""By kind."""
register(STREAM, EVENTS)
