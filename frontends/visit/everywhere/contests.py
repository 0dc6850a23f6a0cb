"""What can be typed about tournaments, ladders and duels. What does it is loaded once somebody types it: few ever do,
and everybody would wait for it before the first board."""

from core.base.lazy_import import Imported
from core.base.message import message
from core.games import FOR_TWO
from frontends.visit.action import Action, Topic, under
from frontends.visit.room import Room

_TOURNAMENTS, _DUELS = "frontends.visit.everywhere.tournaments", "frontends.visit.everywhere.duels"
ABOUT_DUELS = (
    message("Which of two bots is better? duel Robo Bert elixir 200 plays 200 deals, each twice with seats exchanged."),
    message(
        "More: seconds=5 for each move, tables=2 at once; computer:strong is our own player. Bots of others are asked"
        " first: they, or their owner, type duel agree ID."
    ),
)
"""What there is to know of duels."""


ACTIONS: tuple[Action[Room], ...] = under(
    Topic.TOURNAMENT,
    Action(
        "tournament",
        Imported(_TOURNAMENTS, "tournament"),
        message("the tournaments, or one with its standings; new GAME ... announces one"),
        takes="[ID]",
        aliases=("tournaments",),
        has_own_words=True,
        more=lambda _: ("new", "cancel", *(f"new {game}" for game in FOR_TWO)),
    ),
    Action(
        "enter",
        Imported(_TOURNAMENTS, "enter"),
        message("take part in a tournament"),
        takes="[ID]",
    ),
    Action(
        "withdraw",
        Imported(_TOURNAMENTS, "withdraw"),
        message("leave a tournament"),
        takes="[ID]",
    ),
    Action(
        "ladder",
        Imported(_TOURNAMENTS, "ladder"),
        message("the ladder of a game, and whom you may challenge"),
        takes="GAME [bots]",
        has_own_words=True,
        more=lambda _: FOR_TWO,
    ),
    Action(
        "duel",
        Imported(_DUELS, "duel"),
        message("which of two bots is better; alone: all duels; ID: the result of one"),
        takes="NAME NAME GAME N",
        aliases=("duels",),
        more=lambda _: ("agree", "decline", "stop"),
    ),
)
