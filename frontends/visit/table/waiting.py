"""What stands where the board will be, while somebody waits for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.sessions.others.company import others
from frontends.visit.table import codes
from frontends.visit.text import wording

if TYPE_CHECKING:
    from frontends.visit.table.at_table import AtTable

MOST_NAMED = 10
"""People who are named, of all who are here."""


def lines(at: AtTable) -> tuple[str, ...]:
    """What is waited for, and who is here who could be asked; at home nobody is."""
    kept_for = codes.kept_for(at)
    said = list(wording.waiting(at.table, codes.joining(at), kept_for))
    if not (kept_for or at.table.outcome or at.table.is_revealing or at.table.origin or at.visit.settings.has_files):
        names = others(at.visit.session)
        said.append(wording.company(names[:MOST_NAMED], len(names)))
    return tuple(map(at.text, said))
