"""Attacks of which the house does not bear all that it is to bear: what is still to be reached, by their names.

`--brief` names them and leaves them out, so that it tells what has become worse; without it all are judged.
"""

from __future__ import annotations

_ONCE = "it was borne in one try on a quiet machine, and has not been seen in three of five yet"
_CROWD = "hundreds come from many networks at once, and a move takes 20 to 130 ms longer, where 50 ms are allowed"
UNREACHED = {
    "silent": f"{_CROWD}; a newcomer waits up to 1.6 s",
    "idlers": _CROWD,
    "listers": f"{_CROWD}; a newcomer waits up to 1.3 s, and connections stay for more than a second",
    "openings": f"{_CROWD}; a newcomer waits up to 2.4 s; what was typed ahead is done after the hang-up, too",
    "knocks_of_250": _ONCE,
    "slowloris": _ONCE,
    "sippers": _ONCE,
    "registrars_of_25": _ONCE,
    "registrars_of_100": _ONCE,
    "reminders": _ONCE,
    "gapers_of_30": _ONCE,
}
