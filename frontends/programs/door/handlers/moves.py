"""What is done at a table where one is."""

from core.base.message import message
from core.games.features.bots import NORMAL
from core.sessions.at_table import play, stand_in, watching
from core.sessions.others import conversation
from core.table import (
    Abandon as ToAbandon,
)
from core.table import (
    AnswerStandIn,
    Command,
    TakeSeatBack,
)
from core.table import Redo as ToRedo
from core.table import Resign as ToResign
from core.table import Restart as ToRestart
from core.table import Return as ToReturn
from frontends.programs.door.program import Handlers, Program
from frontends.programs.door.refusals import Denied
from frontends.programs.door.views import spelled
from frontends.programs.protocol.answers import Ack, Advice, Code
from frontends.programs.protocol.requests import (
    Abandon,
    Admit,
    Allow,
    Answer,
    AtTable,
    Back,
    Hint,
    Mark,
    Play,
    Redo,
    Resign,
    Restart,
    Return,
    Say,
    Standin,
    Takeback,
    Watching,
)
from frontends.programs.protocol.wording import said

NOT_YET = message("Table {id} has only {n} records so far: play at the last one you were sent.")


async def move(program: Program, asked: Play) -> Ack:
    """Make a move."""
    seat = program.place(asked.table).seat
    if asked.at > seat.seq:
        raise Denied(Code.MOVED_ON, NOT_YET.filled(id=seat.id, n=seat.seq))
    return Ack(id=asked.id, at=await seat.play_once(asked.text, asked.id, seen=asked.at), table=seat.id)


async def take_back(program: Program, asked: Takeback) -> Ack:
    """Take back the last move, or ask for it."""
    seat = program.place(asked.table).seat
    seen = None if asked.at is None else min(asked.at, seat.seq)
    await play.undo(seat, seen=seen)
    return _done(program, asked)


async def answer(program: Program, asked: Answer) -> Ack:
    """Let the other take back a move, or not."""
    await play.answer(program.place(asked.table).seat, yes=asked.yes)
    return _done(program, asked)


async def _submit(program: Program, asked: AtTable, command: Command) -> Ack:
    await program.place(asked.table).seat.submit(command)
    return _done(program, asked)


def _done(program: Program, asked: AtTable) -> Ack:
    return Ack(id=asked.id, at=program.place(asked.table).seat.seq, table=asked.table)


async def redo(program: Program, asked: Redo) -> Ack:
    """Make it again."""
    return await _submit(program, asked, ToRedo(whole_reset=True))


async def restart(program: Program, asked: Restart) -> Ack:
    """Take back everything."""
    return await _submit(program, asked, ToRestart())


async def resign(program: Program, asked: Resign) -> Ack:
    """Give up."""
    return await _submit(program, asked, ToResign())


async def abandon(program: Program, asked: Abandon) -> Ack:
    """Close a game that nobody goes on with."""
    return await _submit(program, asked, ToAbandon())


async def mark(program: Program, asked: Mark) -> Ack:
    """Set a bookmark."""
    await play.mark(program.place(asked.table).seat, asked.name)
    return _done(program, asked)


async def return_(program: Program, asked: Return) -> Ack:
    """Go back to a bookmark."""
    return await _submit(program, asked, ToReturn(asked.name))


async def hint(program: Program, asked: Hint) -> Advice:
    """Ask what to play."""
    seat = program.place(asked.table).seat
    found = await play.hint(seat)
    move = spelled(seat.game.name, found.move)
    return Advice(id=asked.id, table=seat.id, move=move, said=said(found.said, program.words, seat.view.names))


async def have_played(program: Program, asked: Standin) -> Ack:
    """Ask that somebody plays here."""
    seat = program.place(asked.table).seat
    if asked.name:
        await stand_in.ask_for_person(seat, asked.name, after=asked.after)
    else:
        await stand_in.ask_for_computer(seat, asked.level or NORMAL, after=asked.after)
    return _done(program, asked)


async def allow(program: Program, asked: Allow) -> Ack:
    """Agree to the other's stand-in, or not."""
    return await _submit(program, asked, AnswerStandIn(asked.yes))


async def back(program: Program, asked: Back) -> Ack:
    """Take the seat back, or give it back."""
    await program.place(asked.table).seat.submit(TakeSeatBack())
    return Ack(id=asked.id, table=asked.table)  # Who gave it back is not there any more.


async def let_watch(program: Program, asked: Watching) -> Ack:
    """Say who may look on."""
    seat = program.place(asked.table).seat
    await watching.set_watching(seat, policy=asked.policy, delay=asked.delay)
    return _done(program, asked)


async def admit(program: Program, asked: Admit) -> Ack:
    """Let somebody look on."""
    await watching.admit(program.place(asked.table).seat, asked.name)
    return _done(program, asked)


async def say(program: Program, asked: Say) -> Ack:
    """Talk at the table."""
    own = await conversation.say(program.place(asked.table).seat, asked.text)
    return Ack(id=asked.id, table=asked.table, said=[program.said(own)] if own else [])


HANDLERS: Handlers = {
    Play: move, Takeback: take_back, Redo: redo, Restart: restart, Answer: answer, Resign: resign, Abandon: abandon,
    Mark: mark, Return: return_, Hint: hint, Standin: have_played, Allow: allow, Back: back, Watching: let_watch,
    Admit: admit, Say: say,
}  # fmt: skip
