"""What is said of being away."""

from frontends.programs.protocol.answers.answer import Response


class Wishes(Response, frozen=True, kw_only=True):
    """The answer to `vacation` and `remind`."""

    until: int = 0
    """When a vacation that is under way ends, in seconds since the epoch."""
    days_left: int
    """Of vacation, this year."""
    by: str = ""
    """How one is reminded; empty for not at all."""
    address: str = ""
