"""What goes wrong with the journal, as visitors are told: no path, server or digest, which are for the log."""

from core.base.message import Message, message
from journal import Closed, Damaged, JournalError, Newer, OutcomeUnknown

LOST = message("The house has lost its records and can keep no more moves: please come back later.")
NEWER = message("A newer house has gone on with this: leave and come in again, or try again later.")
DAMAGED = message("That is damaged and cannot be shown. It has been noted.")
UNKNOWN = message("The house does not know whether that was kept: look before you do it again.")
FAILED = message("The house could not do that now, and has noted why: please try again later.")


def for_visitors(error: JournalError) -> Message:
    """What somebody is told who cannot mend it."""
    match error:
        case Closed():
            return LOST
        case Newer():
            return NEWER
        case Damaged():
            return DAMAGED
        case OutcomeUnknown():
            return UNKNOWN
        case _:
            return FAILED
