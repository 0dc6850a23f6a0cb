"""Having somebody play at one's seat while one is away, the computer or another person, and having the seat back."""

from collections.abc import Awaitable, Callable
from functools import partial

from core.base.game import Refused
from core.base.message import Message, message
from core.sessions.at_table import stand_in
from core.table import AnswerStandIn, Command, TakeSeatBack
from core.table.clock import read_seconds
from core.table.stand_in import asked_of, check_away
from frontends.visit.action import Action, Topic, under, why_not
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import while_it_is_yours, while_it_runs

HOW = message("Type standin computer, standin computer strong, or standin NAME; add after 2d to begin later.")


async def ask(at: AtTable, rest: str) -> None:
    """Ask to have the computer, or a person, play for one, at once or after so long."""
    who, seconds = rest.split(), 0
    if len(who) > 1 and who[-2] == "after":
        *who, _, after = who
        seconds = read_seconds(after) or 0
        if not seconds:
            raise Refused(HOW)
    match who:
        case ["computer", *level] if len(level) < 2:
            asking = partial(stand_in.ask_for_computer, at.own, *map(str.lower, level), after=seconds)
        case [name]:
            asking = partial(stand_in.ask_for_person, at.own, name, after=seconds)
        case _:
            raise Refused(HOW)
    await at.attempt(lambda seen: asking(seen=seen))


def _asking(command: Command) -> Callable[[AtTable, str], Awaitable[None]]:
    """An action that asks just that of the table."""

    async def submit(at: AtTable, rest: str) -> None:
        await at.submit(command)

    return submit


def _unless_asked(at: AtTable) -> Message | None:
    return why_not(asked_of, at.live.table, at.seat) or while_it_is_yours(at)


def _unless_lent(at: AtTable) -> Message | None:
    return why_not(check_away, at.live.table, at.seat) or while_it_runs(at)


def _unless_two(at: AtTable) -> Message | None:
    two = len(at.table.players) > 1
    return while_it_is_yours(at) or (None if two else message("You need no stand-in here."))


ACTIONS: tuple[Action[AtTable], ...] = under(
    Topic.TIME,
    Action(
        "standin",
        ask,
        message("let the computer, or NAME, play for you, now or after 2d"),
        takes="NAME",
        has_own_words=True,
        unless=_unless_two,
        more=lambda _: ("computer",),
    ),
    Action(
        "allow",
        _asking(AnswerStandIn(yes=True)),
        message("let somebody play for the other"),
        unless=_unless_asked,
    ),
    Action(
        "refuse",
        _asking(AnswerStandIn(yes=False)),
        message("refuse a stand-in for the other"),
        unless=_unless_asked,
    ),
    Action(
        "back",
        _asking(TakeSeatBack()),
        message("take back your seat, or return a lent one"),
        unless=_unless_lent,
    ),
)
