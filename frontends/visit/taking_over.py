"""Sitting down at a seat that one has taken already in another visit: there, one looks on from then on."""

from __future__ import annotations

from core.message import message
from core.presence import Kind, Notice
from frontends.visit.at_table import AtTable

ELSEWHERE = message("You have sat down at this table from elsewhere, so you look on here; go takes the seat back.")


def take_over(at: AtTable) -> None:
    """Have the other visits that sit at one's seats look on. Only this process knows of them. Must not wait."""
    for other in tuple(at.live.listeners):
        if isinstance(other, AtTable) and other is not at and set(other.seats) & set(at.seats):
            other.give_up_seats()
            other.visit.company.show_up(other.visit)
            other.visit.company.hear(other.visit, Notice(Kind.HOUSE, ELSEWHERE, rings=True))
