"""Read models of a journal: who plays what where, and how well, kept up to date and asked a page at a time."""

from core.projections.results import Kind
from core.projections.statistics import Score, Tally
from core.projections.summaries import (
    DamagedStream,
    GameSummary,
    Page,
    SeatSummary,
    TableState,
    UnknownCursor,
)
from core.projections.views import Views, open_views

__all__ = [
    "DamagedStream",
    "GameSummary",
    "Kind",
    "Page",
    "Score",
    "SeatSummary",
    "TableState",
    "Tally",
    "UnknownCursor",
    "Views",
    "open_views",
]
