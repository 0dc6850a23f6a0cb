"""Mail addresses that people show to be theirs, by a code that is mailed there.

After a wrong code no other one is sent: a code is valid for an hour, and for a few tries. `sending_limits` says how
many are mailed. That a code is mailed is written down before it is, under its person, so that
a restart or another house on the journal gives nobody more codes. Two houses that are asked in the same moment may mail
one each. The codes themselves are in memory only, so after a restart a new one has to be asked for.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import trio
from msgspec import Struct

from core.base.durations import DAY, HOUR
from core.base.game import Refused
from core.base.message import message
from core.correspondence.outbox import claim
from core.correspondence.reminders import MAIL, NotSent
from core.correspondence.sending_limits import code_id
from core.people.directory import draw_word

if TYPE_CHECKING:
    from core.house.service import Service

LETTERS = 8
"""Of a code."""
TRIES = 5
"""Wrong tries after which a code is not valid any more."""
PATIENCE = 10.0
"""Seconds to wait until the lists know what was mailed before."""
LONGEST = 30.0
"""Seconds that mailing may take."""


class _Mailed(Struct):
    """A code that somebody may type."""

    code: str
    at: float
    """When it was mailed, in seconds since the epoch."""
    wrong: int = 0


class MailConfirmation:
    """The codes that this house mailed and that are still valid."""

    def __init__(self) -> None:
        self._mailed: dict[tuple[str, str], _Mailed] = {}
        # One task at a time counts, so that no two take the last code that is left.
        self._counting = trio.Lock()

    def holds(self, person: str, address: str, now: float) -> bool:
        """Whether a person can still type the code that was mailed to an address."""
        self._mailed = {key: one for key, one in self._mailed.items() if one.at > now - HOUR}
        return (person, address) in self._mailed

    def is_right(self, person: str, address: str, typed: str, now: float) -> bool:
        """Whether that is the code that was mailed there, which then has done its work."""
        if not self.holds(person, address, now):
            return False
        mailed = self._mailed[person, address]
        if secrets.compare_digest(typed.lower().encode(), mailed.code.encode()):
            del self._mailed[person, address]
            return True
        mailed.wrong += 1
        if mailed.wrong >= TRIES:
            del self._mailed[person, address]
        return False

    async def mail(self, service: Service, person: str, address: str, network: str, language: str) -> None:
        """Mail a code to an address. Raises: Refused, with what to do next; JournalError."""
        code, now = draw_word(LETTERS), service.now()
        async with self._counting:
            id = await _counted(service, person, address, network)
        said = message("Your code at Parlour: {code}", code=code)
        try:
            with trio.fail_after(LONGEST):
                await service.carriers[MAIL].send(address, id, said, language, {})
        except (NotSent, trio.TooSlowError) as error:
            raise Refused("The mail server refused that: try another address, or try again later.") from error
        self._mailed[person, address] = _Mailed(code, now)


async def _counted(service: Service, person: str, address: str, network: str) -> str:
    """Write down that a code is mailed. Returns: its id. Raises: Refused where it would be too many."""
    limits, now = service.sending_limits, service.now()
    limits.check_code(person, address, network, now)
    try:
        with trio.fail_after(PATIENCE):
            await service.views.settle()
    except trio.TooSlowError as error:
        raise Refused("Parlour is still starting: try again in a minute.") from error
    for one in await service.views.codes_since(now - DAY):
        limits.note_code(one.id, one.person, one.at)
    limits.forget_codes(now - DAY)
    limits.check_code(person, address, network, now)
    id = code_id(address, draw_word(LETTERS))
    if not await claim(service, person, id):
        raise Refused("Somebody else was quicker: try again.")
    limits.take_code(id, person, network, now)
    return id
