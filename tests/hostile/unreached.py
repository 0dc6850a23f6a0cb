"""Attacks of which the house does not bear all that it is to bear: what is still to be reached, by their names.

`--brief` names them and leaves them out, so that it tells what has become worse; without it all are judged.
"""

from __future__ import annotations

UNREACHED = {
    "listers": "on a busy machine a move takes 36 to 67 ms longer, where 50 ms are allowed, in whole tries",
    "openings": "on a busy machine a newcomer waits up to 1.7 s, where a second is allowed, in whole tries",
}
