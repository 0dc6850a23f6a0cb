"""Attacks of which the house does not bear all that it is to bear: what is still to be reached, by their names.

`--brief` names them and leaves them out, so that it tells what has become worse; without it all are judged. There is
none now.
"""

from __future__ import annotations

UNREACHED: dict[str, str] = {}
