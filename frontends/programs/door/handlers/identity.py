"""Saying who one is, and being it."""

from core.base.message import message
from core.games import GAMES
from core.sessions.arrival import resumption
from core.sessions.identity import entry, registration
from core.sessions.identity.name_rules import read_name
from core.sessions.identity.visitor import Resident
from frontends.locale.language import language, language_code
from frontends.programs.door.program import GOODBYE, Handlers, Program
from frontends.programs.door.refusals import Denied, denied
from frontends.programs.protocol.answers import Ack, Code, Welcome
from frontends.programs.protocol.requests import OLDEST, PROTOCOL, Bye, Forget, Hello, Register, Rename

WRONG_PROTOCOL = message("This house speaks protocols {oldest} to {newest}.", oldest=OLDEST, newest=PROTOCOL)
NO_LANGUAGE = message("That language is not spoken here, so you are answered in English.")
NEEDS_PASSWORD = message("{name} is registered: send its password, or take another name.")
WHO = message("Send a name, or the code of a seat.")


async def hello(program: Program, asked: Hello) -> Welcome:
    """Come in."""
    if not OLDEST <= asked.protocol <= PROTOCOL:
        raise Denied(Code.PROTOCOL, WRONG_PROTOCOL)
    code = language_code(asked.language)
    program.words = language(code)
    table = await _come_in(program, asked)
    program.protocol, program.wants_moves = asked.protocol, asked.moves
    session = program.session
    session.show_up()
    return Welcome(
        id=asked.id, protocol=program.protocol, name=session.name, guest=session.visitor.is_guest,
        language=program.words.code, table=table, games=list(GAMES),
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
            await entry.sign_in(session, registered.person, asked.password)
    elif registered.is_unused:
        await entry.be_guest(session, asked.name)
    else:
        raise Denied(Code.PASSWORD, NEEDS_PASSWORD.filled(name=registered.person.name))
    return ""


async def register(program: Program, asked: Register) -> Ack:
    """Keep one's name."""
    await registration.register(program.session, asked.password)
    return Ack(id=asked.id)


async def rename(program: Program, asked: Rename) -> Ack:
    """Be called otherwise."""
    await registration.rename(program.session, asked.name)
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


HANDLERS: Handlers = {Hello: hello, Register: register, Rename: rename, Forget: forget, Bye: bye}
