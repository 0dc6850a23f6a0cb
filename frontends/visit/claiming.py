"""Having a name in the house: as a guest for as long as one is in, or for good."""

from __future__ import annotations

from core.game import Refused
from core.names import is_same
from frontends.visit.naming import house_name
from frontends.visit.visit import Visit


async def free_name(visit: Visit, text: str) -> str:
    """A name that nobody else has, nor one that reads like it. Raises: Refused, JournalError."""
    name = house_name(text)
    holder = await visit.service.directory.find_holder(name)
    if holder is not None and holder != visit.visitor.id:
        known = await visit.service.directory.person(holder)
        if is_same(known.name, name):
            raise Refused("{name} is taken by somebody who has registered it: please take another.", name=name)
        raise _reads_alike(name)
    check_not_in_use(visit, name)  # Last, so that nothing is awaited between this and having the name.
    return name


def check_not_in_use(visit: Visit, name: str) -> None:
    """Raises Refused where another person in the house goes by that name, or by one that reads like it."""
    for other in visit.service.presence.named(name):
        is_self = other is visit.company.present or (other.person and other.person == visit.visitor.id)
        if not is_self:
            if is_same(other.name, name):
                raise Refused("Somebody in the house is called {name} already: please take another name.", name=name)
            raise _reads_alike(name)


def _reads_alike(name: str) -> Refused:
    return Refused("{name} reads like a name that somebody has: please take another.", name=name)
