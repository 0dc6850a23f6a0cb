"""What is said of what one hears, and of who is there."""

from collections.abc import Mapping, Sequence

from frontends.programs.protocol.answers.answer import Answer


class Channels(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `channel`."""

    id: str = ""
    channels: Mapping[str, int]
    """How many in this house listen to each, by its name."""
    own: Sequence[str] = []
    """Those to which one listens."""


class Attention(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `notices`."""

    id: str = ""
    off: Sequence[str] = []
    """Kinds of which one is not told."""
    ignored: Sequence[str] = []
    """Names of people who are not heard, as they read."""


class Onlookers(Answer, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """The answer to `watchers`."""

    id: str = ""
    table: str
    names: Sequence[str] = []
