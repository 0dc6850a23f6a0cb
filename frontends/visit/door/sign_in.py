"""Coming in by a name: as a guest who has it for as long as they are in, or as the one who has registered it."""

from __future__ import annotations

from core.base.game import Refused
from core.base.message import Message, counted, message
from core.base.token_bucket import Kind
from core.house.name_expiry import has_lapsed
from core.moderation.bans import time_of
from core.moderation.failed_sign_ins import others
from core.people import passwords
from core.people.directory import read_code
from core.people.home_networks import is_home
from core.people.names import is_same
from core.people.persons import Person, WrongPasswords, stream_of
from frontends.visit.door.name_rules import house_name
from frontends.visit.door.names_taken import check_free, holder_of, lapses
from frontends.visit.everywhere.kept_preferences import bring
from frontends.visit.visit import Visit

UNUSED = message("{name} is registered, but was never played with. Type its password, or Enter to take the name:")


async def come_in(visit: Visit, text: str) -> None:
    """Be called so; whoever has registered the name is asked for the password. Raises: Refused, JournalError."""
    name = house_name(text)
    holder = await holder_of(visit, name)
    if holder is not None and holder.password and is_same(holder.name, name):
        if not await has_lapsed(visit.service, holder.id, visit.allowance.budget.unused_name_days):
            await sign_in(visit, holder)
            return
        if await _is_own(visit, holder):
            return
    if holder is not None and await lapses(visit, holder):
        holder = None
    check_free(visit, name, holder)
    visit.be_called(name)


async def _is_own(visit: Visit, holder: Person) -> bool:
    """Ask for the password of a name that goes to whoever wants it; without it, it is not theirs. Raises: Refused."""
    password = await ask_secret(visit, UNUSED.filled(name=holder.name))
    if password:
        await _enter(visit, holder, password)
    return bool(password)


async def sign_in(visit: Visit, known: Person) -> None:
    """Be somebody who has registered. Raises: Refused."""
    password = await ask_secret(visit, message("{name} is registered. Password:", name=known.name))
    if not password:
        raise Refused("{name} is registered: without the password, please take another name.", name=known.name)
    await _enter(visit, known, password)


async def _enter(visit: Visit, known: Person, password: str) -> None:
    """Come in with a password, or with the code that an operator gave in its place. Raises: Refused."""
    own = visit.mistyped[known.id]
    if known.can_reset(code := _letters(password), visit.service.now()):
        await _reset(visit, known, code)
    elif not await is_password(visit, password, known):
        visit.mistyped[known.id] += 1
        await visit.service.strangers.note_wrong(known.id)
        raise Refused("That is not the password of {name}: type the name to try again.", name=known.name)
    found = others(await visit.service.strangers.tell(known.id), own)
    visit.visitor.become(known.id, "")
    visit.persons |= {known.id}
    visit.name = known.name
    await note_home(visit, known.id)
    await bring(visit, known)
    if found.count:
        visit.farewell(visit.words.say(_tried(found)))


def _tried(found: WrongPasswords) -> Message:
    return counted(
        "Somebody else typed a wrong password for your name, {n} time since {time}.",
        "Somebody else typed a wrong password for your name, {n} times since {time}.",
        found.count, time=time_of(found.since),
    )  # fmt: skip


def _letters(code: str) -> str:
    """The secret in a code, however it was typed."""
    return read_code(f"-{code}")[1]


async def _reset(visit: Visit, known: Person, code: str) -> None:
    """Set another password with a code, which is used up then. Nobody guesses one, so it is no try. Raises: Refused."""
    visit.allowance.spend(Kind.CHECKS, "")
    visit.say(message("That code is right: choose another password."))
    digest = await new_digest(visit, known.name, stream_of(known.id))
    await visit.service.directory.reset_password(known.id, code, digest)
    visit.allowance.note_right(stream_of(known.id))


async def new_digest(visit: Visit, name: str, of: str = "") -> str:
    """Of a password that is typed twice; `of` is the stream of whoever had one before. Raises: Refused."""
    passwords.check_possible()
    password = await ask_secret(visit, message("A password for {name}:", name=name))
    passwords.check_password(password, name)
    if await ask_secret(visit, message("The same again:")) != password:
        raise Refused("Those were two different passwords: please begin again.")
    if not of:
        visit.allowance.take_new_name()

    async def make() -> str:
        async with visit.allowance.turn(of, is_home=bool(of)):
            return await passwords.digest_of(password)

    return await visit.unless_gone(make)


async def is_password(visit: Visit, password: str, known: Person) -> bool:
    """Whether this is somebody's password. Raises: Refused after too many wrong ones."""
    of, at_home = stream_of(known.id), is_home(known.homes, visit.allowance.network)

    async def look() -> bool:
        async with visit.allowance.turn(of, is_home=at_home):
            return await passwords.is_right(password, known.password)

    return await visit.unless_gone(lambda: visit.allowance.look_at(of, look, is_home=at_home))


async def note_home(visit: Visit, id: str) -> None:
    """Have strangers lock a person out no more where they came in just now. Raises: JournalError."""
    if visit.allowance.network and visit.allowance.budget.keep_networks:
        await visit.service.directory.note_home(id, visit.allowance.network)


async def ask_secret(visit: Visit, question: Message) -> str:
    """What is typed without being shown; empty when the person would rather not."""
    if not visit.terminal.hides:
        visit.say(message("Your terminal shows what you type: see that nobody looks on."))
    return await visit.ask(question, is_secret=True)
