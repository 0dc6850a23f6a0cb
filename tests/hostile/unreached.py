"""Attacks of which the house does not bear all that it is to bear: what is still to be reached, by their names.

`--brief` names them and leaves them out, so that it tells what has become worse; without it all are judged.
"""

from __future__ import annotations

_NEWCOMERS = "newcomers wait up to 5 s for each other at the door, where 1 s is allowed"
_LEFT = "some connections of the attackers are open for more than a second after they have hung up"
_LISTS = "a new table may be in the lists too late for a newcomer to find it"
UNREACHED = {
    "silent": _NEWCOMERS,
    "idlers": _NEWCOMERS,
    "knocks_of_1": _NEWCOMERS,
    "knocks_of_250": _NEWCOMERS,
    "listers": _NEWCOMERS,
    "slowloris": _NEWCOMERS,
    "sippers": _NEWCOMERS,
    "crowds": _NEWCOMERS,
    "dawdlers_of_60": _NEWCOMERS,
    "demonstrators": _NEWCOMERS,
    "loops": _LEFT,
    "endless": _LEFT,
    "giants": _LEFT,
    "registrars_of_25": _LEFT,
    "registrars_of_100": _LEFT,
    "reminders": _LEFT,
    "openings": _LEFT,
    "hurries_of_120": _LISTS,
    "gapers_of_30": _LISTS,
    "callers": _LISTS,
    "passers": _LISTS,
    "askers": "a move takes up to 300 ms longer, where 50 ms are allowed",
}
