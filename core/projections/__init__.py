"""Read models of a journal: who plays what where, and how well, kept up to date and asked a page at a time."""

from core.projections.summaries import (
    GameSummary,
    Page,
    SeatSummary,
    TableState,
    UnknownCursor,
)
from core.projections.views import Views, open_views

__all__ = [
    "GameSummary",
    "Page",
    "SeatSummary",
    "TableState",
    "UnknownCursor",
    "Views",
    "open_views",
]
