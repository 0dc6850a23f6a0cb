"""Sends reminders until they have arrived: what is to be sent follows from the journal, and what was sent stands there.

A process may be killed at any moment: a reminder of which only the try is written is tried again, by whatever house
is there then, under the same id. So each arrives at least once, and hardly ever more often.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import trio

from core.base.game import Refused
from core.correspondence.reminders import (
    Carrier,
    Carriers,
    NotSent,
    Reminder,
    ReminderSent,
    ReminderTried,
    destination,
    may_try,
    stream_of,
)
from core.correspondence.sending_limits import SendingLimits
from core.records import fold
from core.records.owned_stream import append
from journal import Damaged, JournalError, Record

if TYPE_CHECKING:
    from core.house.service import Service

_LOG = logging.getLogger("parlour")
PAUSE = 1.0
"""Seconds between two looks for what is to be sent."""
ROUND = 30.0
"""Seconds between two looks while nothing happens."""
LONGEST = 30.0
"""Seconds for which one try may take."""
AT_ONCE = 8
"""Reminders that are on their way at the same time: after a house has stood still there may be very many."""
PAGE = 64
"""Reminders of a round; those that have become urgent meanwhile come before the next ones."""
CANDIDATES = 1000
"""Reminders that are looked up to choose from."""
OF_A_HOST = 2
"""Reminders of a round that go to one host, so that one that answers slowly does not keep all others waiting."""
TAIL = 64
"""Records of a person's reminders that are looked through for the tries of one."""


async def send_reminders(service: Service) -> None:
    """Send what is to be sent, for as long as the house is open, in the ways that it allows by then."""
    await service.views.caught_up.wait()
    while True:
        moved = service.views.moved
        try:
            if service.carriers:
                await send_due(service, service.carriers)
        except JournalError as error:
            _LOG.warning("Reminders are not sent now: %s", error)
        except Exception:  # a bug here must not end the house
            _LOG.exception("Reminders were not sent.")
        await trio.sleep(PAUSE)
        with trio.move_on_after(ROUND):
            await moved.wait()


async def send_due(service: Service, carriers: Carriers) -> None:
    """Try a page of the reminders once that are due now, of those who are not in the house. Raises: JournalError."""
    here = {one.person for one in service.presence.everybody()}
    now = service.now()
    found = await service.views.pending_reminders(carriers, here, CANDIDATES, now)
    if not (chosen := _chosen(service.sending_limits, found, now)):
        return
    from journal.operations.copy import run_all  # only where there is somebody to be reminded

    await run_all(AT_ONCE, [partial(_send, service, carriers[reminder.by], reminder) for reminder in chosen])


def _chosen(limits: SendingLimits, due: Sequence[Reminder], now: float) -> list[Reminder]:
    """Those for which there is room now, one of each person: two at once would stand in each other's way in `claim`.

    Whoever was sent the fewest reminders lately comes first, then what is most urgent. The others are not tried, so
    they lose nothing by waiting.
    """
    chosen: dict[str, Reminder] = {}
    hosts: Counter[str] = Counter()
    lately = {reminder.person: limits.reminded_lately(reminder, now) for reminder in due}
    for reminder in sorted(due, key=lambda one: (lately[one.person], one.due)):
        host = destination(reminder.by, reminder.address)
        has_place = len(chosen) < PAGE and reminder.person not in chosen and hosts[host] < OF_A_HOST
        if has_place and limits.take_reminder(reminder, now):
            hosts[host] += 1
            chosen[reminder.person] = reminder
    return list(chosen.values())


async def _send(service: Service, carrier: Carrier, reminder: Reminder) -> None:
    try:
        if not await claim(service, reminder.person, reminder.id):
            return
        said, language = reminder.said(service.now()), await _language(service, reminder.person)
        with trio.fail_after(LONGEST):
            await carrier.send(reminder.address, reminder.id, said, language, reminder.as_json())
        await _note(service, reminder)
    except (NotSent, trio.TooSlowError, JournalError, Refused) as error:
        _LOG.info("Reminder %s did not arrive: %s", reminder.id, error)


async def _language(service: Service, person: str) -> str:
    """The code of the language that a person has chosen; empty for none."""
    try:
        return dict((await service.directory.person(person)).preferences).get("language", "")
    except Damaged:
        return ""


async def claim(service: Service, person: str, id: str) -> bool:
    """Write down that something is sent now; False when it was sent, or is tried, here or by another house.

    Raises: Damaged, JournalError.
    """
    records = await _tail(service, person)
    tries, tried_at = 0, 0.0
    for event, info in fold.decode(stream_of(person), records):
        if event == ReminderSent(id):
            return False
        if event == ReminderTried(id):
            tries, tried_at = tries + 1, info.at
    if not may_try(tries, tried_at, service.now()):
        return False
    last = records[-1] if records else None
    return bool(await append(service.journal, service.now, stream_of(person), last, (ReminderTried(id),)))


async def _note(service: Service, reminder: Reminder) -> None:
    while True:
        records = await _tail(service, reminder.person, 1)
        last = records[-1] if records else None
        if await append(service.journal, service.now, stream_of(reminder.person), last, (ReminderSent(reminder.id),)):
            return


async def _tail(service: Service, person: str, most: int = TAIL) -> tuple[Record, ...]:
    stream = stream_of(person)
    head = await service.journal.head(stream)
    return tuple(await service.journal.read(stream, max(0, head - most)))
