"""Which word of the list a refusal gets."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.base.game import Refused
from core.base.message import Message
from core.live.decision import Busy, MovedOn
from core.live.repeated_moves import UsedBefore
from core.sessions.arrival.order_words import NO_LUCK
from core.sessions.arrival.resumption import NO_SEAT
from core.sessions.arrival.tables import NOT_AT_HOME
from core.sessions.at_table.seat import LOOKING_ON
from core.sessions.journal_errors import for_visitors
from core.sessions.limits import OVERDRAWN
from core.table.sealed_luck import NO_BOOK, NOT_ALL_SIT, OTHER_LUCK
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.requests.arrival import Look
from frontends.programs.protocol.requests.identity import Hello, Rename
from frontends.programs.protocol.requests.lessons import Try
from frontends.programs.protocol.requests.request import AtTable, Request
from journal import JournalError, OutcomeUnknown

_BY_SENTENCE = {said.template: Code.LIMIT for said in OVERDRAWN.values()} | {
    NO_SEAT.template: Code.CODE,
    LOOKING_ON.template: Code.WATCHING,
    NOT_AT_HOME.template: Code.SEALING,
    NO_BOOK.template: Code.SEALING,
    NO_LUCK.template: Code.SEALING,
    NOT_ALL_SIT.template: Code.TOO_EARLY,
    OTHER_LUCK.template: Code.OTHER_LUCK,
}


class Denied(Refused):
    """A refusal whose word is known."""

    def __init__(self, code: Code, said: Message) -> None:
        super().__init__(said)
        self.code = code


@contextmanager
def denied(code: Code) -> Iterator[None]:
    """Give this word to what is refused in the block, unless the sentence has one of its own."""
    try:
        yield
    except Refused as refused:
        raise Denied(_BY_SENTENCE.get(refused.message.template, code), refused.message) from refused


def code_of(error: Refused | JournalError, request: Request) -> Code:
    """The word for what a request met."""
    match error:
        case Denied():
            return error.code
        case MovedOn():
            return Code.MOVED_ON
        case UsedBefore():
            return Code.USED
        case Busy():
            return Code.BUSY
        case OutcomeUnknown():
            return Code.UNKNOWN
        case JournalError():
            return Code.FAILED
        case Refused():
            return _BY_SENTENCE.get(error.message.template, _usual(request))


def _usual(request: Request) -> Code:
    match request:
        case Hello() | Rename():
            return Code.NAME
        case Look():
            return Code.REFUSED
        case AtTable() | Try():
            return Code.ILLEGAL
        case _:
            return Code.REFUSED


def sentence_of(error: Refused | JournalError) -> Message:
    """What is said of it; nothing of the house's files."""
    return error.message if isinstance(error, Refused) else for_visitors(error)
