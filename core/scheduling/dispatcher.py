"""Turns of a house: one after the other, in the order of a `FairQueue`; who causes work is charged for it.

In a quiet house only those wait for turns who send much, or who come with many others in one round of the event loop.
Once the loop is busy for more than half of the time, everybody does. As long as a task waits for its turn the
dispatcher counts: every step of a visit's task is charged to its account, by the processor's own clock. In each round
of the loop turns are given for some 2 ms, one at least, so all else that goes on there (moves that were stored, answers
of workers) waits no longer; who comes alone in a round need not ask.

Those who use far more than people do get no more than half of the time: after each turn of theirs the loop is left
alone for as long as the turn took.

People who wait for an answer come before all else: before what was typed ahead, boards that others have changed, and
those who came in just now or use more than people do (`CREDIT`). All this is *behind*, in a group of its own of the
`FairQueue`, so that there is time for it, too, however many people are answered. And a move needs several rounds of the
loop on its way to the disk and back: as long as an input is under way, what is behind gets no turn, or the move would
wait for one in each of those rounds. Neither do newcomers at the door, who else come before what is behind. Of all but
those who wait for an answer few inputs are under way at once (`MOST_OTHERS`): hundreds would go on between two turns.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Protocol

import attrs
import trio
from trio.abc import Instrument
from trio.lowlevel import Task

from core.base.token_bucket import Bucket, Rate
from core.scheduling.fair_queue import FORGIVEN, Account, FairQueue

LOOK_EVERY = 0.5
"""Seconds between two looks at how busy the event loop is."""
BUSY = 0.5
"""Share of the time that the loop computes, from which on all wait for turns."""
LINGER = 2.0
"""Seconds for which it goes on after it was busy, or a task waited, for the last time."""
SLICE = 0.002
"""Seconds of the processor for turns, as far as that can be foreseen, before everything else goes on."""
LEAST = SLICE / 16
"""Seconds for which no other turn is begun."""
MOST_AT_ONCE = 8
"""Turns of tasks that are given in one round at most, and inputs that in a quiet house need not wait for any."""
SMOOTHED = 16
"""Turns of tasks over which is averaged what one takes."""
CREDIT = Rate(0.1, FORGIVEN)
"""Seconds of the processor that somebody may use at once and in each second; who has used more is behind."""
NEW = FORGIVEN
"""Seconds that whoever comes in owes at first: so they are behind for a second, however many come at once."""
HOLD = 0.05
"""Seconds for which an input that is under way keeps what is behind from getting turns."""
HOLDS = Rate(1.0, 0.5)
"""Seconds for which inputs that are under way may do so, at once and in each second."""
LONGEST = 0.1
"""Seconds for which another input that is under way counts as such."""
MOST_FIRST = 4
"""Inputs under way that keep others waiting; in a crowd of people who wait for answers nobody would get a turn else."""
MOST_OTHERS = 8
"""Other inputs that are under way at once."""
BEHIND = "behind"
"""The group of all turns that nobody waits for."""

Turn = Callable[[], object]
"""Begins something; the answer is the task that goes on with it, if one does."""


class Newcomer(Protocol):
    """Somebody at the door, which has turns of its own."""

    def promote(self) -> None:
        """Have the payer in other groups, if that is due."""


@attrs.define(eq=False)
class Payer(Account):
    """Whoever causes work: a connection, with all of its address and network."""

    dispatcher: Dispatcher
    keys: tuple[Hashable, ...]
    """Of the groups it is in, from the widest to the narrowest."""
    behind: Account | None = attrs.field(default=None, init=False)
    """What is charged for turns that nobody waits for; made for the first of them, which most people never cause."""
    is_behind: bool = attrs.field(default=False, init=False)
    """Whether the present input of its task is one of those."""
    _credit: Bucket = attrs.field(init=False)
    held_until: float = attrs.field(default=0.0, init=False)
    """When its input that is under way no longer keeps others from getting turns; 0 while none is."""
    _pending: tuple[Turn, ...] = attrs.field(default=(), init=False)
    """What waits to be done in a turn."""
    _task: Task | None = attrs.field(default=None, init=False)
    newcomer: Newcomer | None = attrs.field(default=None, init=False)
    """Who it is, until they are promoted; asked before it goes on or waits for a turn."""
    _waiting: _Waiting | None = attrs.field(default=None, init=False)
    """While its task waits for a turn."""
    is_at_turn: bool = attrs.field(default=False, init=False)
    """Whether its task has been given a turn, and has not had the step yet that follows."""

    def __attrs_post_init__(self) -> None:
        self._credit = Bucket(CREDIT)
        self._credit.charge(self.dispatcher.now(), CREDIT.at_once + NEW)

    @property
    def must_wait(self) -> bool:
        """Whether to wait for a turn now."""
        return self.dispatcher.is_crowded and (self.dispatcher.is_full or not self.is_prompt)

    @property
    def is_prompt(self) -> bool:
        """Whether it is answered before what is behind; so are those at the door, which has turns of its own."""
        return self.newcomer is not None or self.has_credit

    @property
    def has_credit(self) -> bool:
        """Whether it uses as little as people do who were here before."""
        return self._credit.has(self.dispatcher.now(), 0.0)

    def spend(self, seconds: float) -> None:
        """Be charged for what its task has computed."""
        now = self.dispatcher.now()
        self._credit.charge(now, seconds)
        (self.dispatcher.account_behind(self) if self.is_behind else self).charge(seconds, now)

    def go_on(self) -> None:
        """Go on without waiting; few do in one round of the loop."""
        self.dispatcher.gone_on += 1
        if self.newcomer is not None:
            self.newcomer.promote()
        if self.dispatcher.is_counting:
            self.begin(behind=not self.is_prompt)

    async def turn(self, *, behind: bool = False) -> None:
        """Wait until it is one's turn: behind those who wait for an answer, if nobody waits for this one."""
        self.settle()
        if self.newcomer is not None:
            self.newcomer.promote()
        behind = behind or not self.is_prompt
        self._waiting = waiting = _Waiting(self, trio.lowlevel.current_task(), behind)
        self.dispatcher.count()
        self.dispatcher.push(self.dispatcher.account_behind(self) if behind else self, waiting.begin)
        try:
            await trio.lowlevel.wait_task_rescheduled(waiting.give_up)
        finally:
            self._waiting = None

    def interrupt(self) -> None:
        """Have its task, if it waits for a turn, go on without one."""
        if self._waiting is not None:
            self._waiting.end()

    def begin(self, *, behind: bool = False) -> None:
        """An input is dealt with from now on."""
        self.is_behind = behind
        self.dispatcher.begin(self, is_first=not behind and self.has_credit)

    def settle(self) -> None:
        """The last input has been dealt with."""
        if self.held_until:
            self.dispatcher.settle(self)

    def soon(self, act: Turn) -> None:
        """Do something in a turn behind those who wait for an answer; what waits already is done once. It must not
        wait."""
        if act not in self._pending:
            self._pending = (*self._pending, act)
            self.dispatcher.push(self.dispatcher.account_behind(self), partial(self._act, act))

    def _act(self, act: Turn) -> None:
        self._pending = tuple(other for other in self._pending if other != act)
        act()

    def pay(self) -> None:
        """Be charged for what the present task does, until `stop`."""
        self._task = trio.lowlevel.current_task()
        self.dispatcher.payers[self._task] = self
        self.dispatcher.begin_step()

    def stop(self) -> None:
        """Nothing will be charged any more."""
        self.settle()
        self.close()
        if self.behind is not None:
            self.behind.close()
        if self._task is not None:
            self.dispatcher.release(self._task)
            self._task = None


@attrs.define(eq=False)
class _Waiting:
    """A task that waits for its turn."""

    payer: Payer
    task: Task | None
    is_behind: bool

    def begin(self) -> Task | None:
        """Let the task go on; the answer is which, None for one that has given up."""
        task, self.task = self.task, None
        if task is not None:
            self.payer.is_at_turn = True
            self.payer.begin(behind=self.is_behind)
            trio.lowlevel.reschedule(task)
        return task

    def end(self) -> None:
        """Let the task go on at once, unless it does already."""
        task, self.task = self.task, None
        if task is not None:
            trio.lowlevel.reschedule(task)

    def give_up(self, _: Callable[[], None]) -> trio.lowlevel.Abort:
        """Wait no longer."""
        self.task = None
        return trio.lowlevel.Abort.SUCCEEDED


class Dispatcher(Instrument):
    """Gives turns while `run` runs."""

    def __init__(
        self,
        fail: Callable[[Exception], None],
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        """`fail` is told what goes wrong in a turn. `processor` are the seconds that this thread has computed."""
        self.is_busy = False
        """Whether everybody waits for turns."""
        self.gone_on = 0
        """Inputs of people who wait for an answer, in this round of the loop."""
        self.payers: dict[Task, Payer] = {}
        self.now: Callable[[], float] = trio.current_time
        """The time on trio's clock."""
        self._fail, self._processor = fail, processor
        self._queue: FairQueue[Turn] = FairQueue()
        self._in_front = 0
        """Turns that wait and are not behind."""
        self._first: set[Payer] = set()
        """Whose inputs are under way and keep what is behind from getting turns."""
        self._others: set[Payer] = set()
        """Whose other inputs are under way."""
        self._holds = Bucket(HOLDS)
        self._pushed = trio.Event()
        """That a turn waits, or that an input is no longer under way while one does."""
        self.is_counting = False
        """Whether somebody waits, or did lately: until then nothing is charged, and nobody held back."""
        self._wanted_at = self._busy_at = -math.inf
        """When a task wanted a turn last, and when the loop was found busy last, on trio's clock."""
        self._typical = SLICE
        """Seconds that a turn of a task takes, of late."""
        self._paying: Payer | None = None
        """Who is charged for the step that is under way; None where nobody is."""
        self._begun = 0.0
        """The processor's clock at its beginning."""

    @property
    def is_crowded(self) -> bool:
        """Whether turns wait, or as many went on in this round of the loop as may."""
        return self._queue.length > 0 or self.is_full

    @property
    def is_full(self) -> bool:
        """Whether others wait for answers, or as many went on in this round of the loop as may."""
        return self.gone_on >= (1 if self.is_busy else MOST_AT_ONCE) or self._in_front > 0

    def payer(self, *keys: Hashable) -> Payer:
        """Somebody who causes work, in the groups of these keys, from the widest to the narrowest."""
        payer = Payer(self, keys)
        self._queue.add(payer, *keys, now=self.now())
        return payer

    def account_behind(self, payer: Payer) -> Account:
        """What somebody is charged for turns that nobody waits for, in the same groups within those of `BEHIND`."""
        if payer.behind is None:
            self._queue.add(account := Account(), BEHIND, *payer.keys, now=self.now())
            payer.behind = account
        return payer.behind

    def move(self, payer: Payer, *keys: Hashable) -> None:
        """Have somebody in other groups, unless a turn of theirs waits just now."""
        payer.keys = keys
        self._queue.move(payer, *keys, now=self.now())
        if payer.behind is not None:
            self._queue.move(payer.behind, BEHIND, *keys, now=self.now())

    def push(self, account: Account, turn: Turn) -> None:
        """Have a turn wait."""
        self._in_front += isinstance(account, Payer)
        self._queue.push(account, turn, self.now())
        self._pushed.set()

    def begin(self, payer: Payer, *, is_first: bool) -> None:
        """An input of somebody is under way, who comes before what is behind, or not."""
        payer.held_until = self.now() + (HOLD if is_first else LONGEST)
        (self._first if is_first else self._others).add(payer)

    def settle(self, payer: Payer) -> None:
        """An input is no longer under way, or has been for long enough."""
        payer.held_until = 0.0
        self._first.discard(payer)
        self._others.discard(payer)
        if self._queue.length:  # Else nothing waits for that, and `run` would wake for each input of all.
            self._pushed.set()

    async def run(self) -> None:
        """Give turns, until cancelled."""
        # Each input asks for the time: without trio's way to its clock that costs half.
        self.now = trio.lowlevel.current_clock().current_time
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._look)
            trio.lowlevel.add_instrument(rounds := _Rounds(self))
            try:
                while True:
                    await self._wait()
                    if not await self._hold_back():
                        await self._give()
            finally:
                self._stop_counting()
                trio.lowlevel.remove_instrument(rounds)

    async def _wait(self) -> None:
        """Wait until there is something to do."""
        while not self._queue.length:
            self._pushed = trio.Event()
            await self._pushed.wait()

    async def _hold_back(self) -> bool:
        """Wait for inputs that are under way, if they come before the next turn; the answer is whether that was so."""
        if not (self._first or self._others):
            return False
        now = self.now()
        for payer in [payer for payer in (*self._first, *self._others) if payer.held_until <= now]:
            self.settle(payer)
        account = self._queue.next(now)
        if isinstance(account, Payer) and account.has_credit:
            return False
        is_held = 0 < len(self._first) <= MOST_FIRST and self._holds.has(now, HOLD)
        holders = [*(self._first if is_held else ()), *(self._others if len(self._others) >= MOST_OTHERS else ())]
        if not holders:
            return False
        self._pushed = trio.Event()
        with trio.move_on_at(min(payer.held_until for payer in holders)):
            await self._pushed.wait()
        if is_held:
            self._holds.charge(now, self.now() - now)
        return True

    async def _give(self) -> None:
        """Give a turn, or several of those that take next to no time, and let everything else go on."""
        left = SLICE
        while self._queue.length and left > LEAST:
            account = self._queue.next(now := self.now())
            is_heavy, turn = account.is_heavy(now), self._queue.take(account, now)
            self._in_front -= isinstance(account, Payer)
            before, begun = account.spent, self._processor()
            task = self._do(turn)
            took = self._processor() - begun
            if task is None:
                account.charge(took, self.now())
                left -= took
            else:
                left -= max(self._typical, SLICE / MOST_AT_ONCE)
            if is_heavy:
                await self._rest(account, before)
                break
        # The tasks that were woken run in the next round of the loop; after that round comes the next turn. To wait for
        # one that is still to be pushed takes as long.
        if self._queue.length:
            await trio.lowlevel.checkpoint()

    def _do(self, turn: Turn) -> object:
        """Begin a turn: the answer is the task that goes on for it, if one does."""
        try:
            return turn()
        except Exception as fault:  # A failure in one person's turn must not reach the others.
            self._fail(fault)
            return None

    async def _rest(self, account: Account, before: float) -> None:
        """Leave the loop alone for as long as somebody's turn took, unless somebody comes who uses little."""
        await trio.lowlevel.checkpoint()
        await trio.lowlevel.checkpoint()  # By now the turn has had its step, whichever task ran first.
        with trio.move_on_after(account.spent - before):
            while not self._queue.length or self._queue.is_next_heavy(self.now()):
                self._pushed = trio.Event()
                await self._pushed.wait()

    async def _look(self) -> None:
        """Find out how busy the loop is, again and again."""
        last, at = self._processor(), self.now()
        while True:
            await trio.sleep(LOOK_EVERY)
            computed, now = self._processor(), self.now()
            if computed - last > BUSY * (now - at):
                self._busy_at, self.is_busy = now, True
                self.count()
            elif now > self._busy_at + LINGER:
                self.is_busy = False
                if now > self._wanted_at + LINGER and not self._queue.length:
                    self._stop_counting()
            last, at = computed, now

    # What is counted.

    def count(self) -> None:
        """Charge from now on what tasks do, because one of them waits for its turn."""
        self._wanted_at = self.now()
        if not self.is_counting:
            self.is_counting = True
            self.begin_step()
            trio.lowlevel.add_instrument(self)

    def _stop_counting(self) -> None:
        if self.is_counting:
            self.is_counting, self._paying = False, None
            trio.lowlevel.remove_instrument(self)

    def begin_step(self) -> None:
        """What the present task does from now on is charged to whoever pays for it now."""
        if self.is_counting:
            self.before_task_step(trio.lowlevel.current_task())

    def release(self, task: Task) -> None:
        """Nobody pays any more for what a task does."""
        payer = self.payers.pop(task)
        if self._paying is payer:
            self._paying = None

    def before_task_step(self, task: Task) -> None:
        """A task goes on, and the one before waits again or has ended: to be told of that, too, would double what
        counting costs."""
        self.go_on_to(self.payers.get(task))

    def go_on_to(self, payer: Payer | None) -> None:
        """Charge whoever paid until now; from now on this one pays."""
        before, self._paying = self._paying, payer
        if before is None and payer is None:
            return
        now = self._processor()  # Once for both: looking at the processor's clock costs as much as many a step.
        if before is not None:
            self._charge(before, now - self._begun)
        self._begun = now

    def _charge(self, payer: Payer, took: float) -> None:
        payer.spend(took)
        if payer.is_at_turn:
            payer.is_at_turn = False
            self._typical += (took - self._typical) / SMOOTHED


@attrs.frozen(eq=False)
class _Rounds(Instrument):
    """Knows when a round of the event loop is over; apart from the dispatcher, because it always does."""

    dispatcher: Dispatcher

    def before_io_wait(self, timeout: float) -> None:
        """A round of the loop is over: its last task waits again, or has ended."""
        dispatcher = self.dispatcher
        dispatcher.gone_on = 0
        if dispatcher.is_counting:
            dispatcher.go_on_to(None)
