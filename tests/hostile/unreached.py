"""Attacks of which the house does not bear all that it is to bear: what is still to be reached, by their names.

`--brief` names them and leaves them out, so that it tells what has become worse; without it all are judged.
"""

from __future__ import annotations

_ONCE = "it was borne in one try on a quiet machine, and has not been seen in three of five yet"
_MOVES = "a move takes 60 to 120 ms longer, where 50 ms are allowed"
UNREACHED = {
    "silent": _ONCE,
    "idlers": _ONCE,
    "knocks_of_250": _ONCE,
    "listers": _ONCE,
    "slowloris": _ONCE,
    "sippers": _ONCE,
    "crowds": _MOVES,
    "dawdlers_of_60": _MOVES,
    "demonstrators": _ONCE,
    "registrars_of_25": _ONCE,
    "registrars_of_100": _ONCE,
    "reminders": _ONCE,
    "openings": _MOVES,
    "gapers_of_30": _ONCE,
    "askers": _MOVES,
}
