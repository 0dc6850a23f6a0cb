"""Names that others have: no two in the parlour have names that read alike, in whichever houses they are."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from core.base.game import Refused
from core.base.message import message
from core.house.name_expiry import let_lapse
from core.people.look_alike_names import LONGEST, is_same, skeleton
from core.people.persons import Person
from core.sessions.identity.name_rules import house_name
from journal import JournalError

if TYPE_CHECKING:
    from core.sessions.session import Session

_LOG = logging.getLogger("parlour")

MOST_NAMESAKES = 40
"""How far numbers go that are put behind a name."""
RENAMED = message("Somebody else took the name {taken}, so you are {name} now.")


async def holder_of(session: Session, name: str) -> Person | None:
    """Who has registered a name, or one that reads like it."""
    id = await session.service.directory.find_holder(name)
    return await session.service.directory.person(id) if id is not None else None


async def free_name(session: Session, text: str) -> str:
    """A name that nobody else has, nor one that reads like it. One that was never played with falls free for that.

    Nothing is to be awaited between this and being called so.

    Raises: Refused, JournalError.
    """
    name = house_name(text)
    return await not_held(session, name, await holder_of(session, name))


async def not_held(session: Session, name: str, holder: Person | None) -> str:
    """The same for a name that is written as names are, and of which was just read who has registered it."""
    days = session.allowance.budget.unused_name_days
    if holder is not None and holder.id != session.visitor.id and not await let_lapse(session.service, holder.id, days):
        if is_same(holder.name, name):
            raise Refused("{name} is registered to somebody else: choose another name.", name=name)
        raise _reads_alike(name)
    if skeleton(name) in session.service.presence.promised:
        raise Refused("{name} has just been taken: choose another name.", name=name)
    for other in session.service.presence.named(name):
        is_self = other.somebody is session or (other.person and other.person == session.visitor.id)
        # The name of somebody in a house that may be gone is free: its people look for another house.
        if not is_self and other.is_certain:
            if is_same(other.name, name):
                raise Refused("Somebody here is already called {name}: choose another name.", name=name)
            raise _reads_alike(name)
    return name


async def name_again(session: Session, name: str) -> str:
    """What a guest is called who comes back: as before, or with a number when somebody else has the name now."""
    wanted, number = name, 1
    while True:
        try:
            return await free_name(session, wanted)
        except Refused:
            number += 1
            if number > MOST_NAMESAKES:
                return name
            wanted = f"{name[: LONGEST - len(str(number))]}{number}"


async def take_name(session: Session, name: str) -> None:
    """Be called by a name that was found free just now. Raises: Refused, JournalError; then nothing is changed.

    The name is promised while the journal is told of it, so that nobody else finds it free. Other houses are told
    afterwards, because they look it up there.
    """
    promised = session.service.presence.promised
    promised.add(skeleton(name))
    try:
        if session.visitor.id:
            await session.service.rename(session.visitor.id, name)
    finally:
        promised.discard(skeleton(name))
    session.be_called(name)


async def give_name_up(session: Session) -> None:
    """Be called otherwise: a guest in another house came by the same name at the same moment."""
    taken = session.name
    try:
        name = await name_again(session, taken)
        # Meanwhile they may have registered the name, or taken another, or left.
        if name == taken or session.name != taken or not session.visitor.is_guest or session.present is None:
            return
        await take_name(session, name)
    except (Refused, JournalError) as error:
        _LOG.warning("Two guests may be called alike: %s", error)
        return
    session.audience.be_told(RENAMED.filled(taken=taken, name=name))


def _reads_alike(name: str) -> Refused:
    return Refused("{name} looks like somebody else's name: choose another.", name=name)
