"""What people report of one another, in the stream `reports`, for those who run the house. Persons stand here by ids.

The talk that a report is about is not copied: it stays at its table, and goes with it when it is dropped.
"""

from msgspec import Struct

from core.base.event_families import register

STREAM = "reports"
LONGEST_TEXT = 200
"""Characters of a report."""


class Reported(Struct, frozen=True):
    """Somebody reported somebody."""

    by: str
    """The reporter's id."""
    person: str
    table: str
    """Where the reporter was; empty in the lobby."""
    talked: int
    """The last record of the talk there."""
    text: str


class Settled(Struct, frozen=True):
    """An operator has done what a report asks for."""

    report: int
    """The number of its record."""
    by: str


EVENTS: dict[str, type] = {"reports.reported": Reported, "reports.settled": Settled}
"""By kind."""
register(STREAM, EVENTS)


class Report(Struct, frozen=True):
    """A report that is not settled."""

    number: int
    at: float
    """Seconds since the epoch."""
    reported: Reported
