"""Making a name one's own, changing its password and the name itself, and having everything forgotten."""

from msgspec import Struct

from core.base.game import Refused, refuse_if
from core.base.message import Message, message
from core.house import erasure
from core.people.directory import read_code
from core.people.persons import Person, stream_of
from core.sessions.identity import free_names, programs
from core.sessions.identity.entry import is_password, make_digest, note_home
from core.sessions.limits import FORGETTING, Limit
from core.sessions.session import Session

COST = 20.0
"""Records that a new password costs of what a person and an address may write: a digest is dear."""
NO_GUEST = message("You have registered already. To change your password: password. To change your name: name")
NO_REGISTERED = message("You are a guest. To keep your name: register")


def unless_guest(session: Session) -> Message | None:
    """Why somebody cannot register."""
    return None if session.visitor.is_guest else NO_GUEST


def unless_registered(session: Session) -> Message | None:
    """Why somebody has no password to change."""
    return NO_REGISTERED if session.visitor.is_guest else None


async def registered(session: Session, at_home: Message, as_guest: Message) -> str:
    """The id of somebody in a house, of whom others know who they are. Raises: Refused with one of those for all
    others."""
    if session.is_home:
        raise Refused(at_home)
    if session.visitor.is_guest:
        raise Refused(as_guest)
    return await session.identify()


async def check_free(session: Session) -> None:
    """Raises Refused for whom their name cannot be registered now; JournalError."""
    await free_names.free_name(session, session.name)
    session.allowance.check_new_name()


async def register(session: Session, password: str) -> None:
    """Have one's name for good. Raises: Refused, JournalError."""
    refuse_if(unless_guest(session))
    await check_free(session)
    session.spend(Limit.RECORDS, COST)
    name = session.name
    digest = await make_digest(session, password, name)
    id = await session.identify()
    await session.service.register(id, name, digest)
    session.visitor.become(id, "", is_program=session.visitor.is_program)
    session.allowance.note_right(stream_of(id))
    await note_home(session, id)
    session.codes = tuple(read_code(code)[0] for code in session.codes)
    session.show_up()


class Proof(Struct, frozen=True):
    """A session's person has typed their password just now."""

    session: Session
    person: Person


async def prove(session: Session, password: str) -> Proof:
    """Show that one is who has registered the name. Raises: Refused, JournalError."""
    refuse_if(unless_registered(session))
    known = await session.service.directory.person(session.visitor.id)
    if not await is_password(session, password, known):
        raise Refused("That is not your password, so it did not change.")
    session.spend(Limit.RECORDS, COST)
    return Proof(session, known)


async def change_password(proof: Proof, password: str) -> None:
    """Have another password. Raises: Refused, JournalError."""
    known = proof.person
    digest = await make_digest(proof.session, password, known.name, stream_of(known.id))
    await proof.session.service.directory.set_password(known.id, digest)


async def rename(session: Session, text: str) -> None:
    """Be called otherwise. Raises: Refused, JournalError."""
    name = await free_names.free_name(session, text)
    if session.visitor.id:
        session.spend(Limit.RECORDS)
    await free_names.take_name(session, name)


async def forget(session: Session) -> None:
    """Have everything dropped that is one's own; the session is over then. Raises: Refused, JournalError."""
    session.spend(Limit.RECORDS, FORGETTING)
    id = await session.identify()
    await programs.shut_out_all(session)
    await erasure.forget(session.service, id, session.persons, at_once=False)
    session.service.forget_names()
    session.leave()
    session.service.last_seen.forget(id)  # Again, for by leaving they were seen.
