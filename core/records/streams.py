"""Which events stand in which streams. A record of a known kind may have been put into any stream, and who folds one
expects no other events there than those that are written to it.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.correspondence import conditional_moves, reminders, vacations
from core.games import GAMES
from core.moderation import bans, reports
from core.people import persons, talk
from core.records import codec, house_events

_OF_TABLES = frozenset(event for kind, event in codec.KINDS.items() if kind.partition(".")[0] in ("table", *GAMES))
_CLAIMS = frozenset({persons.Claimed})
_EVENTS: Mapping[str, frozenset[type]] = {
    "table": _OF_TABLES,
    "talk": frozenset(talk.EVENTS.values()),
    "person": frozenset(persons.EVENTS.values()) - _CLAIMS,
    "name": _CLAIMS,
    "owner": _CLAIMS,
    "plans": frozenset(conditional_moves.EVENTS.values()),
    "slow": frozenset(vacations.EVENTS.values()),
    "reminders": frozenset(reminders.EVENTS.values()),
    house_events.STREAM: frozenset(house_events.EVENTS.values()),
    bans.STREAM: frozenset(bans.EVENTS.values()),
    reports.STREAM: frozenset(reports.EVENTS.values()),
}
"""By what the name of a stream begins with."""
_ALL = frozenset(codec.KINDS.values())


def events_in(stream: str) -> frozenset[type]:
    """The events that may stand in a stream; all of them, where nothing is written to streams of such a name."""
    return _EVENTS.get(stream.partition("/")[0], _ALL)
