"""Which connections are admitted, which is closed to make room, and who was refused: counting, without sockets.

Places are kept for people who have not given their name yet ("at the door"), so that a full house or silent connections
do not keep newcomers out. When these places are taken, a connection of the network with the most of them is closed: one
that has hung up already, else one that has sent nothing, and of these the oldest. Of IPv6 an address is a /64, and its
network a /48; of IPv4 a network is a /24.
"""

import logging
from collections import Counter
from typing import Generic, Protocol, TypeVar

import trio

from core.base.token_bucket import Buckets, a_minute
from frontends.server import logs
from frontends.server.config import Limits
from frontends.telnet.callers.listeners import neighbourhood, network_of
from frontends.telnet.output import Why

MOST_NOTED = 10
"""Refusals a minute from one network that are logged; all are counted, but a flood is not to fill the log."""
FEW = 2
"""People of one network at the door up to which all networks are looked at for the one to make room."""


class Visitor(Protocol):
    """A connection that was admitted."""

    @property
    def neighbourhood(self) -> str:
        """Its address, or the /64 of that: what a limit for one address counts."""

    @property
    def has_name(self) -> bool:
        """Whether the person has given a name."""

    @property
    def has_spoken(self) -> bool:
        """Whether anything was received from it."""

    @property
    def has_gone(self) -> bool:
        """Whether it has hung up, as far as that is noticed."""


C = TypeVar("C", bound=Visitor)


class Refusals:
    """The callers that one house has refused, with TLS or without."""

    def __init__(self) -> None:
        self._noted = Buckets(a_minute(MOST_NOTED))

    def note(self, address: str, why: str) -> None:
        """A caller from there was refused."""
        now = trio.current_time()
        if self._noted.of(network_of(neighbourhood(address)), now).take(now):
            logs.note(logging.INFO, "refused", address=address, why=why)
        else:
            logs.count("refused", why)


class Admission(Generic[C]):
    """The connections that were admitted, by address and network."""

    def __init__(self, limits: Limits) -> None:
        self._all: dict[C, None] = {}
        self._at_door: dict[C, None] = {}
        """In the order in which they came; some of them may have given a name since."""
        self._crowds: dict[str, dict[C, None]] = {}
        """Those at the door, by network."""
        self._of: Counter[str] = Counter()
        """Connections by address, and by network."""
        self.set_limits(limits)

    def set_limits(self, limits: Limits) -> None:
        """Use these limits for callers from now on."""
        self.limits = limits
        rate = a_minute(limits.arrivals_a_minute)
        self._arrivals = Buckets(rate)
        self._arrivals_of_network = Buckets(rate.times(limits.addresses_of_a_network))

    def __len__(self) -> int:
        """How many were admitted and have not left."""
        return len(self._all)

    @property
    def everybody(self) -> tuple[C, ...]:
        """All of them."""
        return tuple(self._all)

    def objection(self, neighbourhood: str, now: float) -> Why | None:
        """Why a connection from there is refused now; None when it is admitted, and counted as an arrival."""
        most = self.limits.connections_of_one_address
        in_network = self._of[network_of(neighbourhood)]
        if self._of[neighbourhood] >= most or in_network >= most * self.limits.addresses_of_a_network:
            return Why.MANY
        if len(self._all) >= self.limits.connections:
            self._note_names()
            if len(self._all) - len(self._at_door) >= self.limits.connections:
                return Why.FULL
        of_address = self._arrivals.of(neighbourhood, now)
        of_network = self._arrivals_of_network.of(network_of(neighbourhood), now)
        if not (of_address.has(now) and of_network.has(now)):
            return Why.OFTEN
        of_address.take(now)
        of_network.take(now)
        return None

    def add(self, visitor: C) -> C | None:
        """Count a connection; the answer is one that the caller has to close for it."""
        self._all[visitor] = None
        self._at_door[visitor] = None
        self._crowds.setdefault(network_of(visitor.neighbourhood), {})[visitor] = None
        for place in _counted(visitor):
            self._of[place] += 1
        if len(self._at_door) <= self.limits.door_places:
            return None
        self._note_names()
        return self._choose_to_leave(visitor) if len(self._at_door) > self.limits.door_places else None

    def remove(self, visitor: C) -> None:
        """A connection has ended."""
        del self._all[visitor]
        self._leave_door(visitor)
        for place in _counted(visitor):
            self._of[place] -= 1
            if not self._of[place]:
                del self._of[place]

    def _note_names(self) -> None:
        """Take people who have given a name out of the places at the door."""
        for visitor in tuple(self._at_door):
            if visitor.has_name:
                self._leave_door(visitor)

    def _leave_door(self, visitor: C) -> None:
        if visitor in self._at_door:
            del self._at_door[visitor]
            crowd = self._crowds[network := network_of(visitor.neighbourhood)]
            del crowd[visitor]
            if not crowd:
                del self._crowds[network]

    def _choose_to_leave(self, newcomer: C) -> C:
        largest = max(self._crowds.values(), key=len)
        # Only the largest network is looked at where one is large: this runs for each of thousands that come at once.
        those = largest if len(largest) > FEW else self._at_door
        chosen = min(  # of equals the first, which is the oldest
            (one for one in those if one is not newcomer),
            key=lambda one: (not one.has_gone, -len(self._crowds[network_of(one.neighbourhood)]), one.has_spoken),
        )
        self._leave_door(chosen)
        return chosen


def _counted(visitor: Visitor) -> set[str]:
    """The address and the network for which a connection counts."""
    return {visitor.neighbourhood, network_of(visitor.neighbourhood)}
