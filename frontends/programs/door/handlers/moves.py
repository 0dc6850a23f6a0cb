"""What is done at a table where one is."""

from core.base.message import message
from core.games.features.bots import NORMAL
from core.sessions.arrival import tables
from core.sessions.at_table import correspondence, play, stand_in, watching
from core.sessions.others import rematch
from core.table import Abandon as ToAbandon
from core.table import AnswerStandIn, Command, TakeSeatBack
from core.table import Redo as ToRedo
from core.table import Resign as ToResign
from core.table import Restart as ToRestart
from core.table import Return as ToReturn
from frontends.programs.door.program import Handler, Handlers, Program
from frontends.programs.door.refusals import Denied
from frontends.programs.protocol.answers.codes import Code
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.answers.questions import Plans, Reply
from frontends.programs.protocol.requests.moves import (
    Abandon,
    Admit,
    Allow,
    Answer,
    Back,
    Mark,
    Plan,
    Play,
    Redo,
    Resign,
    Restart,
    Return,
    Standin,
    Takeback,
    Watching,
)
from frontends.programs.protocol.requests.request import AtTable

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
    await (play.undo(seat, seen=seen) if asked.moves == 1 else play.take_back(seat, asked.moves, seen=seen))
    return _done(program, asked)


async def answer(program: Program, asked: Answer) -> Ack:
    """Let the other take back a move, or not."""
    await play.answer(program.place(asked.table).seat, yes=asked.yes)
    return _done(program, asked)


def _always(command: Command) -> Handler:
    """What does the same at each table."""

    async def submit(program: Program, asked: AtTable) -> Ack:
        return await _submit(program, asked, command)

    return submit


async def _submit(program: Program, asked: AtTable, command: Command) -> Ack:
    await program.place(asked.table).seat.submit(command)
    return _done(program, asked)


def _done(program: Program, asked: AtTable) -> Ack:
    return Ack(id=asked.id, at=program.place(asked.table).seat.seq, table=asked.table)


async def restart(program: Program, asked: Restart) -> Ack | None:
    """Take back everything, or deal again what is over."""
    seat = program.place(asked.table).seat
    if seat.view.outcome is None:
        return await _submit(program, asked, ToRestart())
    program.check_room()
    await program.go(await tables.open_table(program.session, rematch.same_deal(seat)), asked)
    return None


async def mark(program: Program, asked: Mark) -> Ack:
    """Set a bookmark."""
    await play.mark(program.place(asked.table).seat, asked.name)
    return _done(program, asked)


async def return_(program: Program, asked: Return) -> Ack:
    """Go back to a bookmark."""
    return await _submit(program, asked, ToReturn(asked.name))


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


async def plan(program: Program, asked: Plan) -> Plans:
    """Plan a reply, or hear what is planned."""
    seat = program.place(asked.table).seat
    if asked.off:
        await correspondence.drop_plans(seat)
    planning = (
        correspondence.plan(seat, f"{asked.when} then {asked.then}") if asked.then else correspondence.plans(seat)
    )
    found = [Reply(when=one.when, then=one.then) for one in await planning]
    return Plans(id=asked.id, table=asked.table, plans=found)


HANDLERS: Handlers = {
    Play: move, Takeback: take_back, Redo: _always(ToRedo(whole_reset=True)), Restart: restart, Answer: answer,
    Resign: _always(ToResign()), Abandon: _always(ToAbandon()), Mark: mark, Return: return_, Standin: have_played,
    Allow: allow, Back: back, Watching: let_watch, Admit: admit, Plan: plan,
}  # fmt: skip
