"""A whole visit, from room to room. Rooms return where the person goes next; only this file knows them all."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from core.base.game import Refused
from core.base.message import Message, message
from core.sessions.at_table.seat import TableRef
from frontends.server.logs import warn_seldom
from frontends.visit.action import Action, words_of
from frontends.visit.destination import CannotShow, Destination, Gone, Out, ShutOut, ToLesson, ToLobby, ToReplay
from frontends.visit.door import room as at_door
from frontends.visit.door.room import door
from frontends.visit.lesson import room as at_lesson
from frontends.visit.lesson.room import lesson
from frontends.visit.lobby import room as in_lobby
from frontends.visit.lobby.room import enter_lobby
from frontends.visit.replay import room as at_replay
from frontends.visit.replay.room import replay
from frontends.visit.room import IN_LOBBY, NOWHERE
from frontends.visit.table.actions import all_actions as at_table
from frontends.visit.table.room import table
from frontends.visit.visit import Visit
from journal import Damaged, JournalError

_LOG = logging.getLogger("parlour.visit")
Errand = Callable[[Visit], Awaitable[Destination | None]]
"""What somebody came for: returns where that is. Raises: Refused, JournalError."""
ROOMS: tuple[tuple[Sequence[Action[Any]], Message], ...] = (
    (in_lobby.ACTIONS, IN_LOBBY),
    (at_table.ACTIONS, message("at a table")),
    (at_replay.ACTIONS, message("in a replay")),
    (at_lesson.ACTIONS, message("in a lesson")),
    (at_door.ACTIONS, message("at the door")),
)
"""What can be typed where. A word of several rooms is looked for in the first one."""
VOCABULARY: Mapping[str, Message] = {word: where for actions, where in reversed(ROOMS) for word in words_of(actions)}
"""All words that people type, and where they do something."""
BROKEN = message("Something went wrong at that table, and it has been noted. You have left it.")
FAULT = message("Something went wrong in this house, and it has been noted.")


async def attend(visit: Visit, errand: Errand | None = None) -> int:
    """Let a person go through the house until they leave. Returns: what a command line exits with.

    `errand` is what they came for: then the visit ends when it is done, and with status 1 when it cannot be had.
    """
    visit.vocabulary = VOCABULARY
    try:
        going = await (door(visit) if errand is None else _run(visit, errand))
        while not isinstance(going := _allowed(visit, going, errand), Out):
            try:
                if isinstance(going, ToLobby):
                    await enter_lobby(visit)
                going = await _room(visit, going)
            except Gone:
                raise
            except Exception as fault:
                _take_leave(visit, fault)
                going = ToLobby() if errand is None else Out(1)
    except Gone:
        return 0
    else:
        visit.enter(NOWHERE)
        return going.status
    finally:
        visit.close()


async def _run(visit: Visit, errand: Errand) -> Destination:
    """Where what somebody came for is. What cannot be had is said."""
    try:
        return await errand(visit) or Out()
    except (Refused, JournalError) as error:
        visit.write(visit.explain(error))
    except Gone:
        raise
    except Exception:
        _LOG.exception("Somebody could not be given what they came for.")
        visit.write(FAULT)
    return Out(1)


def _allowed(visit: Visit, going: Destination, errand: Errand | None) -> Destination:
    """Where somebody goes who wants to go there: out when they have what they came for, or may not stay."""
    if isinstance(going, Out):
        return going
    if isinstance(going, ToLobby) and errand is not None:
        return Out()
    if (objection := visit.session.objection) is None:
        return going
    visit.farewell(objection)
    return Out()


def _take_leave(visit: Visit, fault: Exception) -> None:
    """Tell somebody why they have to leave a room. A fault of the program costs them the table, not the visit."""
    if isinstance(fault, Refused | JournalError | ShutOut):
        if isinstance(fault, Damaged):
            warn_seldom(str(fault))
        visit.farewell(visit.explain(fault.why if isinstance(fault, ShutOut) else fault))
        return
    if not isinstance(fault, CannotShow):
        _LOG.exception("Somebody could not be shown what they asked for.", exc_info=fault)
    visit.ring()
    visit.farewell(BROKEN)


def _room(visit: Visit, going: ToLobby | TableRef | ToReplay | ToLesson) -> Awaitable[Destination]:
    """The room, to be awaited. The lobby was entered before: a coroutine of its own that waits would cost memory for
    everybody who sits there."""
    match going:
        case ToLobby():
            return visit.converse()
        case TableRef():
            return table(visit, going)
        case ToReplay():
            return replay(visit, going)
        case ToLesson():
            return lesson(visit, going)
