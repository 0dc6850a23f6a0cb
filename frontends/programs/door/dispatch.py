"""A line that a program has sent: what it asks is done, and answered."""

import logging

from core.base.game import Refused
from core.base.message import Message, message
from core.duels.rules import ONLY_PLAYED
from frontends.programs.door.handlers import HANDLERS
from frontends.programs.door.program import Program
from frontends.programs.door.refusals import Denied, code_of, sentence_of
from frontends.programs.protocol.answers import house
from frontends.programs.protocol.answers.answer import Answer
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.lines import Garbage, read
from frontends.programs.protocol.requests.identity import Hello
from frontends.programs.protocol.requests.request import Request
from frontends.server.logs import warn_seldom
from journal import Damaged, JournalError

_LOG = logging.getLogger("parlour.programs")
HELLO_FIRST = message("Say hello first: who you are, and which protocol you speak.")
HELLO_AGAIN = message("You said hello already. To be somebody else, connect again.")
GARBAGE = message("Your program sends lines that are no requests, so the house hangs up.")
FAULT = message("Something went wrong in this house, and it has been noted.")


async def take(program: Program, line: bytes) -> None:
    """Do what a line asks. Raises nothing that a program could cause."""
    program.session.note_input()
    if (objection := program.session.objection) is not None:
        program.part(Code.SHUT_OUT, objection)
        return
    match read(line):
        case Garbage() as garbage:
            _strike(program, garbage)
        case request:
            program.strikes = 0
            await _answer(program, request)
    if not program.is_over:
        await program.settle()


def _strike(program: Program, garbage: Garbage) -> None:
    program.strikes += 1
    program.tell(house.Refused(id=garbage.id, code=garbage.code, said=program.said(garbage.said)))
    if program.strikes >= program.session.allowance.budget.garbage_lines:
        program.part(Code.GARBAGE, GARBAGE)


async def _answer(program: Program, request: Request) -> None:
    try:
        answer = await _do(program, request)
        if answer is not None:
            program.tell(answer)
    except (Refused, JournalError) as error:
        if isinstance(error, Damaged):
            warn_seldom(str(error))
        _refuse(program, request, code_of(error, request), sentence_of(error))
    except Exception:  # A fault of ours costs the program this answer, and nobody else anything.
        _LOG.exception("A program could not be answered.")
        _refuse(program, request, Code.FAILED, FAULT)


async def _do(program: Program, request: Request) -> Answer | None:
    if isinstance(request, Hello) and program.protocol:
        raise Denied(Code.HELLO, HELLO_AGAIN)
    if not isinstance(request, Hello) and not program.protocol:
        raise Denied(Code.HELLO, HELLO_FIRST)
    if program.may_ask is not None and type(request) not in program.may_ask:
        raise Denied(Code.REFUSED, ONLY_PLAYED)
    return await HANDLERS[type(request)](program, request)


def _refuse(program: Program, request: Request, code: Code, why: Message) -> None:
    program.tell(house.Refused(id=request.id, code=code, said=program.said(why)))
