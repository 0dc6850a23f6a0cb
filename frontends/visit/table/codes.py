"""What is typed to come to a table: by others, and by whoever comes back."""

from __future__ import annotations

from typing import Protocol

from core.live.live_table import LiveTable
from frontends.visit.visit import Visit


class Table(Protocol):
    """What has to be known of somebody at a table."""

    visit: Visit
    live: LiveTable
    id: str

    @property
    def code(self) -> str:
        """With which the person comes back to their seat; empty for those who need none."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats the person plays at."""


def joining(at: Table) -> str:
    """What somebody else types to take the free seat."""
    settings = at.visit.settings
    at_home = f"parlour play --table {at.id}{settings.journal_option} --name NAME"
    return at_home if settings.has_files else f"join {at.id}"


def kept_for(at: Table) -> str:
    """The name of the person for whom a free seat is kept; empty when anybody may take it."""
    setup, directory = at.live.table.setup, at.live.service.directory
    kept = [id for id, chair in zip(setup.reserved, at.live.table.chairs, strict=False) if not chair.is_taken]
    return directory.shown_name(kept[0]) if kept and kept[0] else ""


def back(at: Table) -> str:
    """What to type to come back to one's seat; empty for those who have none, and where nothing is kept."""
    settings = at.visit.settings
    if not at.seats or not settings.keeps:
        return ""
    if settings.has_files:
        person = " --hotseat" if len(at.seats) > 1 else settings.name_option
        return f"parlour play --table {at.id}{settings.journal_option}{person}"
    return f"resume {at.code or at.id}"
