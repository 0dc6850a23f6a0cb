"""The computer players of El-Ixir."""

from __future__ import annotations

from core.bots.bot import Bot
from core.bots.elixir import easy, normal, strong

PLAYERS = (
    Bot("elixir", "Adept easy", easy.choose, level="easy"),
    Bot("elixir", "Adept", normal.choose, slow=True),
    Bot("elixir", "Adept strong", strong.choose, slow=True, level="strong"),
)
