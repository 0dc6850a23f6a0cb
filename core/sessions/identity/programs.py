"""Accounts for programs: a person makes them, answers for them, and gives each a token with which it comes in.

A program is called and found as persons are, and shown as a program wherever it is named.
"""

import attrs

from core.base.game import Refused, refuse_if
from core.base.message import Message, message
from core.house import erasure
from core.people.directory import LETTERS, TOKEN_LETTERS, draw_word, read_code, token_of
from core.people.look_alike_names import skeleton
from core.people.persons import Person
from core.sessions import preferences
from core.sessions.identity.free_names import free_name
from core.sessions.limits import FORGETTING, Limit
from core.sessions.session import Session

COST = 5.0
"""Records that a program, or a token, costs of what a person and an address may write."""
LONGEST_ID = 40
NOT_REGISTERED = message("To have bots, keep your name first: register")
AT_HOME = message("You can have bots only in a house that others come to.")
NO_BOTS_OF_BOTS = message("A bot cannot have bots.")
ENDED = message("Your owner deleted this account.")
RENEWED = message("This token is no longer valid: your owner has a new one.")


@attrs.frozen
class Made:
    """A program that has just got a token, which nobody is ever shown again."""

    name: str
    token: str = attrs.field(repr=False)


def objection(session: Session) -> Message | None:
    """Why somebody cannot have programs."""
    if session.is_home:
        return AT_HOME
    if session.visitor.is_program:
        return NO_BOTS_OF_BOTS
    return NOT_REGISTERED if session.visitor.is_guest else None


async def make(session: Session, name: str) -> Made:
    """Make a program of that name. Raises: Refused, JournalError."""
    refuse_if(objection(session))
    name = await free_name(session, name)
    session.spend(Limit.RECORDS, COST)
    session.allowance.take_new_name()
    secret = draw_word(TOKEN_LETTERS)
    most = session.allowance.budget.bots
    made = await session.service.directory.make_program(session.visitor.id, name, secret, most)
    return Made(made.name, token_of(made.id, secret))


async def owned(session: Session) -> tuple[Person, ...]:
    """One's own programs, in the order in which they were made. Raises: Refused, JournalError."""
    refuse_if(objection(session))
    return await session.service.directory.programs_of(session.visitor.id)


async def renew(session: Session, name: str) -> Made:
    """Have another token for a program; the one before is good for nothing now. Raises: Refused, JournalError."""
    known = await _own(session, name)
    session.spend(Limit.RECORDS, COST)
    secret = draw_word(TOKEN_LETTERS)
    await session.service.directory.set_token(known.id, secret)
    _shut_out(session, known.id, RENEWED)
    return Made(known.name, token_of(known.id, secret))


async def drop(session: Session, name: str) -> str:
    """End a program: it is forgotten as a person is. Returns: its name. Raises: Refused, JournalError."""
    known = await _own(session, name)
    session.spend(Limit.RECORDS, FORGETTING)
    _shut_out(session, known.id, ENDED)
    await erasure.forget(session.service, known.id, at_once=False)
    session.service.forget_names()
    return known.name


async def shut_out_all(session: Session) -> None:
    """End the visits of all one's programs, which are going to be forgotten with their owner. Raises: JournalError."""
    for known in await session.service.directory.programs_of(session.visitor.id):
        _shut_out(session, known.id, ENDED)


async def _own(session: Session, name: str) -> Person:
    for known in await owned(session):
        if skeleton(known.name) == skeleton(name):
            return known
    raise Refused("You have no bot of that name. To list yours: bots")


def _shut_out(session: Session, program: str, said: Message) -> None:
    """End the visits of a program in this house."""
    for one in session.service.presence.of(program):
        if isinstance(one.somebody, Session):
            one.somebody.shut_out(said)


async def come_in(session: Session, token: str) -> None:
    """Be the program of a token. Raises: Refused, JournalError.

    A wrong one counts for the address alone: nobody guesses one, so strangers must not be able to lock a program out.
    """
    id, secret = read_code(token)
    if not 0 < len(id) <= LONGEST_ID or set(id) - set(LETTERS):
        id = ""
    known: Person | None = None

    async def look() -> bool:
        nonlocal known
        known = await session.service.directory.person(id) if id else None
        return known is not None and known.has_token(secret)

    if not await session.allowance.look_at(f"tokens at {session.address}", look) or known is None:
        raise Refused("No bot has that token. Its owner gets a new one with: bot token NAME")
    refuse_if(session.service.moderation.objection(known.id, session.address))
    session.visitor.become(known.id, "", is_program=True)
    session.persons |= {known.id}
    session.be_called(known.name)
    await preferences.bring(session, known)
