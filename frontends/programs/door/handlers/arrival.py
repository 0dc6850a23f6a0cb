"""Coming to tables and going from them."""

from core.base.game import Refused
from core.base.message import Message, message
from core.sessions.arrival import order_words, orders, resumption, tables
from core.sessions.others import invitations, rematch
from core.sessions.others.replays_together import Shown
from frontends.programs.door.program import Handlers, Program
from frontends.programs.protocol.answers import Ack, Reason
from frontends.programs.protocol.requests import (
    Accept,
    Invite,
    Join,
    Leave,
    Look,
    Open,
    Order,
    Rematch,
    Resume,
    Seek,
    Watch,
)

NOT_SHOWN = message("That is a replay to see together, which programs cannot: ask for replay instead.")


def order_of(asked: Order) -> orders.Order:
    """What is wanted, read as the same words typed would be. Raises: Refused."""
    words = [f"{name}={value}" for name, value in asked.options.items()]
    words += [f"clock={asked.clock}"] if asked.clock else []
    words += [f"bots={asked.bots}"] if asked.bots else []
    if isinstance(asked, Open):
        words = [*([asked.opponent] if asked.opponent else []), *words, *_of_open(asked)]
    return order_words.read_open([asked.game, *words])


def _of_open(asked: Open) -> list[str]:
    valued = {"level": asked.level, "luck": asked.luck, "deal": asked.deal, "grade": asked.grade}
    alone = {"winnable": asked.winnable, "daily": asked.daily}
    return [f"{name}={value}" for name, value in valued.items() if value] + [name for name, on in alone.items() if on]


async def open_(program: Program, asked: Open) -> None:
    """Open a table."""
    program.check_room()
    await program.go(await tables.open_table(program.session, order_of(asked)), asked)


async def join(program: Program, asked: Join) -> None:
    """Take a free seat."""
    program.check_room()
    await program.go(await tables.join(program.session, asked.table, asked.luck), asked)


async def watch(program: Program, asked: Watch) -> None:
    """Look on."""
    program.check_room()
    await program.go(await tables.watch(program.session, asked.table), asked, asked.since)


async def resume(program: Program, asked: Resume) -> None:
    """Back to one's seat, or to looking on where one did so in this session."""
    session = program.session
    if (here := program.places.get(asked.table)) is not None and here.end is None:
        ref = here.seat.ref
    elif session.is_home:
        ref = await resumption.go_on(session, asked.table)
    else:
        ref = await resumption.resume(session, asked.table)
    await program.go(ref, asked, asked.since)


async def leave(program: Program, asked: Leave) -> Ack:
    """Go from a table."""
    program.place(asked.table)
    await program.leave(asked.table)
    return Ack(id=asked.id, table=asked.table)


async def look(program: Program, asked: Look) -> Ack:
    """See where it stands."""
    place = program.place(asked.table)
    place.show(Reason.ASKED)
    return Ack(id=asked.id, at=place.seat.seq, table=asked.table)


async def seek(program: Program, asked: Seek) -> None:
    """Look for an opponent."""
    program.check_room()
    await program.go(await invitations.seek(program.session, order_of(asked)), asked)


async def invite(program: Program, asked: Invite) -> None:
    """Ask somebody to a table."""
    program.check_room()
    await program.go(await invitations.invite(program.session, asked.name, order_of(asked)), asked)


async def accept(program: Program, asked: Accept) -> Ack | None:
    """Go where one is asked to."""
    program.check_room()
    going = await invitations.accept(program.session, asked.name)
    if isinstance(going, Shown):
        raise Refused(NOT_SHOWN)
    if isinstance(going, Message):
        return Ack(id=asked.id, said=[program.said(going)])
    await program.go(going, asked)
    return None


async def play_again(program: Program, asked: Rematch) -> None:
    """The same once more."""
    program.check_room()
    await program.go(await rematch.rematch(program.place(asked.table).seat, swaps=asked.swap), asked)


HANDLERS: Handlers = {
    Open: open_, Join: join, Watch: watch, Resume: resume, Leave: leave, Look: look, Seek: seek, Invite: invite,
    Accept: accept, Rematch: play_again,
}  # fmt: skip
