"""Having the computer play at one's seat while one is away, and having the seat back."""

from __future__ import annotations

from core.bots import BOTS, bot_of
from core.bots.bot import NORMAL
from core.game import Refused
from core.message import Message, message
from core.table import AnswerStandIn, AskStandIn, TakeSeatBack
from core.table.clock import read_seconds
from frontends.visit.action import Action
from frontends.visit.at_table import AtTable, while_it_runs
from frontends.visit.destination import Destination

HOW = message("Type standin computer, standin computer strong, or standin computer after 2d.")


async def stand_in(at: AtTable, rest: str) -> Destination | None:
    """Ask to have the computer play for one, at once or after so long."""
    level, after = NORMAL, ""
    match rest.lower().split():
        case ["computer"]:
            pass
        case ["computer", level]:
            pass
        case ["computer", "after", after]:
            pass
        case ["computer", level, "after", after]:
            pass
        case _:
            raise Refused(HOW)
    seconds = read_seconds(after) if after else 0
    if seconds is None or (after and not seconds):
        raise Refused(HOW)
    if at.game.name not in BOTS:
        raise Refused("No computer player knows {game}.", game=at.game.title)
    await at.submit(AskStandIn(bot_of(at.game.name, level).name, seconds))
    return None


async def allow(at: AtTable, rest: str) -> Destination | None:
    """Let the computer play for the other."""
    await at.submit(AnswerStandIn(yes=True))
    return None


async def refuse(at: AtTable, rest: str) -> Destination | None:
    """Have the other play."""
    await at.submit(AnswerStandIn(yes=False))
    return None


async def back(at: AtTable, rest: str) -> Destination | None:
    """Have one's seat again."""
    await at.submit(TakeSeatBack())
    return None


def _unless_asked(at: AtTable) -> Message | None:
    asked = at.live.table.stand_in_asked
    if asked is None or at.seat is None or asked.seat == at.seat:
        return message("Nobody asks you for a stand-in.")
    return while_it_runs(at)


def _unless_lent(at: AtTable) -> Message | None:
    chair = at.live.table.chairs[at.seat] if at.seat is not None else None
    if chair is None or not (chair.stand_in or chair.agreed):
        return message("You have your seat already.")
    return while_it_runs(at)


def _unless_two(at: AtTable) -> Message | None:
    return while_it_runs(at) or (message("Nobody else is needed at your seat.") if len(at.table.players) < 2 else None)


ACTIONS: tuple[Action[AtTable], ...] = (
    Action(
        "standin",
        stand_in,
        message("have the computer play for you, at once or after 2d without a move"),
        takes="computer",
        unless=_unless_two,
        more=lambda _: ("computer",),
    ),
    Action("allow", allow, message("let it play for the other"), unless=_unless_asked),
    Action("refuse", refuse, message("have the other play"), unless=_unless_asked),
    Action("back", back, message("have your seat again"), unless=_unless_lent),
)
