"""Coming to tables and going from them."""

from msgspec.structs import replace

from core.base.message import message
from core.replay.share_codes import read_code
from core.sessions.arrival import order_words, orders, resumption, tables
from core.sessions.arrival.orders import Luck, Sealed
from core.sessions.at_table import sealed_luck, sharing
from core.sessions.others.company import table_meant
from frontends.programs.door.program import Handlers, Program
from frontends.programs.door.refusals import Denied
from frontends.programs.protocol.answers.codes import Code, Reason
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.requests.arrival import Join, Leave, Look, Open, Order, Resume, Reveal, Shared, Watch

NOT_BOTH = message("Give luck or sealed, not both.")


def order_of(asked: Order) -> orders.Order:
    """What is wanted, read as the same words typed would be. Raises: Refused."""
    words = [f"{name}={value}" for name, value in asked.options.items()]
    valued = (("clock", asked.clock), ("bots", asked.bots), ("luck", asked.luck))
    words += [f"{name}={value}" for name, value in valued if value]
    if isinstance(asked, Open):
        words = [*([asked.opponent] if asked.opponent else []), *words, *_of_open(asked)]
    order = order_words.read_open([asked.game, *words])
    return replace(order, luck=luck_of(order.luck, asked.sealed))


def luck_of(luck: Luck, sealed: str) -> Luck:
    """What somebody adds to the chance: in clear, or sealed. Raises: Denied for both."""
    if sealed and luck:
        raise Denied(Code.SEALING, NOT_BOTH)
    return Sealed(sealed) if sealed else luck


def _of_open(asked: Open) -> list[str]:
    valued = {"level": asked.level, "deal": asked.deal, "grade": asked.grade}
    alone = {"winnable": asked.winnable, "daily": asked.daily}
    return [f"{name}={value}" for name, value in valued.items() if value] + [name for name, on in alone.items() if on]


async def open_(program: Program, asked: Open) -> None:
    """Open a table."""
    program.check_room()
    await program.go(await tables.open_table(program.session, order_of(asked)), asked)


async def join(program: Program, asked: Join) -> None:
    """Take a free seat."""
    program.check_room()
    await program.go(await tables.join(program.session, asked.table, luck_of(asked.luck, asked.sealed)), asked)


async def reveal(program: Program, asked: Reveal) -> Ack:
    """Tell the luck that one has sealed."""
    seat = program.place(asked.table).seat
    await sealed_luck.reveal(seat, asked.nonce, asked.luck)
    return Ack(id=asked.id, at=seat.seq, table=seat.id)


async def watch(program: Program, asked: Watch) -> None:
    """Look on."""
    program.check_room()
    await program.go(
        await tables.watch(program.session, await table_meant(program.session, asked.table)), asked, asked.since
    )


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


async def shared(program: Program, asked: Shared) -> Ack | None:
    """Deal the cards of a code, or learn of which table its game is."""
    found = sharing.order_of(read_code(asked.code))
    if isinstance(found, str):
        return Ack(id=asked.id, table=found)
    program.check_room()
    await program.go(await tables.open_table(program.session, found), asked)
    return None


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


HANDLERS: Handlers = {
    Open: open_, Join: join, Reveal: reveal, Watch: watch, Resume: resume, Leave: leave, Look: look, Shared: shared,
}  # fmt: skip
