"""Saying who one is, and being it."""

from core.base.game import Refused
from core.base.message import message
from core.games import GAMES
from core.people.persons import Person
from core.sessions import preferences
from core.sessions.arrival import resumption
from core.sessions.identity import entry, programs, registration
from core.sessions.identity.name_rules import read_name
from core.sessions.identity.visitor import Resident
from frontends.locale.language import TEMPLATES, language, language_code, offered
from frontends.programs.door.program import GOODBYE, Handlers, Program, by_name
from frontends.programs.door.refusals import Denied, denied
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.answers.house import Ack, Welcome
from frontends.programs.protocol.requests.identity import Bye, Forget, Hello, Language, Password, Register, Rename
from frontends.programs.protocol.version import OLDEST, PROTOCOL

WRONG_PROTOCOL = message("This house speaks protocols {oldest} to {newest}.", oldest=OLDEST, newest=PROTOCOL)
NO_LANGUAGE = message("That language is not spoken here, so you are answered in English.")
NEEDS_PASSWORD = message("{name} is registered: send its password, or take another name.")
NEW_PASSWORD = message("That code is right: send it again with new, the password from now on.")
WHO = message("Send a name, a token, or the code of a seat.")


async def hello(program: Program, asked: Hello) -> Welcome:
    """Come in."""
    if not OLDEST <= asked.protocol <= PROTOCOL:
        raise Denied(Code.PROTOCOL, WRONG_PROTOCOL)
    code = language_code(asked.language)
    program.words = language(code)
    program.session.given = frozenset({"language"} if asked.language else ())
    table = await _come_in(program, asked)
    if not asked.language:
        program.words = language(program.session.preferred.get("language", TEMPLATES))
    program.protocol, program.wants_moves, program.wants_past = asked.protocol, asked.moves, asked.past
    session = program.session
    session.show_up()
    return Welcome(
        id=asked.id, protocol=program.protocol, name=session.name, guest=session.visitor.is_guest,
        bot=session.visitor.is_program, language=program.words.code, table=table, games=list(GAMES),
        said=[] if code or not asked.language else [program.said(NO_LANGUAGE)],
    )  # fmt: skip


async def _come_in(program: Program, asked: Hello) -> str:
    """Be whoever that is. Returns: the id of the table to which a code leads."""
    session = program.session
    if session.name and not session.is_home:  # In a duel programs are called as those who watch it know them.
        return ""
    if session.is_home:
        if asked.name:
            session.be_called(read_name(asked.name))
            session.visitor = Resident(session.service.directory, is_owner=False)
        return ""
    if asked.token:
        with denied(Code.TOKEN):
            await programs.come_in(session, asked.token)
        return ""
    if asked.code:
        with denied(Code.CODE):
            return (await resumption.resume(session, asked.code.lower())).id
    if not asked.name:
        raise Denied(Code.NAME, WHO)
    registered = await entry.come_in(session, asked.name)
    if registered is None:
        return ""
    if asked.password:
        with denied(Code.PASSWORD):
            await _sign_in(program, registered.person, asked)
    elif registered.is_unused:
        await entry.be_guest(session, asked.name)
    else:
        raise Denied(Code.PASSWORD, NEEDS_PASSWORD.filled(name=registered.person.name))
    return ""


async def _sign_in(program: Program, known: Person, asked: Hello) -> None:
    """With the password, or the code that an operator gave in its place."""
    session = program.session
    if entry.is_reset_code(session, known, asked.password):
        if not asked.new:
            raise Refused(NEW_PASSWORD)
        tried = await entry.reset_password(session, known, asked.password, asked.new)
    else:
        tried = await entry.sign_in(session, known, asked.password)
    if tried.count:
        program.be_told(entry.tell_tried(tried))


async def register(program: Program, asked: Register) -> Ack:
    """Keep one's name."""
    await registration.register(program.session, asked.password)
    return Ack(id=asked.id)


async def password(program: Program, asked: Password) -> Ack:
    """Have another password."""
    with denied(Code.PASSWORD):
        proof = await registration.prove(program.session, asked.password)
    await registration.change_password(proof, asked.new)
    return Ack(id=asked.id)


async def speak(program: Program, asked: Language) -> Ack:
    """Be answered in another language, now and later."""
    code = language_code(asked.language)
    if not code:
        raise Refused("Type language and one of: {known}.", known=offered())
    program.words = language(code)
    await preferences.keep(program.session, "language", code)
    return Ack(id=asked.id)


async def forget(program: Program, asked: Forget) -> None:
    """Have everything dropped, and leave."""
    for id in tuple(program.places):
        await program.leave(id)
    await registration.forget(program.session)
    program.tell(Ack(id=asked.id))
    program.part(Code.CLOSING, GOODBYE)


async def bye(program: Program, asked: Bye) -> None:
    """Leave."""
    program.tell(Ack(id=asked.id))
    program.part(Code.CLOSING, GOODBYE)


HANDLERS: Handlers = {
    Hello: hello, Register: register, Password: password, Language: speak,
    Rename: by_name(registration.rename), Forget: forget, Bye: bye,
}  # fmt: skip
