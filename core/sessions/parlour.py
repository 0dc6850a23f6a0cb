"""Where sessions begin: one `Parlour` for each house.

with parlour.session(Origin(address)) as session:
    await entry.be_guest(session, "Anna")
"""

from collections.abc import Iterator
from contextlib import contextmanager

import attrs
from msgspec import Struct

from core.house.service import Service
from core.sessions.allowances import UNLIMITED, Allowance, Allowances
from core.sessions.identity.visitor import Guest, Resident
from core.sessions.session import SILENT, Audience, Session


@attrs.frozen
class Origin:
    """Where somebody comes from."""

    address: str = ""
    """As it is logged and banned; empty at home."""
    shared: str = ""
    """The address by which limits are counted, a /64 of IPv6; empty is `address`."""
    network: str = ""
    """The /24 of IPv4 or /48 of IPv6 around it; empty is `shared`."""


class Parlour(Struct, frozen=True):
    """A house, and what everybody in it may do."""

    service: Service
    allowances: Allowances | None = None
    """None where nothing is counted."""

    def enter(self, origin: Origin = Origin(), audience: Audience = SILENT) -> Session:
        """Somebody comes in, whom nobody knows yet; they stay until `Session.leave`."""
        allowance: Allowance = UNLIMITED
        if self.allowances is not None:
            allowance = self.allowances.allowance(origin.shared or origin.address, origin.network)
        return Session(self.service, Guest(self.service.directory), allowance, origin.address, audience=audience)

    @contextmanager
    def session(self, origin: Origin = Origin(), audience: Audience = SILENT) -> Iterator[Session]:
        """A session that lasts as long as the block; what ends it by an error is taken for a lost connection."""
        session = self.enter(origin, audience)
        try:
            yield session
        except BaseException:
            session.leave(lost=True)
            raise
        session.leave()

    def at_home(self, resident: Resident, *, is_private: bool = False, keeps: bool = True) -> Session:
        """Whoever sits at the machine of the journal: its owner, or who holds the name they are going to say."""
        return Session(self.service, resident, is_home=True, is_private=is_private, keeps=keeps)
