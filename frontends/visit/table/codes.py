"""What to type to come to a table: for others, and for a player who comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from frontends.visit.table.at_table import AtTable


def joining(at: AtTable) -> str:
    """What somebody else types to take the free seat."""
    settings = at.visit.settings
    at_home = f"{settings.program} play --table {at.id}{settings.journal_option} --name NAME"
    return at_home if settings.has_files else f"join {at.id}"


def kept_for(at: AtTable) -> str:
    """The name of the person for whom a free seat is kept; empty when anybody may take it."""
    setup, directory = at.live.table.setup, at.live.service.directory
    kept = [id for id, chair in zip(setup.reserved, at.live.table.chairs, strict=False) if not chair.is_taken]
    return directory.shown_name(kept[0]) if kept and kept[0] else ""


def back(at: AtTable) -> str:
    """What to type to come back to one's seat; empty without a seat, and where nothing is stored."""
    settings = at.visit.settings
    if not at.own.seats or not settings.keeps:
        return ""
    if settings.has_files:
        person = " --hotseat" if len(at.own.seats) > 1 else settings.name_option
        return f"{settings.program} play --table {at.id}{settings.journal_option}{person}"
    return f"resume {at.own.code or at.id}"
