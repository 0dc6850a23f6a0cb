"""The easy player of El-Ixir: it takes the most points at once and never looks further."""

from core.base.chance import Dice
from core.games.elixir import View
from core.games.elixir.bot.normal import attempted


def choose(view: View, dice: Dice) -> str:
    """The most points at once; among equals any."""
    if not view.rolled:
        return "roll"
    (seat,) = view.turn
    points = {attempt.text: attempt.board.scores[seat] for attempt in attempted(view, seat)}
    most = max(points.values())
    return dice.shuffled(text for text, gained in points.items() if gained == most)[0]
