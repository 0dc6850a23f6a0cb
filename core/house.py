"""What operators did, in the stream `house`: followers, projections and mirrors learn there what was dropped."""

from __future__ import annotations

import attrs

STREAM = "house"


@attrs.frozen
class Dropped:
    """A stream is removed whole, for good."""

    stream: str
    """Its name only."""


EVENTS: dict[str, type] = {"house.dropped": Dropped}
"""By kind."""
