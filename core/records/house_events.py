"""What operators did, in the stream `house`: followers, projections and mirrors read there which streams are gone."""

from msgspec import Struct

from core.base.event_families import register

STREAM = "house"
NAMES = "name/"
"""What the names of such streams begin with."""


class Dropped(Struct, frozen=True):
    """A stream is removed whole, for good."""

    stream: str
    """Its name; for the stream of a person's name, which is to be forgotten, only `NAMES`."""
    first: str = ""
    """In that case the hash of its first record, by which copies are found; else empty."""


EVENTS: dict[str, type] = {"house.dropped": Dropped}
"""By kind."""
register(STREAM, EVENTS)
