"""What somebody has missed who comes back to a table: read from what the table keeps at hand."""

from collections.abc import Iterable, Iterator

from core.base.game import Viewer
from core.base.message import Message
from core.live.live_table import LiveTable
from core.people import talk
from core.presence.roster import HEARS_ALL, Attention
from core.sessions.at_table.held_seats import Held
from core.table import Cause, Holder, Seated, stood_in

MOST_TOLD = 6
"""Sentences on what happened before somebody came."""


def missed(
    live: LiveTable, held: Held, viewer: Viewer, attention: Attention = HEARS_ALL
) -> tuple[tuple[Message, ...], bool]:
    """What happened since somebody's own last move, by what they have there, and True; or just lately, and False.

    It is read from what the table keeps at hand; what was before that is not looked for.
    """
    own = [info.seq for _, info in live.recent if info.cause is not None and _is_own(info.cause, held)]
    start = _end_of_decision(live, own[-1]) if own else 0
    return tuple(_sentences(live, start, viewer, attention, held.stand_in))[-MOST_TOLD:], bool(own)


def _is_own(cause: Cause, held: Held) -> bool:
    """Whether somebody has decided that, and nobody else who played at the same seat."""
    return cause.by in held.seats and stood_in(cause) == Holder(held.stand_in)


def _sentences(live: LiveTable, start: int, viewer: Viewer, attention: Attention, reader: str) -> Iterator[Message]:
    """What happened after record `start`, and what was said from then on, each line after the record it was said at."""
    said = [line for line in live.heard(live.said, viewer, attention) if line.at >= start]
    seated = {info.seq for event, info in live.recent if isinstance(event, Seated)}
    for seq, sentence in live.tell_each(tuple(live.recent), viewer, reader):
        yield from _quoted(live, (line for line in said if line.at < seq))
        said = [line for line in said if line.at >= seq]
        if seq > start and seq not in seated:
            yield sentence
    yield from _quoted(live, said)


def _quoted(live: LiveTable, said: Iterable[talk.Said]) -> Iterator[Message]:
    return (live.quote(line) for line in said)


def _end_of_decision(live: LiveTable, seq: int) -> int:
    """The last record of the decision that begins with record `seq`."""
    after = (info.seq for _, info in live.recent if info.seq > seq and info.cause is not None)
    return next(after, live.table.seq + 1) - 1
