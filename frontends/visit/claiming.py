"""Coming in by a name: as a guest who has it for as long as they are in, or as the one who has registered it."""

from __future__ import annotations

from functools import partial

from core import passwords
from core.game import Refused
from core.message import Message, message
from core.names import LONGEST, is_same
from core.people import Person
from frontends.visit.liking import bring
from frontends.visit.naming import house_name
from frontends.visit.visit import Visit

MOST_NAMESAKES = 40
"""How far numbers go that are put behind a name."""


async def come_in(visit: Visit, text: str) -> None:
    """Be called so; whoever has registered the name is asked for the password. Raises: Refused, JournalError."""
    name = house_name(text)
    holder = await _holder(visit, name)
    if holder is not None and holder.password and is_same(holder.name, name):
        await sign_in(visit, holder)
        return
    _check_free(visit, name, holder)
    visit.name = name


async def sign_in(visit: Visit, known: Person) -> None:
    """Be somebody who has registered. Raises: Refused."""
    password = await ask_secret(visit, message("{name} is registered. Password:", name=known.name))
    if not password:
        raise Refused("{name} is registered: without the password, please take another name.", name=known.name)
    if not await is_password(visit, password, known):
        raise Refused("That is not the password of {name}: type the name to try again.", name=known.name)
    visit.visitor.become(known.id, "")
    visit.persons |= {known.id}
    visit.name = known.name
    await bring(visit, known)


async def is_password(visit: Visit, password: str, known: Person) -> bool:
    """Whether this is somebody's password. Raises: Refused after too many wrong ones."""
    look = partial(passwords.is_right, password, known.password)
    return await visit.allowance.look_at(f"person/{known.id}", look)


async def ask_secret(visit: Visit, question: Message) -> str:
    """What is typed without being shown; empty when the person would rather not."""
    if not visit.terminal.hides:
        visit.say(message("Your terminal shows what you type: see that nobody looks on."))
    return await visit.ask(question, is_secret=True)


async def _holder(visit: Visit, name: str) -> Person | None:
    id = await visit.service.directory.find_holder(name)
    return await visit.service.directory.person(id) if id is not None else None


async def free_name(visit: Visit, text: str) -> str:
    """A name that nobody else has, nor one that reads like it. Raises: Refused, JournalError."""
    name = house_name(text)
    _check_free(visit, name, await _holder(visit, name))
    return name


def _check_free(visit: Visit, name: str, holder: Person | None) -> None:
    """Raises Refused where somebody has that name. Nothing is to be awaited between this and having the name."""
    if holder is not None and holder.id != visit.visitor.id:
        if is_same(holder.name, name):
            raise Refused("{name} is taken by somebody who has registered it: please take another.", name=name)
        raise _reads_alike(name)
    for other in visit.service.presence.named(name):
        is_self = other is visit.company.present or (other.person and other.person == visit.visitor.id)
        if not is_self:
            if is_same(other.name, name):
                raise Refused("Somebody in the house is called {name} already: please take another name.", name=name)
            raise _reads_alike(name)


async def name_again(visit: Visit, name: str) -> str:
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


def _reads_alike(name: str) -> Refused:
    return Refused("{name} reads like a name that somebody has: please take another.", name=name)
