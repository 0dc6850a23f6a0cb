"""What is said of what one hears, and of who is there."""

from collections.abc import Mapping, Sequence

from frontends.programs.protocol.answers.answer import Response


class Channels(Response, frozen=True, kw_only=True):
    """The answer to `channel`."""

    channels: Mapping[str, int]
    """How many in this house listen to each, by its name."""
    own: Sequence[str] = []
    """Those to which one listens."""


class Attention(Response, frozen=True, kw_only=True):
    """The answer to `notices`."""

    off: Sequence[str] = []
    """Kinds of which one is not told."""
    ignored: Sequence[str] = []
    """Names of people who are not heard, as they read."""


class Onlookers(Response, frozen=True, kw_only=True):
    """The answer to `watchers`."""

    table: str
    names: Sequence[str] = []
