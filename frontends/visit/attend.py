"""A whole visit, from room to room. Rooms answer where the person goes next; only this file knows them all."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from core.game import Refused
from core.message import message
from frontends.visit.destination import Destination, Out, ToLesson, ToLobby, ToReplay, ToTable
from frontends.visit.door import door
from frontends.visit.leaving import CannotShow, Gone, ShutOut
from frontends.visit.lesson import lesson
from frontends.visit.lobby import lobby
from frontends.visit.place import NOWHERE
from frontends.visit.replay import replay
from frontends.visit.table import table
from frontends.visit.visit import Visit
from journal import Damaged, JournalError

_LOG = logging.getLogger("parlour.visit")
Errand = Callable[[Visit], Awaitable[Destination | None]]
"""What somebody came for: answers where that is. Raises: Refused, JournalError."""
BROKEN = message("Something is wrong with that table, and it has been noted. You have left it.")
FAULT = message("Something went wrong in this house, and it has been noted.")


async def attend(visit: Visit, errand: Errand | None = None) -> int:
    """Let a person go through the house until they leave. Returns: what a command line exits with.

    `errand` is what they came for: then the visit ends when it is done, and with status 1 when it cannot be had.
    """
    try:
        if errand is None:
            return await _walk(visit, await door(visit), errand)
        try:
            going = await errand(visit)
        except (Refused, JournalError) as error:
            visit.write(visit.explain(error))
            return 1
        except Gone:
            raise
        except Exception:
            _LOG.exception("Somebody could not be given what they came for.")
            visit.write(visit.words.say(FAULT))
            return 1
        return await _walk(visit, going or Out(), errand)
    except Gone:
        return 0
    finally:
        visit.close()


async def _walk(visit: Visit, going: Destination, errand: Errand | None) -> int:
    last_resort: Destination = ToLobby() if errand is None else Out(1)
    while True:
        if isinstance(going, ToLobby) and errand is not None:
            going = Out()
        elif (objection := visit.service.office.objection(visit.visitor.id, visit.address)) is not None:
            visit.farewell(visit.words.say(objection))
            going = Out()
        if isinstance(going, Out):
            visit.enter(NOWHERE)
            return going.status
        try:
            going = await _room(visit, going)
        except Gone:
            raise
        except (Refused, JournalError, ShutOut) as error:
            if isinstance(error, Damaged):
                _LOG.warning("%s", error)
            visit.farewell(visit.explain(error.why if isinstance(error, ShutOut) else error))
            going = last_resort
        except Exception as fault:
            # A fault of ours costs the person the table, not the visit.
            if not isinstance(fault, CannotShow):
                _LOG.exception("Somebody could not be shown what they asked for.")
            visit.ring()
            visit.farewell(visit.words.say(BROKEN))
            going = last_resort


def _room(visit: Visit, going: ToLobby | ToTable | ToReplay | ToLesson) -> Awaitable[Destination]:
    """The room, to be awaited."""
    match going:
        case ToLobby():
            return lobby(visit)
        case ToTable():
            return table(visit, going)
        case ToReplay():
            return replay(visit, going)
        case ToLesson():
            return lesson(visit, going)
