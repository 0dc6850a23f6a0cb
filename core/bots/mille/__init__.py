"""The computer player of mille: it plays as the program does, by its own hand, the board, and what it has seen.

Unlike the program it forgets how much it needed which remedy with every hand, and being "too close" to the end
leaves out one card, not all of them.
"""

from __future__ import annotations

from core.bots.bot import Bot
from core.bots.mille.choice import choose, play_on

__all__ = ["BOT", "choose", "play_on"]

BOT = Bot(game="mille", name="Comp", choose=choose)
