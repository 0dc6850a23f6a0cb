"""What goes on at a live table by itself: its beginning, the computer players and the clock."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any

import trio

from core.base.chance import SEED_BYTES, Dice
from core.base.game import Refused, Seat
from core.base.lazy_import import Imported
from core.correspondence import conditional_moves, vacations
from core.correspondence.conditional_moves import PlanMade
from core.games.features.bots import bot_named
from core.live.live_table import Actor, LiveTable
from core.records.codec import whole_milliseconds
from core.records.house_clock import SLACK
from core.records.owned_stream import events_of
from core.scheduling.worker_pool import Urgency, in_worker, warm_up
from core.table import Cause, Command, Table, commands, first_lent, is_slow, may_pause
from journal import Damaged, JournalError

if TYPE_CHECKING:
    from core.house.service import Service

RETRY_PAUSE = 1.0
"""Seconds before something is tried again that the journal could not store."""
PAUSE = 1.0
"""Seconds after which clocks stand still that the last player has left, and seconds without a record from which on a
house that opens a table says that they stood."""
GRACE = 0.5
"""Seconds between the end of a player's time and the decision that it has run out. What had arrived before, perhaps
while the whole house stood still, is read and decided in them."""


async def play_bots(live: LiveTable) -> None:
    """Let the computer players at a table play until the table is closed."""
    while not live.table.is_ready:
        await live.wait_moved()
    await live.begin_if_ready()
    while not any(chair.holder.bot for chair in live.table.chairs):
        await live.wait_reseated()
    bots = [bot_named(live.table.game.name, chair.holder.bot) for chair in live.table.chairs if chair.holder.bot]
    async with trio.open_nursery() as nursery:
        # Beside the game: a worker that has to be started for the first move would keep the person waiting.
        for bot in bots:
            if bot.slow and isinstance(bot.choose, Imported):
                nursery.start_soon(warm_up, bot.choose)
        with replying(live):
            while True:
                seq = live.table.seq
                if not await _play_one(live) and live.table.seq == seq:
                    await live.wait_until(lambda: _bot_in_turn(live.table) is not None)


@contextmanager
def replying(live: LiveTable) -> Iterator[None]:
    """Have computer players who choose at once move as part of the decision after which it is their turn."""

    def reply(table: Table) -> Cause | None:
        seat = _bot_in_turn(table)
        if seat is None or (bot := bot_named(table.game.name, table.chairs[seat].holder.bot)).slow:
            return None
        try:
            text = bot.choose(*_asked(table, seat))
        except Exception:  # A fault of the computer's is met by the task that lets it play, and by no person's move.
            return None
        return Cause(next(live.service.decisions), seat, table.seq, _command(table, seat, text)) if text else None

    silent, live.reply = live.reply, reply
    try:
        yield
    finally:
        live.reply = silent


async def _play_one(live: LiveTable) -> bool:
    """Let the computer player make a move that is to move. Returns: whether it has chosen one."""
    table, seat = live.table, _bot_in_turn(live.table)
    if seat is None:
        return False
    actor, urgency = Actor(live, seat), _urgency(live)
    text = await _choose_in_time(live, table, seat, urgency)
    if not text:
        return False
    if urgency is Urgency.DEMONSTRATION:
        live.kept[_SHOWN] = table.now.plays + 1
    # Should the game have moved on while it thought, this is refused, and it thinks again.
    await _submit(live, _command(table, seat, text), table.seq, actor)
    return True


def _command(table: Table, seat: int, text: str) -> Command:
    """What a computer player asks for that makes a move at a seat."""
    stand_in = table.chairs[seat].stand_in.bot
    return commands.Substitute(text, stand_in) if stand_in else commands.Move(text)


def _bot_in_turn(table: Table) -> int | None:
    """The seat of a computer player that is to move."""
    return next((seat for seat in table.turn if table.chairs[seat].holder.bot), None)


async def _submit(live: LiveTable, command: Command, seen: int, actor: Actor | None = None) -> None:
    """Ask for something that another process may have asked for already, and that the store may fail to keep."""
    try:
        await (actor or live).submit(command, seen)
    except Refused:
        await live.catch_up()
    except JournalError:
        await trio.sleep(RETRY_PAUSE)


async def play_for(actor: Actor, text: str = "") -> bool:
    """Make one move for a person, by default what the computer player chooses.

    Returns: whether there was one to make. Raises: Refused, MovedOn, JournalError.
    """
    live, table = actor.live, actor.live.table
    text = text or await _choose(table, actor.seat, Urgency.DEMONSTRATION, _share(live))
    if text:
        live.kept[_SHOWN] = table.now.plays + 1
        await actor.submit(commands.Move(text, demo=True), table.seq)
    return bool(text)


_SHOWN = "shown"
"""Where a live table keeps how many moves it had when the computer last moved with nobody but onlookers waiting."""


def _urgency(live: LiveTable) -> Urgency:
    """Who waits for the computer's next move: a person who has moved, or somebody who looks on."""
    has_persons = any(chair.person for chair in live.table.chairs)
    is_shown = live.kept.get(_SHOWN) == live.table.now.plays
    return Urgency.PERSON if has_persons and not is_shown else Urgency.DEMONSTRATION


async def _choose_in_time(live: LiveTable, table: Table, seat: int, urgency: Urgency) -> str:
    """The move; empty when the game moved on first, so that nobody wants the answer any more.

    Whichever comes first cancels the other, and with it the work in another process; nothing comes before a computer
    player who chooses at once.
    """
    if not bot_named(table.game.name, table.chairs[seat].holder.bot).slow:
        await trio.lowlevel.checkpoint()  # Where each move is refused, everybody else goes on, too.
        return await _choose(table, seat, urgency, "")
    chosen = ""
    async with trio.open_nursery() as nursery:

        async def think() -> None:
            nonlocal chosen
            chosen = await _choose(table, seat, urgency, _share(live))
            nursery.cancel_scope.cancel()

        nursery.start_soon(think)
        while live.table.state is table.state:
            await live.wait_moved()
        nursery.cancel_scope.cancel()
    return chosen


def _share(live: LiveTable) -> str:
    """Who waits for the computer there: of those who are at the table in this house, rather a player than an onlooker.

    All tables of one address have one share of the workers, so that many of them keep nobody else waiting.
    """
    those = live.service.presence.at(live.id)
    first = min(those, key=lambda one: (one.house != "", not one.seats), default=None)
    return first.share or first.person if first else ""


async def _choose(table: Table, seat: int, urgency: Urgency, share: str) -> str:
    bot = bot_named(table.game.name, table.chairs[seat].holder.bot)
    view, dice = _asked(table, seat)
    if not bot.slow:
        return bot.choose(view, dice)
    text: str = await in_worker(bot.choose, view, dice, urgency=urgency, table=table.id, share=share)
    return text


def _asked(table: Table, seat: int) -> tuple[Any, Dice]:
    """What a computer player is asked for a move with: its view, and dice of its own."""
    dice = Dice(secrets.token_bytes(SEED_BYTES), table.game.name, 1)
    return table.game.view(table.state, Seat(seat)), dice


async def watch_clock(live: LiveTable) -> None:
    """Say when a player's time is up. While no process has the table open only clocks with days for a move run."""
    if live.table.clocks is None:
        return
    of_days = is_slow(live.table.setup.clock)
    minded_since = live.table.at
    if live.now() - live.table.at >= PAUSE or live.table.clocks.paused:
        minded_since = whole_milliseconds(live.now())
        if live.turn and not of_days:
            await _submit(live, commands.Resume(), live.table.seq)
    if of_days:
        while not live.turn:
            await live.wait_moved()
        for seat in live.table.persons:
            await send_away(live, seat)
    while not live.table.ended:
        table = live.table
        if (command := _restarts(live, minded_since)) is not None:
            await _submit(live, command, table.seq)
            continue
        due, seat = first_flag(table) if of_days else table.first_due
        due = max(due, live.service.decides_slow_from) if of_days else due
        with trio.move_on_after(max(0.0, due - live.now())) as waited:
            await live.wait_moved()
        if waited.cancelled_caught and not (of_days and await send_away(live, seat)):
            await decide_late(live, table, commands.RunOut(seat))


def _restarts(live: LiveTable, minded_since: float) -> commands.Correct | commands.Resume | None:
    """What the house says that has a player at the table since then, while clocks are said to stand, or to have stood.

    Another house says so: its last player has left, or its first one has come. It may know nothing of this one.
    """
    clocks = live.table.clocks
    if clocks is None or not live.turn:
        return None
    if clocks.paused:
        return commands.Correct() if clocks.since >= minded_since else commands.Resume()
    if live.lead > SLACK:
        return None  # That house's clock is ahead: what it does not count has not gone by here.
    return commands.Correct() if clocks.uncounted and clocks.stood_since >= minded_since else None


async def pause_clock(live: LiveTable) -> None:
    """Have a clock stand still that the last player of this house has left."""
    if may_pause(live.table):
        await _submit(live, commands.Pause(), live.table.seq)


def first_flag(table: Table) -> tuple[float, int]:
    """When a person's time runs out first in a correspondence game, in seconds since the epoch, and for which seat.

    Infinite where none does. A computer's never does: that it has not moved is the fault of the houses, and whoever it
    stands in for would lose by it.
    """
    clocks = table.clocks
    if clocks is None or not is_slow(table.setup.clock):
        return inf, 0
    return min(
        ((clocks.due(seat), seat) for seat in clocks.running if not table.chairs[seat].holder.bot), default=(inf, 0)
    )


async def send_away(live: LiveTable, seat: int) -> bool:
    """Have a player's clock stand still who is on vacation; the answer is whether it did not before, and does now."""
    wishes = await wishes_of(live.service, live.table.chairs[seat].person)
    now, clocks = live.service.now(), live.table.clocks
    vacation = wishes.vacation_at(now)
    if vacation is None or clocks is None or clocks.is_away(seat, now):
        return False
    await _submit(live, commands.GoAway(seat, vacation.until), live.table.seq)
    return live.table.clocks is not None and live.table.clocks.is_away(seat, now)


async def wishes_of(service: Service, person: str) -> vacations.Wishes:
    """What a person wants of correspondence games. Raises: JournalError; what is damaged is no wish."""
    try:
        return vacations.evolve_all(await events_of(service.journal, vacations.stream_of(person)) if person else ())
    except Damaged:
        return vacations.Wishes()


PLANNED = "planned"
"""Where a live table keeps what is true if somebody may have planned a reply there, and another object with each new
plan; while nothing is kept, somebody may."""


def plans_among(events: Iterable[Any], live: LiveTable, seat: int) -> tuple[tuple[int, PlanMade], ...]:
    """Of the events about plans at a table, a seat's plans for its next turn, each with its record's number."""
    return conditional_moves.plans_of(live.table, seat, events, tuple(info for _, info in live.recent))


async def play_plans(live: LiveTable) -> None:
    """Make the moves that were planned as replies.

    In a fast game whoever plans is at this house or another one that has the table open: each makes the moves that it
    was told of, or found when it opened the table.
    """
    if len(live.table.chairs) < 2:
        return
    while not live.table.ended:
        seq = live.table.seq
        try:
            if _may_be_planned(live):
                await _answer_as_planned(live)
        except JournalError:
            await trio.sleep(RETRY_PAUSE)
            continue
        if live.table.seq == seq:
            await live.wait_until(lambda: _may_be_planned(live) or live.table.ended is not None)


def _may_be_planned(live: LiveTable) -> bool:
    """Whether somebody may have planned a reply, as far as is known here."""
    return is_slow(live.table.setup.clock) or bool(live.kept.get(PLANNED, True))


async def answer_as_planned(live: LiveTable) -> None:
    """Make the move that whoever is to move has planned as a reply, if there is one. Raises: Damaged."""
    table, known = live.table, live.kept.get(PLANNED, True)
    seats = [seat for seat in live.turn if table.chairs[seat].person and not table.chairs[seat].stand_in]
    events = await events_of(live.service.journal, conditional_moves.stream_of(live.id)) if seats else ()
    if seats and live.kept.get(PLANNED, True) is known:
        live.kept[PLANNED] = any(plans_among(events, live, seat) for seat in range(len(table.chairs)))
    causes = [info.cause for _, info in live.recent if info.cause and isinstance(info.cause.command, commands.MOVES)]
    for seat in seats if causes else ():
        plans = plans_among(events, live, seat)
        if planned := conditional_moves.reply(table, seat, plans, causes[-1]):
            await Actor(live, seat, table.chairs[seat].people).submit(planned, table.seq)


async def _answer_as_planned(live: LiveTable) -> None:
    try:
        await answer_as_planned(live)
    except Refused:
        await live.catch_up()
    except Damaged:
        pass  # What cannot be read was never planned.


async def decide_late(live: LiveTable, table: Table, command: Command) -> None:
    """Decide that a time has run out, unless something had arrived that was not decided yet.

    After the house stood still (SIGSTOP, a laptop that slept) the end of the time and the bytes in the sockets are
    found in the same moment, and the timer would win.
    """
    with trio.move_on_after(GRACE):
        await live.wait_moved()
    while live.deciding and live.table.seq == table.seq:
        await trio.sleep(GRACE)
    if live.table.seq == table.seq:
        await _submit(live, command, table.seq)


async def watch_absence(live: LiveTable) -> None:
    """Have a stand-in play for whoever has not moved for as long as was agreed."""
    while not live.table.ended:
        if not any(chair.agreed for chair in live.table.chairs):
            await live.wait_reseated()
            continue
        at, seat = first_lent(live.table)
        with trio.move_on_after(max(0.0, at - live.now())) as waited:
            await live.wait_moved()
        if waited.cancelled_caught:
            await _submit(live, commands.LendSeat(seat), live.table.seq)


async def lend_if_due(live: LiveTable) -> None:
    """Have a stand-in play, as `watch_absence` does, if it is time for that at a table that nobody attends."""
    at, seat = first_lent(live.table)
    if live.attended or at > live.now():
        return
    if may_pause(live.table):
        await _submit(live, commands.Resume(), live.table.seq)
    await _submit(live, commands.LendSeat(seat), live.table.seq)


async def play_unattended(live: LiveTable) -> None:
    """Let a computer player have its turn at a table that nobody attends, and then what is planned be played.

    Other houses may do so at the same moment, somebody may come to the table, and a player may take the seat back. Each
    move is for the position it was chosen in, and is appended at the version it was decided on. So the one that is
    stored first is made, all others conflict and are refused, and nobody moves twice. What a house that is killed in
    between has stored stands, and the next house goes on from there.

    It is one turn only, because two computer players would keep all other tables waiting for a whole game.
    """
    turn, seq = live.turn, 0
    while live.turn == turn and seq < live.table.seq and not live.attended:
        seq = live.table.seq
        await _play_one(live)
    await _answer_as_planned(live)
