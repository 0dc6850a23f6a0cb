"""Recorded games, seen alone or together."""

import msgspec

from core.base.game import SPECTATOR, Refused
from core.base.message import message
from core.replay.player import Player
from core.sessions.arrival.table_access import recall
from core.sessions.others import replays_together
from core.sessions.others.replays_together import Shown
from frontends.programs.door.program import Handlers, Program
from frontends.programs.door.viewing import Viewing, moment, seen_by
from frontends.programs.door.views import written_view
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.answers.replays import Instant, Moment, Moments
from frontends.programs.protocol.requests.replays import Handover, Lead, Replay, Show, Unfollow

MOST = 250
"""Records in one answer."""
LARGEST = 48 * 1024
"""Bytes of one answer, which is ended with the record that exceeds them."""
NONE_SEEN = message("You see no replay with others: show one, or accept.")
_encode = msgspec.json.Encoder().encode


async def replay(program: Program, asked: Replay) -> Moment | Moments:
    """A recorded game after one of its records, or record by record."""
    player = seen_by(Player(await recall(program.session, asked.table), viewer=SPECTATOR), asked.seat)
    if asked.start is not None:
        return _moments(program, player, asked)
    return moment(program, player.go(asked.at or len(player.recording)), asked.id)


def _moments(program: Program, player: Player, asked: Replay) -> Moments:
    recording = player.recording
    first = max(recording.first, asked.start or 0)
    last = min(len(recording), asked.to or len(recording))
    found: list[Instant] = []
    size = 0
    for seq in range(first, min(last + 1, first + MOST)):
        found.append(one := _instant(program, player.go(seq), views=asked.views))
        if (size := size + len(_encode(one))) > LARGEST:
            break
    after = first + len(found)
    return Moments(
        id=asked.id, table=recording.id, first=recording.first, last=len(recording), seat=player.viewer.number,
        moments=found, next=after if after <= last else 0,
    )  # fmt: skip


def _instant(program: Program, player: Player, *, views: bool) -> Instant:
    recording = player.recording
    return Instant(
        at=player.seq, move=recording.plays(player.seq), view=written_view(player.table.view) if views else None,
        said=program.each_said(player.told, recording.names),
    )  # fmt: skip


# Together.


async def show(program: Program, asked: Show) -> Moment:
    """Ask people to see a replay, or more of them to the one that is shown."""
    viewing = program.viewing
    if viewing is not None and viewing.player.recording.id == asked.table:
        await viewing.own.invite(asked.names)
        return viewing.moment(asked.id)
    recording = await recall(program.session, asked.table)
    showing = replays_together.showing_of(Player(recording).go(asked.at))
    await replays_together.ask(program.session, showing, asked.names)
    program.see(viewing := Viewing.begin(program, Shown(recording, showing)))
    return viewing.moment(asked.id)


async def lead(program: Program, asked: Lead) -> Moment:
    """Have it stand elsewhere."""
    viewing = seen(program)
    viewing.lead(asked.at, asked.seat)
    return viewing.moment(asked.id)


async def hand_over(program: Program, asked: Handover) -> Ack:
    """Give the controls to somebody."""
    seen(program).own.hand_over(asked.name)
    return Ack(id=asked.id)


async def unfollow(program: Program, asked: Unfollow) -> Ack:
    """See it no more."""
    seen(program)
    program.see(None)
    return Ack(id=asked.id)


def seen(program: Program) -> Viewing:
    """The replay that it sees with others. Raises: Refused."""
    if program.viewing is None:
        raise Refused(NONE_SEEN)
    return program.viewing


HANDLERS: Handlers = {Replay: replay, Show: show, Lead: lead, Handover: hand_over, Unfollow: unfollow}
