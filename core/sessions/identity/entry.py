"""Coming in by a name: as a guest who has it for as long as they are in, or as the one who has registered it."""

import attrs
from msgspec import Struct

from core.base.game import Refused
from core.base.message import Message, counted
from core.house.name_expiry import has_lapsed
from core.moderation.bans import time_of
from core.people import passwords
from core.people.directory import read_code
from core.people.look_alike_names import is_same
from core.people.persons import Person, WrongPasswords, is_home, stream_of
from core.sessions import preferences
from core.sessions.identity.free_names import free_name, holder_of, not_held
from core.sessions.identity.name_rules import house_name
from core.sessions.limits import Limit
from core.sessions.session import Session


class Registered(Struct, frozen=True):
    """Somebody has registered the name that was said: their password is wanted."""

    person: Person
    is_unused: bool
    """Whether nobody ever played with it for so long that it goes to whoever wants it."""


async def come_in(session: Session, text: str) -> Registered | None:
    """Be called so, unless somebody has registered that name. Raises: Refused, JournalError."""
    name = house_name(text)
    holder = await holder_of(session, name)
    if holder is not None and holder.password and is_same(holder.name, name):
        days = session.allowance.budget.unused_name_days
        return Registered(holder, await has_lapsed(session.service, holder.id, days))
    session.be_called(await not_held(session, name, holder))
    return None


async def be_guest(session: Session, text: str) -> None:
    """Be called so, without a password. Raises: Refused where somebody has that name; JournalError."""
    session.be_called(await free_name(session, text))


async def sign_in(session: Session, known: Person, password: str) -> WrongPasswords:
    """Be somebody who has registered. Returns: what others tried meanwhile. Raises: Refused, JournalError."""
    if not await is_password(session, password, known):
        session.mistyped = {**session.mistyped, known.id: session.mistyped.get(known.id, 0) + 1}
        await session.service.failed_sign_ins.note_wrong(known.id)
        raise Refused("That is not the password of {name}. To try again, type the name.", name=known.name)
    return await _become(session, known)


def tell_tried(found: WrongPasswords) -> Message:
    """What somebody is told of wrong passwords that others typed for their name."""
    return counted(
        "Somebody else typed a wrong password for your name, {n} time since {time}.",
        "Somebody else typed a wrong password for your name, {n} times since {time}.",
        found.count, time=time_of(found.since),
    )  # fmt: skip


def is_reset_code(session: Session, known: Person, typed: str) -> bool:
    """Whether that is the code that an operator gave in place of a lost password. Raises: Refused.

    Nobody guesses one, so it is no try.
    """
    if not known.can_reset(_letters(typed), session.service.now()):
        return False
    session.allowance.spend(Limit.CHECKS, "")
    return True


async def reset_password(session: Session, known: Person, code: str, password: str) -> WrongPasswords:
    """Set another password with a code, which is used up then, and sign in. Returns and raises as `sign_in`."""
    digest = await make_digest(session, password, known.name, stream_of(known.id))
    await session.service.directory.reset_password(known.id, _letters(code), digest)
    session.allowance.note_right(stream_of(known.id))
    return await _become(session, known)


def _letters(code: str) -> str:
    """The secret in a code, however it was typed."""
    return read_code(f"-{code}")[1]


async def _become(session: Session, known: Person) -> WrongPasswords:
    tried = await session.service.failed_sign_ins.tell(known.id)
    session.visitor.become(known.id, "", is_program=known.is_program)
    session.persons |= {known.id}
    session.name = known.name
    await note_home(session, known.id)
    await preferences.bring(session, known)
    own = session.mistyped.get(known.id, 0)  # Nobody is told of those.
    return attrs.evolve(tried, count=max(0, tried.count - own))


async def make_digest(session: Session, password: str, name: str, of: str = "") -> str:
    """The digest of a new password; `of` is the stream of whoever had one before. Raises: Refused."""
    passwords.check_password(password, name)
    if not of:
        session.allowance.take_new_name()

    async def make() -> str:
        async with session.allowance.turn(of, is_home=bool(of)):
            return await passwords.digest_of(password)

    return await session.audience.unless_gone(make)


async def is_password(session: Session, password: str, known: Person) -> bool:
    """Whether this is somebody's password. Raises: Refused after too many wrong ones."""
    of, at_home = stream_of(known.id), is_home(known.homes, session.allowance.network)

    async def look() -> bool:
        async with session.allowance.turn(of, is_home=at_home):
            return await passwords.is_right(password, known.password)

    return await session.audience.unless_gone(lambda: session.allowance.look_at(of, look, is_home=at_home))


async def note_home(session: Session, id: str) -> None:
    """Have strangers lock a person out no more where they came in just now. Raises: JournalError."""
    if session.allowance.network and session.allowance.budget.keep_networks:
        await session.service.directory.note_home(id, session.allowance.network)
