"""Read models of a journal: who plays what where, and how well, kept up to date and asked a page at a time."""

from core.projections.read_models import Views, open_views
from core.projections.table_summaries import GameSummary, Page, TableState
