"""Who may do something at a table: objections that rows of actions share."""

from core.base.message import Message
from core.sessions.at_table.seat import LOOKING_ON, NOT_YOURS
from frontends.visit.table.at_table import AtTable
from frontends.visit.text import wording


def only_players(at: AtTable) -> Message | None:
    """The objection if the person only watches."""
    return LOOKING_ON if at.seat is None else None


def while_it_runs(at: AtTable) -> Message | None:
    """The objection if the person only watches, or the game is over."""
    return only_players(at) or (at.over if at.table.outcome else None)


def while_it_is_played(at: AtTable) -> Message | None:
    """The objection if the person only watches, or the game has not begun, or is over."""
    return while_it_runs(at) or (None if at.table.begun else wording.NOT_BEGUN)


def only_owners(at: AtTable) -> Message | None:
    """The objection if the person watches or stands in."""
    return only_players(at) or (NOT_YOURS if at.own.stand_in else None)


def while_it_is_yours(at: AtTable) -> Message | None:
    """The objection if the person watches or stands in, or the game is over."""
    return only_owners(at) or while_it_runs(at)


def while_you_play_it(at: AtTable) -> Message | None:
    """The objection if the person watches or stands in, or the game has not begun, or is over."""
    return while_it_is_yours(at) or while_it_is_played(at)
