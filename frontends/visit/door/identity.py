"""Saying who one is: a free name, or one with its password; making a name one's own, and giving it up again."""

from core.base.game import Refused
from core.base.message import Message, message
from core.people import passwords
from core.people.persons import Person
from core.sessions.identity import entry, programs, registration
from frontends.visit.action import Action
from frontends.visit.destination import Out
from frontends.visit.room import Room
from frontends.visit.visit import Visit

UNUSED = message("{name} is registered but was never used. Type its password, or press Enter to take the name:")


async def come_in(visit: Visit, text: str) -> None:
    """Take this name; if it is registered, the password is asked for. Raises: Refused, JournalError."""
    registered = await entry.come_in(visit.session, text)
    if registered is None:
        return
    known = registered.person
    question = UNUSED if registered.is_unused else message("{name} is registered. Password:")
    password = await ask_secret(visit, question.filled(name=known.name))
    if password:
        await _sign_in(visit, known, password)
    elif registered.is_unused:
        await entry.be_guest(visit.session, text)
    else:
        raise Refused("{name} is registered: without the password, please take another name.", name=known.name)


async def _sign_in(visit: Visit, known: Person, password: str) -> None:
    """Come in with a password, or with the code that an operator gave in its place. Raises: Refused."""
    if entry.is_reset_code(visit.session, known, password):
        visit.say(message("That code is right. Choose a new password."))
        new = await ask_new_password(visit, known.name)
        tried = await entry.reset_password(visit.session, known, password, new)
    else:
        tried = await entry.sign_in(visit.session, known, password)
    if tried.count:
        visit.farewell(entry.tell_tried(tried))


async def ask_new_password(visit: Visit, name: str) -> str:
    """A password that is typed twice. Raises: Refused."""
    passwords.check_possible()
    password = await ask_secret(visit, message("Choose a password for {name}:", name=name))
    passwords.check_password(password, name)
    if await ask_secret(visit, message("The same password again:")) != password:
        raise Refused("Those were two different passwords: please start again.")
    return password


async def ask_secret(visit: Visit, question: Message) -> str:
    """What is typed without being shown; empty if the person types nothing."""
    if not visit.terminal.hides:
        visit.say(message("Your terminal shows what you type: make sure nobody is watching."))
    return await visit.ask(question, is_secret=True)


async def register(room: Room, rest: str) -> None:
    """Register one's name, with a password."""
    visit, session = room.visit, room.visit.session
    await registration.check_free(session)
    await registration.register(session, await ask_new_password(visit, session.name))
    yours = message("{name} is yours. Next time, type it at the door, then your password: you need no code.")
    visit.say(yours.filled(name=session.name))


async def password(room: Room, rest: str) -> None:
    """Another password."""
    visit = room.visit
    proof = await registration.prove(visit.session, await ask_secret(visit, message("Your present password:")))
    await registration.change_password(proof, await ask_new_password(visit, proof.person.name))
    visit.say(message("Your password is changed."))


async def forget(room: Room, rest: str) -> Out:
    """Have everything dropped that is one's own."""
    visit = room.visit
    if rest.lower() != "me":
        raise Refused("Type forget me to delete everything that is yours.")
    question = message(
        "Your games stay, without your name. Delete your name, your settings and the talk where you spoke, forever?"
    )
    if programs.objection(visit.session) is None and await programs.owned(visit.session):
        visit.say(message("Your bots would be deleted, too."))
    if not await visit.confirm(question):
        raise Refused("Nothing was deleted.")
    await registration.forget(visit.session)
    visit.farewell(message("You are forgotten here. Good-bye."))
    return Out()


ACTIONS: tuple[Action[Room], ...] = (
    Action(
        "register",
        register,
        message("keep your name, with a password"),
        unless=lambda room: registration.unless_guest(room.visit.session),
    ),
    Action(
        "password",
        password,
        message("change your password"),
        unless=lambda room: registration.unless_registered(room.visit.session),
    ),
    Action("forget", forget, message("delete everything that is yours"), takes="me", has_own_words=True),
)
"""Of the lobby: what makes a name one's own, and what gives it up."""
