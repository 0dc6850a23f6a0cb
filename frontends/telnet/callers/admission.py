"""Who may come in, and who has to make room: counting only, without sockets.

Places are kept for people who are saying their name, so that a full house or silent connections do not keep newcomers
out. When those places are taken, somebody of the network from which the most stand there makes room: whoever has hung
up already, else those who have sent nothing, and of these whoever came first. Of IPv6 an address is a /64,
and its network a /48; of IPv4 a network is a /24.
"""

from __future__ import annotations

from collections import Counter
from typing import Generic, Protocol, TypeVar

from core.base.message import Message, message
from core.base.token_bucket import Buckets, a_minute
from frontends.server.config import Limits
from frontends.telnet.callers.listeners import network_of

FEW = 2
"""People of one network at the door who are no crowd."""
FULL = message("The house is full: please try again later.")
MANY = message("Too many from your address are here: please try again when one of them has left.")
OFTEN = message("You have come very often lately: please wait a minute.")


class Comer(Protocol):
    """Somebody who is in, or at the door."""

    @property
    def neighbourhood(self) -> str:
        """With whom they share an allowance: an address, or a /64."""

    @property
    def has_name(self) -> bool:
        """Whether they have come further than the door."""

    @property
    def has_spoken(self) -> bool:
        """Whether anything came from them."""

    @property
    def has_gone(self) -> bool:
        """Whether they have hung up, as far as that is noticed."""


C = TypeVar("C", bound=Comer)


class Arrivals:
    """How often people come from each address, and from the network around it."""

    def __init__(self, limits: Limits) -> None:
        rate = a_minute(limits.arrivals_a_minute)
        self._of_address, self._of_network = Buckets(rate), Buckets(rate.times(limits.addresses_of_a_network))

    def take(self, neighbourhood: str, now: float) -> bool:
        """Whether somebody may come from there now; then that counts."""
        buckets = self._of_address.of(neighbourhood, now), self._of_network.of(network_of(neighbourhood), now)
        return all(bucket.has(now) for bucket in buckets) and all(bucket.take(now) for bucket in buckets)


class Admission(Generic[C]):
    """Counts who is in."""

    def __init__(self, limits: Limits) -> None:
        self._all: dict[C, None] = {}
        self._at_door: dict[C, None] = {}
        """In the order in which they came; some of them may have said their name meanwhile."""
        self._crowds: dict[str, dict[C, None]] = {}
        """Those at the door by the network they are of."""
        self._of: Counter[str] = Counter()
        """By address, and by the network around it."""
        self.set_limits(limits)

    def set_limits(self, limits: Limits) -> None:
        """Use these limits for callers from now on."""
        self.limits = limits
        self._arrivals = Arrivals(limits)

    def __len__(self) -> int:
        """How many are in."""
        return len(self._all)

    @property
    def everybody(self) -> tuple[C, ...]:
        """All who are in."""
        return tuple(self._all)

    def objection(self, neighbourhood: str, now: float) -> Message | None:
        """Why nobody may come in from there now; None when somebody may, and that counts."""
        most = self.limits.connections_of_one_address
        in_network = self._of[network_of(neighbourhood)]
        if self._of[neighbourhood] >= most or in_network >= most * self.limits.addresses_of_a_network:
            return MANY
        if self._inside() >= self.limits.connections:
            return FULL
        return None if self._arrivals.take(neighbourhood, now) else OFTEN

    def _inside(self) -> int:
        """How many have come further than the door."""
        if len(self._all) < self.limits.connections:  # the usual case, without a look at everybody at the door
            return 0
        self._look()
        return len(self._all) - len(self._at_door)

    def add(self, comer: C) -> C | None:
        """Somebody comes in; the answer is who has to leave for that, by the caller's doing."""
        self._all[comer] = None
        self._at_door[comer] = None
        self._crowds.setdefault(network_of(comer.neighbourhood), {})[comer] = None
        self._of.update(_counted(comer))
        if len(self._at_door) <= self.limits.door_places:
            return None
        self._look()
        return self._whom_to_show_out(comer) if len(self._at_door) > self.limits.door_places else None

    def remove(self, comer: C) -> None:
        """Somebody has left."""
        del self._all[comer]
        self._leave_door(comer)
        self._of.subtract(_counted(comer))
        for place in _counted(comer):
            if not self._of[place]:
                del self._of[place]

    def _look(self) -> None:
        """See who has said their name."""
        for comer in tuple(self._at_door):
            if comer.has_name:
                self._leave_door(comer)

    def _leave_door(self, comer: C) -> None:
        if comer in self._at_door:
            del self._at_door[comer]
            crowd = self._crowds[network := network_of(comer.neighbourhood)]
            del crowd[comer]
            if not crowd:
                del self._crowds[network]

    def _whom_to_show_out(self, newcomer: C) -> C:
        largest = max(self._crowds.values(), key=len)
        # Where a crowd stands there, nobody else is looked at: each of thousands who come at once has this done.
        those = largest if len(largest) > FEW else self._at_door
        numbered = enumerate(comer for comer in those if comer is not newcomer)
        shown_out = min(
            numbered,
            key=lambda one: (
                not one[1].has_gone,
                -len(self._crowds[network_of(one[1].neighbourhood)]),
                one[1].has_spoken,
                one[0],
            ),
        )[1]
        self._leave_door(shown_out)
        return shown_out


def _counted(comer: Comer) -> set[str]:
    """The neighbourhood and the network in whose crowds somebody counts."""
    return {comer.neighbourhood, network_of(comer.neighbourhood)}
