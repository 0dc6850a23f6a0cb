"""What is special about a game of a duel. Pure.

A game of a duel is what people play: in El-Ixir a board, in mille a game to 5000 points, hand after hand. Draws follow
from the seed, the game, and their own number. So in both games of a pair the n-th hand of mille is dealt from the same
deck; in El-Ixir the n-th roll takes the same tiles if the boards are the same, and they part as the games do.

Nobody can stop a session of mille while they lead: between hands the house goes on for both, and stops after the first
game.
"""

from core.base.game import SPECTATOR, Refused
from core.base.message import message
from core.table import Command, DuelGame, Move, Table, commands

CRASHED, GARBAGE, ILLEGAL, ABSENT, ENDLESS = "crashed", "garbage", "illegal", "absent", "endless"
RESIGNED, TIMEOUT, CLOSED = "resigned", "timeout", "closed"
REASONS = (CRASHED, GARBAGE, ILLEGAL, ABSENT, ENDLESS, RESIGNED, TIMEOUT, CLOSED)
"""Why a game can be over before its end."""
MOST_MOVES = 20_000
"""Moves after which a game is lost by who is to move: in mille a hand can be ordered for ever."""
ONLY_PLAYED = message("This is a game of a duel: you can only play, or resign.")


def side_at(duel: DuelGame, seat: int) -> int:
    """Who sits there: 0 for the side that was named first."""
    return seat if duel.game == 1 else 1 - seat


def check_allowed(table: Table, command: Command) -> None:
    """Raises: Refused for what a player may not ask for in a duel: no help, nothing taken back."""
    if _is_played(table) and not isinstance(command, Move | commands.Resign):
        raise Refused(ONLY_PLAYED)


def _is_played(table: Table) -> bool:
    """Whether it is a game of a duel, and no copy of one, which people go on with as they like."""
    return table.setup.duel is not None and not table.restored


def house_move(table: Table) -> str:
    """The move that the house makes for both in a duel; empty where one of them is to move."""
    if not _is_played(table) or not table.turn:
        return ""
    if table.game.name != "mille":
        return ""
    from core.games.mille.moves import Verb  # loaded already where it is played, and for nobody else
    from core.games.mille.state import Phase

    view = table.game.view(table.state, SPECTATOR)
    if view.phase is Phase.HAND_OVER:
        return Verb.STOP.value if view.game_over else Verb.ANOTHER.value
    return ""
