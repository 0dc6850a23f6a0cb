"""Names that others have: no two in the parlour have names that read alike, in whichever houses they are."""

from __future__ import annotations

from typing import Protocol

from core.base.game import Refused
from core.base.message import message
from core.house.name_expiry import let_lapse
from core.house.service import Service
from core.people.names import LONGEST, is_same, skeleton
from core.people.persons import Person
from core.presence.roster import Present
from frontends.server.visitor_limits import Allowance
from frontends.visit.door.name_rules import house_name
from frontends.visit.door.visitor import Visitor

MOST_NAMESAKES = 40
"""How far numbers go that are put behind a name."""
RENAMED = message("Somebody else is called {taken} now, so you are {name}.")


class Known(Protocol):
    """What is known of a visit in the house."""

    @property
    def present(self) -> Present | None:
        """The visit, once the person has a name."""


class Called(Protocol):
    """What is needed of a visit to find those with the same name."""

    service: Service
    allowance: Allowance
    visitor: Visitor
    name: str

    @property
    def company(self) -> Known:
        """Its place among the others."""

    def be_called(self, name: str) -> None:
        """Have a name in the house from now on."""


async def holder_of(visit: Called, name: str) -> Person | None:
    """Who has registered a name, or one that reads like it."""
    id = await visit.service.directory.find_holder(name)
    return await visit.service.directory.person(id) if id is not None else None


async def lapses(visit: Called, holder: Person) -> bool:
    """Have a name fall free, if nobody has played with it for long enough. Returns: whether it was so."""
    return await let_lapse(visit.service, holder.id, visit.allowance.budget.unused_name_days)


async def free_name(visit: Called, text: str) -> str:
    """A name that nobody else has, nor one that reads like it. One that was never played with falls free for that.

    Raises: Refused, JournalError.
    """
    name = house_name(text)
    holder = await holder_of(visit, name)
    if holder is not None and holder.id != visit.visitor.id and await lapses(visit, holder):
        holder = None
    check_free(visit, name, holder)
    return name


def check_free(visit: Called, name: str, holder: Person | None) -> None:
    """Raises Refused where somebody has that name. Nothing is to be awaited between this and being called so.

    The name of somebody in a house that may be gone is free: with that house its people are looking for another one.
    """
    if holder is not None and holder.id != visit.visitor.id:
        if is_same(holder.name, name):
            raise Refused("{name} is taken by somebody who has registered it: please take another.", name=name)
        raise _reads_alike(name)
    if skeleton(name) in visit.service.presence.promised:
        raise Refused("{name} was taken just now: please take another name.", name=name)
    for other in visit.service.presence.named(name):
        is_self = other is visit.company.present or (other.person and other.person == visit.visitor.id)
        if not is_self and other.is_certain:
            if is_same(other.name, name):
                raise Refused("Somebody in the house is called {name} already: please take another name.", name=name)
            raise _reads_alike(name)


async def name_again(visit: Called, name: str) -> str:
    """What a guest is called who comes back: as before, or with a number when somebody else has the name now."""
    wanted, number = name, 1
    while True:
        try:
            return await free_name(visit, wanted)
        except Refused:
            number += 1
            if number > MOST_NAMESAKES:
                return name
            wanted = f"{name[: LONGEST - len(str(number))]}{number}"


async def take_name(visit: Called, name: str) -> None:
    """Be called by a name that was found free just now. Raises: Refused, JournalError; then nothing is changed.

    The name is promised while the journal is told of it, so that nobody else finds it free. Other houses are told
    afterwards, because they look it up there.
    """
    promised = visit.service.presence.promised
    promised.add(skeleton(name))
    try:
        if visit.visitor.id:
            await visit.service.rename(visit.visitor.id, name)
    finally:
        promised.discard(skeleton(name))
    visit.be_called(name)


def _reads_alike(name: str) -> Refused:
    return Refused("{name} reads like a name that somebody has: please take another.", name=name)
