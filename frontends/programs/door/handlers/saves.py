"""What is kept of games."""

from core.base.message import message
from core.base.text import plain
from core.sessions.arrival import resumption
from core.sessions.at_table import play
from core.sessions.session import Session
from frontends.programs.door.program import Handlers, Program
from frontends.programs.door.refusals import Denied
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.answers.saves import Bookmark, MarkedTable, Piece, Saved
from frontends.programs.protocol.requests.saves import Export, Fork, Import, Saves

PIECE = 24 * 1024
"""Bytes of a game in one line, so that the same line can be sent back."""
LARGEST = 16 << 20
TOO_LARGE = message("That is too large for a game.")


async def saves(program: Program, asked: Saves) -> Saved:
    """What was marked."""
    codes = (asked.code.lower(),) if asked.code else program.session.codes
    found = [await resumption.saves(program.session, code) for code in codes]
    return Saved(
        id=asked.id,
        tables=[
            MarkedTable(
                table=one.table, title=one.title, code=one.code,
                marks=[Bookmark(name=name, moves=moves) for name, moves in one.marks],
            )
            for one in found
        ],
    )  # fmt: skip


async def fork(program: Program, asked: Fork) -> None:
    """Go on from a mark, as practice."""
    program.check_room()
    code = asked.code.lower() or _last(program.session)
    await program.go(await resumption.fork(program.session, code, plain(asked.name), program.words.say), asked)


async def export(program: Program, asked: Export) -> Piece:
    """A piece of the game."""
    whole = await play.exported(program.place(asked.table).seat)
    end = asked.start + PIECE
    while end < len(whole) and whole[end] & 0xC0 == 0x80:  # In the middle of a character.
        end += 1
    text = whole[asked.start : end].decode(errors="replace")
    return Piece(id=asked.id, table=asked.table, text=text, next=end if end < len(whole) else 0)


async def bring_in(program: Program, asked: Import) -> Ack:
    """A piece of a game; the last one brings it in."""
    whole, program.brought = program.brought + asked.text.encode(), b""
    if len(whole) > LARGEST:
        raise Denied(Code.LIMIT, TOO_LARGE)
    if asked.more and program.session.is_home:
        program.brought = whole
        return Ack(id=asked.id)
    return Ack(id=asked.id, table=await resumption.bring_in(program.session, whole))


def _last(session: Session) -> str:
    if not session.codes:
        raise Denied(Code.CODE, resumption.NO_SEAT)
    return session.codes[-1]


HANDLERS: Handlers = {Saves: saves, Fork: fork, Export: export, Import: bring_in}
