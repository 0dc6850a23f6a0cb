"""What happened at a table record by record, as somebody there may know it: for programs, which note where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from core.base.event_families import NAMES
from core.base.message import Message
from core.people.talk import Said
from core.records import codec
from core.records.fold import Recorded
from core.sessions.at_table.seat import Seat


@attrs.frozen
class Happening:
    """One record."""

    seq: int
    kind: str
    """Of the event, as it is written in the journal."""
    fact: Any
    """What the viewer knows of an event of the game; None for what the table itself did."""
    told: Message | None


def happenings(seat: Seat, recorded: Sequence[Recorded]) -> Iterator[Happening]:
    """Those of some records that somebody is told of at all. Raises: Damaged."""
    live, viewer = seat.live, seat.viewer
    told = dict(live.tell_each(recorded, viewer, seat.stand_in))
    game = live.table.game
    own = tuple(game.events.values())
    for event, info in recorded:
        with codec.Gate(live.stream, info.seq):
            fact = game.reveal(event, viewer) if isinstance(event, own) else None
        if fact is not None or info.seq in told:
            yield Happening(info.seq, NAMES[type(event)], fact, told.get(info.seq))


def after(seat: Seat, seen: int) -> tuple[tuple[Happening, ...], tuple[Said, ...]] | None:
    """What happened after a record, and what was said since; None where that is not at hand any more, or not yet."""
    live = seat.live
    recent = tuple(live.recent)
    if not recent[0][1].seq - 1 <= seen <= live.table.seq:
        return None
    said = live.heard((line for line in live.said if line.at > seen), seat.viewer, seat.session.attention)
    return tuple(happenings(seat, [one for one in recent if one[1].seq > seen])), tuple(said)
