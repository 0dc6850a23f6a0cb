"""Coming in by a name: as a guest who has it for as long as they are in, or as the one who has registered it."""

from __future__ import annotations

from functools import partial

from core import passwords
from core.game import Refused
from core.message import Message, message
from core.names import is_same
from core.people import Person
from frontends.visit.liking import bring
from frontends.visit.namesakes import check_free, holder_of
from frontends.visit.naming import house_name
from frontends.visit.visit import Visit


async def come_in(visit: Visit, text: str) -> None:
    """Be called so; whoever has registered the name is asked for the password. Raises: Refused, JournalError."""
    name = house_name(text)
    holder = await holder_of(visit, name)
    if holder is not None and holder.password and is_same(holder.name, name):
        await sign_in(visit, holder)
        return
    check_free(visit, name, holder)
    visit.be_called(name)


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
