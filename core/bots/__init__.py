"""Computer players: each sees a view, as a person in its seat would, and answers a move. Never a state."""

from __future__ import annotations

from core.bots import elixir, mille, pileon, terrace
from core.bots.bot import Bot

BOTS: dict[str, Bot] = {bot.game: bot for bot in (mille.BOT, elixir.BOT, terrace.BOT, pileon.BOT)}
"""By the name of the game."""
