"""Accounts for programs, made by the person who answers for them."""

from core.sessions.identity import programs
from frontends.programs.door.program import Handlers, Program, by_name
from frontends.programs.protocol.answers.bots import Programs, Token
from frontends.programs.protocol.requests.bots import Bots, Dropbot, Newbot, Newtoken


async def make(program: Program, asked: Newbot) -> Token:
    """Make one."""
    made = await programs.make(program.session, asked.name)
    return Token(id=asked.id, name=made.name, token=made.token)


async def renew(program: Program, asked: Newtoken) -> Token:
    """Have another token for one."""
    made = await programs.renew(program.session, asked.name)
    return Token(id=asked.id, name=made.name, token=made.token)


async def owned(program: Program, asked: Bots) -> Programs:
    """Which there are."""
    return Programs(id=asked.id, names=[one.name for one in await programs.owned(program.session)])


HANDLERS: Handlers = {Newbot: make, Newtoken: renew, Dropbot: by_name(programs.drop), Bots: owned}
