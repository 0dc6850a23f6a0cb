"""Games as the service minds them while nobody is there: planned replies, vacations, computer players, stand-ins, and
time that runs out.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import trio

from core.base.game import Refused
from core.correspondence import conditional_moves, vacations
from core.correspondence.conditional_moves import PlanMade, PlansDropped
from core.live import automatic_play
from core.live.live_table import Actor, LiveTable
from core.records.owned_stream import change, events_of
from core.table import ComeBack, GoAway, RunOut, first_lent
from journal import Damaged, JournalError

if TYPE_CHECKING:
    from core.house.service import Service

_LOG = logging.getLogger("parlour")
LATER = 3600.0
"""Seconds until a table is looked at again at which something is due that could not be done."""
AT_ONCE = 20
"""Tables that the lists are asked for at a time."""
LookedAt: TypeAlias = dict[tuple[str, float], float]
"""When a table was looked at last, by its id and by what was due then."""


# Plans.


async def plan(actor: Actor, typed: str) -> tuple[PlanMade, ...]:
    """Plan a reply. Returns: all of the seat's plans. Raises: Refused, JournalError."""
    live, seat = actor.live, actor.seat

    def made(events: tuple[Any, ...]) -> tuple[PlanMade]:
        return (conditional_moves.plan(live.table, seat, typed, len(automatic_play.plans_among(events, live, seat))),)

    host = live.service
    events = await change(host.journal, host.now, conditional_moves.stream_of(live.id), made)
    live.kept[automatic_play.PLANNED] = object()
    await automatic_play.answer_as_planned(live)  # The other may have moved meanwhile.
    return tuple(one for _, one in automatic_play.plans_among(events, live, seat))


async def plans_of(actor: Actor) -> tuple[PlanMade, ...]:
    """What a seat has planned for its next turn. Raises: Damaged, JournalError."""
    live = actor.live
    events = await events_of(live.service.journal, conditional_moves.stream_of(live.id))
    return tuple(one for _, one in automatic_play.plans_among(events, live, actor.seat))


async def drop_plans(actor: Actor) -> None:
    """Forget what a seat has planned. Raises: Refused, JournalError."""
    host, stream = actor.live.service, conditional_moves.stream_of(actor.live.id)
    await change(host.journal, host.now, stream, lambda _: (PlansDropped(actor.seat),))


# Vacations.


async def take_vacation(service: Service, person: str, typed: str) -> vacations.Wishes:
    """Go on vacation, or come back, in all of a person's correspondence games. Raises: Refused, JournalError."""
    at = service.now()
    events = await change(
        service.journal, service.now, vacations.stream_of(person),
        lambda events: vacations.take_vacation(vacations.evolve_all(events), typed, at),
    )  # fmt: skip
    wishes = vacations.evolve_all(events)
    vacation = wishes.vacation_at(at)
    await service.views.settle()
    for id, seat in await service.views.slow_tables_of(person):
        try:
            async with service.table(id, attended=False) as live:
                await live.submit(GoAway(seat, vacation.until) if vacation else ComeBack(seat))
        except (Refused, Damaged) as error:
            _LOG.info("The clock at table %s goes on as it did: %s", id, error)
    return wishes


# Time.


async def mind_slow_games(service: Service) -> None:
    """Do what is due where nobody has the table open, and play what was planned when a house died before it could.

    At first people are let in for a while: their time may have run out while no house was there to take their moves.

    Raises: JournalError.
    """
    await service.views.caught_up.wait()
    await answer_as_planned(service)
    await trio.sleep(max(0.0, service.decides_slow_from - service.now()))
    looked_at: LookedAt = {}
    while True:
        moved, now = service.views.moved, service.now()
        await mind_due(service, looked_at)
        with trio.move_on_after(max(0.0, min(await service.views.next_due(now) - now, LATER))):
            await moved.wait()


async def answer_as_planned(service: Service) -> None:
    """Play what was planned and not played. Raises: JournalError."""
    for id in await service.views.planned():
        await _at(service, id, automatic_play.answer_as_planned)


async def mind_due(service: Service, looked_at: LookedAt) -> None:
    """Do what is due by now at tables that nobody need have open. Raises: JournalError."""
    now = service.now()
    if now < service.decides_slow_from:
        return
    for known in [known for known, at in looked_at.items() if now >= at + LATER]:
        del looked_at[known]
    # Those where nothing could be done are due still, and must not keep all others off the page.
    while due := [one for one in await service.views.due(now, AT_ONCE + len(looked_at)) if one not in looked_at]:
        for one in due:
            looked_at[one] = now
            await _at(service, one[0], _mind_table)


async def _at(service: Service, id: str, work: Callable[[LiveTable], Awaitable[None]]) -> None:
    """Do something at a table that nobody need have open; a table that fails takes nothing with it."""
    try:
        async with service.table(id, attended=False) as live:
            await work(live)
    except (Refused, JournalError) as error:
        _LOG.warning("Table %s could not be minded: %s", id, error)
    except Exception:  # a bug, or a computer player that ends its worker
        _LOG.exception("Table %s was not minded.", id)


async def _mind_table(live: LiveTable) -> None:
    """Lend a seat, let the computer play, or decide that time has run out: an absence may have been over before."""
    if first_lent(live.table)[0] <= automatic_play.first_flag(live.table)[0]:
        await automatic_play.lend_if_due(live)
    await automatic_play.play_unattended(live)
    table = live.table
    due, seat = automatic_play.first_flag(table)
    if due <= live.now() and not await automatic_play.send_away(live, seat):
        await automatic_play.decide_late(live, table, RunOut(seat))
