"""The computer players of mille.

The normal one plays as the program does, by its own hand, the board, and what it has seen. Unlike the program it
forgets how much it needed which remedy with every hand, and being "too close" to the end leaves out one card, not all
of them.
"""

from __future__ import annotations

from core.bots.bot import Bot
from core.bots.mille import classic, easy, strong
from core.bots.mille.choice import choose, play_on

__all__ = ["PLAYERS", "choose", "play_on"]

PLAYERS = (
    Bot("mille", "Comp easy", easy.choose, level="easy"),
    Bot("mille", "Comp classic", classic.choose, level="classic"),
    Bot("mille", "Comp", choose),
    Bot("mille", "Comp strong", strong.choose, level="strong"),
)
