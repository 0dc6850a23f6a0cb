"""Finding somebody to play with."""

from core.base.message import Message
from core.sessions.others import invitations, rematch
from core.sessions.others.replays_together import Shown
from frontends.programs.door.handlers.arrival import luck_of, order_of
from frontends.programs.door.program import Handlers, Program, by_name
from frontends.programs.door.viewing import Viewing
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.answers.replays import Moment
from frontends.programs.protocol.requests.invitations import Accept, Call, Decline, Invite, Rematch, Seek, Unseek


async def seek(program: Program, asked: Seek) -> None:
    """Look for an opponent."""
    program.check_room()
    await program.go(await invitations.seek(program.session, order_of(asked)), asked)


async def unseek(program: Program, asked: Unseek) -> Ack:
    """Look for an opponent no more."""
    await invitations.unseek(program.session)
    return Ack(id=asked.id)


async def invite(program: Program, asked: Invite) -> None:
    """Ask somebody to a table."""
    program.check_room()
    await program.go(await invitations.invite(program.session, asked.name, order_of(asked)), asked)


async def call(program: Program, asked: Call) -> Ack:
    """Ask somebody to a table where one waits."""
    seat = program.place(asked.table).seat
    await invitations.invite_here(program.session, asked.name, seat)
    return Ack(id=asked.id, table=asked.table)


async def accept(program: Program, asked: Accept) -> Ack | Moment | None:
    """Go where one is asked to."""
    program.check_room()
    going = await invitations.accept(program.session, asked.name, luck_of(asked.luck, asked.sealed))
    if isinstance(going, Shown):
        program.see(viewing := Viewing.begin(program, going))
        return viewing.moment(asked.id)
    if isinstance(going, Message):
        return Ack(id=asked.id, said=[program.said(going)])
    await program.go(going, asked)
    return None


async def play_again(program: Program, asked: Rematch) -> None:
    """The same once more."""
    program.check_room()
    seat, luck = program.place(asked.table).seat, luck_of(asked.luck, asked.sealed)
    await program.go(await rematch.rematch(seat, swaps=asked.swap, luck=luck), asked)


HANDLERS: Handlers = {
    Seek: seek, Unseek: unseek, Invite: invite, Call: call, Accept: accept,
    Decline: by_name(invitations.decline), Rematch: play_again,
}  # fmt: skip
