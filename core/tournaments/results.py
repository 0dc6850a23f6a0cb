"""What a table that is over is for its tournament. Pure."""

from core.table import UNREVEALED, Table
from core.tournaments.events import GameEnded
from core.tournaments.tournament import DRAW, WIN

NO_SHOW, VOID = "no_show", "void"


def result_of(table: Table, patience: float) -> GameEnded | None:
    """The result of a game, a function of the records of its table; None while it goes on.

    Who did not sit down within `patience` seconds of the opening of the table has lost. A game without a winner is
    drawn, be it that it was closed. Who did not reveal the luck they had sealed has lost.
    """
    if table.ended is None:
        return None
    winners = table.ended.winners
    if table.ended.reason == UNREVEALED:
        first, second = (WIN * (seat in winners) for seat in (0, 1))
        return GameEnded(table.setup.id, UNREVEALED, first, second, ())
    if not table.begun:
        return _not_begun(table, patience)
    first, second = (WIN if winners == (seat,) else 0 if winners == (1 - seat,) else DRAW for seat in (0, 1))
    return GameEnded(table.setup.id, table.ended.reason, first, second, ())


def _not_begun(table: Table, patience: float) -> GameEnded:
    came = [chair.is_taken for chair in table.chairs]
    if table.at - table.opened_at < patience:
        return GameEnded(table.setup.id, VOID, DRAW, DRAW, ())
    absent = tuple(person for person, is_here in zip(table.setup.reserved, came, strict=True) if not is_here)
    return GameEnded(table.setup.id, NO_SHOW, WIN * came[0], WIN * came[1], absent)
