"""What goes wrong with the journal, as visitors are told: no path, server or digest, which are for the log."""

from core.base.message import Message, message
from journal import Closed, Damaged, JournalError, Newer, OutcomeUnknown

LOST = message("Parlour lost its disk and can save no more moves: come back later.")
NEWER = message("A newer Parlour has taken this over: leave and come in again, or try again later.")
DAMAGED = message("That is damaged and cannot be shown. The operator will see it.")
UNKNOWN = message("Nobody knows whether that was saved: look before you do it again.")
FAILED = message("That did not work, and the operator will see why: try again later.")


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
