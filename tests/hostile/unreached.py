"""Attacks of which the house does not bear all that it is to bear: what is still to be reached, by their names.

`--brief` names them and leaves them out, so that it tells what has become worse; without it all are judged.
"""

from __future__ import annotations

_MENDED = "newcomers wait for each other, or connections stay open, no more; but that is not seen in three tries yet"
_MOVES = "a move takes 70 to 550 ms longer, where 50 ms are allowed"
UNREACHED = {
    "silent": _MOVES,
    "idlers": _MENDED,
    "knocks_of_250": _MENDED,
    "listers": "newcomers wait up to 1.3 s at the door, where 1 s is allowed",
    "slowloris": _MENDED,
    "sippers": _MENDED,
    "crowds": _MOVES,
    "dawdlers_of_60": _MOVES,
    "demonstrators": _MOVES,
    "registrars_of_25": _MENDED,
    "registrars_of_100": _MENDED,
    "reminders": _MENDED,
    "openings": _MOVES,
    "gapers_of_30": _MOVES,
    "askers": _MOVES,
}
