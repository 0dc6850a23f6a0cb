"""Why somebody leaves a room who did not ask for it: raised where the visit waits for the person."""

from __future__ import annotations

from core.base.game import Refused
from journal import JournalError


class Gone(Exception):
    """The person is gone. Rooms unwind, and whatever they hold is let go of by their own `with`."""


class CannotShow(Exception):
    """Something of ours went wrong in showing a table; the person leaves it, and nobody else notices."""


class ShutOut(Exception):
    """The person may not be at a table any more: they leave it, whatever they are doing there."""

    def __init__(self, why: Refused | JournalError) -> None:
        super().__init__(str(why))
        self.why = why
