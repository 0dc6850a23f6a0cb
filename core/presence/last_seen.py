"""Who has left this house, for its operators: in memory only, so nothing of it outlives the house."""

import attrs
from msgspec import Struct

from core.base.recent import Recent
from core.people.look_alike_names import skeleton
from core.presence.roster import Present

MOST = 10_000
"""Visits that are remembered, the last ones."""


class Seen(Struct, frozen=True):
    """The last visit of somebody that is over."""

    name: str
    person: str
    """Empty for a guest of whom nothing is in the journal."""
    came_at: float
    heard_at: float
    network: str
    """The /24 or /48 that they came from; empty where that does not matter."""


@attrs.define
class LastSeen:
    """The last visit of each, by name."""

    _seen: Recent[str, Seen] = attrs.field(factory=lambda: Recent(MOST))

    def note(self, one: Present) -> None:
        """Somebody has left."""
        self._seen[skeleton(one.name)] = Seen(one.name, one.person, one.came_at, one.heard_at, one.share)

    def of(self, name: str) -> Seen | None:
        """The last visit of somebody of a name; None where it is not known."""
        return self._seen.get(skeleton(name))

    def forget(self, person: str) -> None:
        """Forget all visits of a person."""
        for key in [key for key, seen in self._seen.items() if seen.person == person]:
            del self._seen[key]
