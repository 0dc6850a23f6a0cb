"""What is proposed to a player of mille."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import Hint

if TYPE_CHECKING:
    from core.games.mille.views import View


def hint(view: View) -> Hint | None:
    """The computer player's proposal with its reason; None for those who are not to move, and between hands."""
    from core.bots.mille.advice import advised  # the computer players are made of these rules, so they come later

    return advised(view)
