"""The end of a game: whoever plays there and is elsewhere in the house is told, and it is noted who knows of it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from core.base.game import Refused
from core.base.message import Message, named
from core.games.features.titles import title_at
from core.presence.other_houses import relayed_messages
from core.presence.roster import Kind, Notice
from core.table import Cause, causes, stood_in, tell_missed

if TYPE_CHECKING:
    from core.house.service import Service
    from core.live.live_table import LiveTable


def note_end(live: LiveTable, *, is_ours: bool) -> None:
    """Tell players who are in the house, but not at the table, how their game has just ended. Must not wait.

    `is_ours` is False for what was decided in another house.
    """
    if live.table.ended is None or live.before.ended is not None:
        return
    *_, cause = (None, *causes(live.latest))
    for seat in live.table.persons:
        if not is_own_act(cause, seat) and _knows(live, seat, is_ours):
            live.service.start(partial(_note, live.service, live.table.chairs[seat].person, live.table.at))


def is_own_act(cause: Cause | None, seat: int) -> bool:
    """Whether the player whose seat it is has decided that themselves."""
    return cause is not None and cause.by == seat and not stood_in(cause)


def how_it_ended(live: LiveTable, seat: int) -> Message:
    """How it ended, to the player at a seat, who was not there."""
    table, outcome = live.table, live.table.outcome
    assert outcome is not None
    standing = table.game.standing(table.state) if table.begun else (0,) * len(table.chairs)
    return named(tell_missed(table.game, title_at(table.setup), outcome, seat, standing), live.names)


def _knows(live: LiveTable, seat: int, is_ours: bool) -> bool:
    """Whether the player knows of it now: from the table, or because they were told elsewhere."""
    presence, id = live.service.presence, live.id
    if any(seat in one.seats and not one.stands_in for one in presence.at(id)):
        return True
    those = presence.of(live.table.chairs[seat].person)
    said = relayed_messages.ENDED.filled(id=id, game=title_at(live.table.setup))
    presence.tell(Notice(Kind.ENDED, said, rings=True), [one for one in those if one.house and is_ours])
    here = [one for one in those if not one.house]
    said = relayed_messages.LOOK.filled(what=how_it_ended(live, seat), id=id)
    presence.tell(Notice(Kind.ENDED, said, rings=True), here)
    return bool(here or (those and is_ours))


async def _note(service: Service, person: str, at: float) -> None:
    with suppress(Refused):  # They may have been forgotten.
        await service.directory.note_told(person, at)
