"""Which events stand in which streams. A record of a known kind may have been put into any stream, and who folds one
expects no other events there than those that are written to it.
"""

from __future__ import annotations

from collections.abc import Mapping

from core import codec, house, people, plans, reminders, report, ruling, slow, talk
from core.games import GAMES

_OF_TABLES = frozenset(event for kind, event in codec.KINDS.items() if kind.partition(".")[0] in ("table", *GAMES))
_CLAIMS = frozenset({people.Claimed})
_EVENTS: Mapping[str, frozenset[type]] = {
    "table": _OF_TABLES,
    "talk": frozenset(talk.EVENTS.values()),
    "person": frozenset(people.EVENTS.values()) - _CLAIMS,
    "name": _CLAIMS,
    "owner": _CLAIMS,
    "plans": frozenset(plans.EVENTS.values()),
    "slow": frozenset(slow.EVENTS.values()),
    "reminders": frozenset(reminders.EVENTS.values()),
    house.STREAM: frozenset(house.EVENTS.values()),
    ruling.STREAM: frozenset(ruling.EVENTS.values()),
    report.STREAM: frozenset(report.EVENTS.values()),
}
"""By what the name of a stream begins with."""
_ALL = frozenset(codec.KINDS.values())


def events_in(stream: str) -> frozenset[type]:
    """The events that may stand in a stream; all of them, where nothing is written to streams of such a name."""
    return _EVENTS.get(stream.partition("/")[0], _ALL)
