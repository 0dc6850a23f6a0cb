"""One turn in each round of the event loop, charged to who causes it, and the lightest first."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import attrs
import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from core.scheduling.dispatcher import (
    CREDIT,
    HOLD,
    HOLDS,
    LINGER,
    LONGEST,
    LOOK_EVERY,
    MOST_AT_ONCE,
    MOST_OTHERS,
    NEW,
    SLICE,
    Dispatcher,
    Payer,
)
from core.scheduling.fair_queue import FORGIVEN, HEAVY, SMALL
from tests.patience import PATIENCE


@attrs.define
class Processor:
    """Seconds that were computed, as a test says."""

    spent: float = 0.0
    faults: list[Exception] = attrs.field(factory=list)

    def __call__(self) -> float:
        return self.spent


def spent(payer: Payer) -> float:
    """Seconds charged in all, in front of others and behind them."""
    return payer.spent + (payer.behind.spent if payer.behind else 0.0)


@asynccontextmanager
async def giving(processor: Processor) -> AsyncIterator[Dispatcher]:
    async with trio.open_nursery() as nursery:
        dispatcher = Dispatcher(processor.faults.append, processor)
        nursery.start_soon(dispatcher.run)
        yield dispatcher
        nursery.cancel_scope.cancel()


async def test_nobody_is_charged_for_what_was_computed_before_they_are():
    processor = Processor(spent=5.0)
    async with giving(processor) as dispatcher:
        for payer in (dispatcher.payer("net"), dispatcher.payer("other net")):
            processor.spent += 3.0  # For the second payer all is counted by now.
            payer.pay()
            await payer.turn()
            processor.spent += SLICE
            await trio.lowlevel.checkpoint()
            assert spent(payer) == pytest.approx(SLICE)
            payer.stop()


async def test_nobody_else_waits_for_more_than_one_turn():
    between, taken = list[int](), 0

    async def hurry(payer: Payer) -> None:
        nonlocal taken
        payer.pay()
        while True:
            await payer.turn()
            taken += 1
            processor.spent += SLICE

    processor = Processor()
    async with giving(processor) as dispatcher, trio.open_nursery() as nursery:
        for number in range(50):
            nursery.start_soon(hurry, dispatcher.payer("net", str(number)))
        for _ in range(100):
            before = taken
            await trio.lowlevel.checkpoint()
            between.append(taken - before)
        nursery.cancel_scope.cancel()
    # Tasks of one round run in any order, so one of them may be seen a round later.
    assert max(between) <= 2
    assert 90 <= taken <= 101


async def test_turn_that_is_given_up_keeps_nobody_waiting():
    async with giving(Processor()) as dispatcher:
        payer = dispatcher.payer("net", "address")
        with trio.move_on_after(0):
            await payer.turn()
        with trio.fail_after(PATIENCE):
            await dispatcher.payer("net", "address").turn()


async def test_who_is_interrupted_goes_on_without_a_turn_and_keeps_nobody_waiting(autojump_clock: MockClock):
    waited = []

    async def wait(payer: Payer) -> None:
        await payer.turn(behind=True)
        waited.append(payer)

    async with giving(Processor()) as dispatcher, trio.open_nursery() as nursery:
        hasty, busy = dispatcher.payer("net", "address"), dispatcher.payer("other", "address")
        hasty.interrupt()  # It waits for nothing.
        busy.begin()
        await trio.sleep(2 * NEW / FORGIVEN)
        busy.begin()  # Keeps what is behind from getting turns.
        nursery.start_soon(wait, hasty)
        await trio.lowlevel.checkpoint()
        await trio.lowlevel.checkpoint()
        assert not waited
        hasty.interrupt()
        hasty.interrupt()
        await trio.lowlevel.checkpoint()
        await trio.lowlevel.checkpoint()
        assert waited == [hasty]
        assert not hasty.held_until
        await wait(busy)


async def test_what_is_done_soon_is_done_once_and_charged():
    processor, done = Processor(), []

    def paint() -> None:
        processor.spent += 0.25
        done.append("painted")

    async with giving(processor) as dispatcher:
        payer = dispatcher.payer("net", "address")
        payer.soon(paint)
        payer.soon(paint)
        await wait_all_tasks_blocked()
        assert done == ["painted"]
        assert dispatcher.account_behind(payer).spent == 0.25
        payer.soon(paint)
        await wait_all_tasks_blocked()
        assert done == ["painted"] * 2


async def test_what_goes_wrong_in_a_turn_is_told_and_the_next_one_is_given():
    processor, done = Processor(), []
    async with giving(processor) as dispatcher:
        payer = dispatcher.payer("net", "address")
        payer.soon(lambda: 1 / 0)
        payer.soon(lambda: done.append("next"))
        await wait_all_tasks_blocked()
    assert [type(fault) for fault in processor.faults] == [ZeroDivisionError]
    assert done == ["next"]


async def test_steps_of_a_task_are_charged_to_who_causes_them():
    processor, payers = Processor(), list[Payer]()

    async def work(payer: Payer, each: float) -> None:
        payer.pay()
        for _ in range(10):
            await payer.turn()
            processor.spent += each
        await trio.lowlevel.checkpoint()  # What it does in the step in which it stops is not charged any more.
        payer.stop()

    async with giving(processor) as dispatcher, trio.open_nursery() as nursery:
        for each in (0.001, 0.002):
            payers.append(payer := dispatcher.payer(f"net {each}", "address"))
            nursery.start_soon(work, payer, each)
    assert [round(spent(payer), 6) for payer in payers] == [0.01, 0.02]
    assert not dispatcher.payers


async def test_after_a_heavy_turn_the_loop_is_left_alone_for_as_long(autojump_clock: MockClock):
    processor, at = Processor(), list[float]()

    def paint() -> None:
        processor.spent += 0.5
        at.append(trio.current_time())

    async with giving(processor) as dispatcher:
        payers = [dispatcher.payer("net", "address") for _ in range(3)]
        dispatcher.account_behind(payers[0]).charge(2 * HEAVY, trio.current_time())
        began = trio.current_time()
        for payer in payers:
            payer.soon(paint)
        await trio.sleep(10)
    assert [round(time - began, 3) for time in at] == [0, 0.5, 1.0]


async def test_who_uses_little_does_not_wait_for_that_rest(autojump_clock: MockClock):
    processor, at = Processor(), list[float]()

    def paint() -> None:
        processor.spent += 5

    async with giving(processor) as dispatcher:
        heavy, light = dispatcher.payer("net", "address"), dispatcher.payer("other", "address")
        dispatcher.account_behind(heavy).charge(2 * HEAVY, trio.current_time())
        heavy.soon(paint)
        began = trio.current_time()
        await trio.sleep(1)
        light.soon(lambda: at.append(trio.current_time()))
        await trio.sleep(10)
    assert at == [began + 1]


async def test_all_wait_for_turns_while_the_loop_is_busy_and_for_a_while_after(autojump_clock: MockClock):
    processor = Processor()
    async with giving(processor) as dispatcher:
        assert not dispatcher.is_busy
        await trio.sleep(LOOK_EVERY / 2)
        processor.spent += 0.9 * LOOK_EVERY
        await trio.sleep(LOOK_EVERY)
        assert dispatcher.is_busy
        await trio.sleep(LINGER - LOOK_EVERY)
        assert dispatcher.is_busy
        await trio.sleep(3 * LOOK_EVERY)
        assert not dispatcher.is_busy


async def test_in_a_busy_house_one_goes_on_at_once_in_each_round_and_the_others_wait(autojump_clock: MockClock):
    processor = Processor()
    async with giving(processor) as dispatcher:
        ann, bob = dispatcher.payer("net", "ann"), dispatcher.payer("net", "bob")
        for _ in range(MOST_AT_ONCE):
            assert not bob.must_wait
            ann.go_on()
        assert bob.must_wait
        await trio.sleep(LOOK_EVERY / 2)
        assert not bob.must_wait
        processor.spent += LOOK_EVERY
        await trio.sleep(LOOK_EVERY)
        assert not ann.must_wait
        ann.go_on()
        assert bob.must_wait
        await bob.turn()
        await trio.lowlevel.checkpoint()
        await trio.lowlevel.checkpoint()
        assert not ann.must_wait


async def test_turns_that_take_little_are_given_several_in_a_round():
    processor, rounds = Processor(), 0

    async def work(payer: Payer) -> None:
        payer.pay()
        for _ in range(20):
            await payer.turn()
            processor.spent += 0.0001
        await trio.lowlevel.checkpoint()
        payer.stop()

    async def count() -> None:
        nonlocal rounds
        while True:
            await trio.lowlevel.checkpoint()
            rounds += 1

    async with giving(processor) as dispatcher, trio.open_nursery() as counting:
        counting.start_soon(count)
        async with trio.open_nursery() as nursery:
            for number in range(20):
                nursery.start_soon(work, dispatcher.payer("net", str(number)))
        counting.cancel_scope.cancel()
    assert 400 / MOST_AT_ONCE <= rounds < 200


async def test_who_waits_for_an_answer_comes_before_what_nobody_waits_for():
    done = list[str]()
    async with giving(Processor()) as dispatcher:
        watcher, player = dispatcher.payer("a"), dispatcher.payer("b")
        dispatcher.account_behind(watcher).charge(2 * SMALL, trio.current_time())
        for number in range(2):
            watcher.soon(partial(done.append, f"board {number}"))
        dispatcher.push(player, partial(done.append, "answer"))
        await wait_all_tasks_blocked()
    assert done == ["answer", "board 0", "board 1"]


class AtDoor:
    def promote(self) -> None:
        """They stay there."""


async def test_whoever_comes_is_behind_for_a_second_and_whoever_computes_more_than_people_do(autojump_clock: MockClock):
    async with giving(Processor()) as dispatcher:
        payer = dispatcher.payer("net")
        payer.newcomer = AtDoor()
        assert payer.is_prompt
        payer.newcomer = None
        assert not payer.is_prompt
        await trio.sleep(NEW / FORGIVEN + 0.01)
        assert payer.has_credit
        payer.spend(0.01)
        assert not payer.has_credit
        await trio.sleep(60)
        payer.spend(CREDIT.at_once)
        assert payer.has_credit
        payer.spend(0.001)
        assert not payer.has_credit


async def test_in_a_busy_house_an_answer_waits_for_no_turn_that_is_behind(autojump_clock: MockClock):
    async with giving(Processor()) as dispatcher:
        player, newcomer, watcher = (dispatcher.payer(net) for net in "abc")
        await trio.sleep(NEW / FORGIVEN + 1)
        newcomer = dispatcher.payer("d")
        watcher.soon(lambda: None)
        assert newcomer.must_wait
        assert not player.must_wait


async def test_what_is_behind_gets_no_turn_while_an_input_is_under_way_but_not_for_ever(autojump_clock: MockClock):
    at = list[float]()
    async with giving(Processor()) as dispatcher:
        player, watcher = dispatcher.payer("a"), dispatcher.payer("b")
        await trio.sleep(NEW / FORGIVEN + 1)
        for seconds in (HOLD / 2, 2 * HOLD):
            began = trio.current_time()
            dispatcher.count()
            player.go_on()
            watcher.soon(lambda: at.append(trio.current_time()))
            await trio.sleep(seconds)
            player.settle()
            await trio.sleep(1)
            assert at.pop() - began == pytest.approx(min(seconds, HOLD))


async def test_inputs_under_way_keep_the_rest_waiting_for_a_part_of_the_time_only(autojump_clock: MockClock):
    done = list[float]()
    async with giving(Processor()) as dispatcher:
        players, watcher = [dispatcher.payer(str(number)) for number in range(50)], dispatcher.payer("b")
        await trio.sleep(NEW / FORGIVEN + 1)
        began = trio.current_time()
        dispatcher.count()
        for number in range(1000):
            player = players[number % 50]
            player.go_on()
            watcher.soon(lambda: done.append(trio.current_time()))
            await trio.sleep(HOLD / 3)
        seconds = trio.current_time() - began
    assert len(done) >= (1 - HOLDS.a_second) * seconds / HOLD - HOLDS.at_once / HOLD


async def test_what_inputs_kept_waiting_is_charged_when_they_are_dealt_with_too(autojump_clock: MockClock):
    waited = list[float]()

    def note(since: float) -> None:
        waited.append(trio.current_time() - since)

    async with giving(Processor()) as dispatcher:
        player, watcher = dispatcher.payer("a"), dispatcher.payer("b")
        await trio.sleep(NEW / FORGIVEN + 1)
        for _ in range(round(8 * HOLDS.at_once / HOLD)):
            dispatcher.count()
            player.go_on()
            watcher.soon(partial(note, trio.current_time()))
            await trio.sleep(HOLD / 2)
            player.settle()
            await trio.sleep(HOLD / 10)
    assert max(waited) == pytest.approx(HOLD / 2)
    assert min(waited) == 0


async def test_few_inputs_of_newcomers_are_under_way_at_once(autojump_clock: MockClock):
    begun = 0

    async def come_in(payer: Payer, seconds: float) -> None:
        nonlocal begun
        await payer.turn()
        begun += 1
        await trio.sleep(seconds)  # on the way to the disk, say
        payer.settle()

    async with giving(Processor()) as dispatcher, trio.open_nursery() as nursery:
        for number in range(3 * MOST_OTHERS):
            nursery.start_soon(
                come_in, dispatcher.payer(str(number)), LONGEST / 2 if number < MOST_OTHERS else math.inf
            )
        await trio.sleep(LONGEST / 4)
        assert begun == MOST_OTHERS
        await trio.sleep(4 * LONGEST)
        assert begun == 3 * MOST_OTHERS
        nursery.cancel_scope.cancel()
