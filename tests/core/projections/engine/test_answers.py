"""Answers that many want: each question is asked once, as long as the read models stand where they stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing

from core.projections.engine.answers import MOST, Answers
from journal import JournalError


class Asked:
    """Counts what is asked; everything is answered once `answer` is set."""

    def __init__(self) -> None:
        self.times = Counter[str]()
        self.answer = trio.Event()
        self.fails = False

    def about(self, key: str) -> Callable[[], Awaitable[str]]:
        async def ask() -> str:
            self.times[key] += 1
            await self.answer.wait()
            if self.fails:
                raise JournalError("It fails.")
            return f"of {key}"

        return ask


async def test_crowd_that_asks_the_same_asks_once() -> None:
    answers, asked, heard = Answers(), Asked(), list[str]()

    async def one(key: str) -> None:
        heard.append(await answers.of("now", key, asked.about(key)))

    async with trio.open_nursery() as nursery:
        for number in range(10):
            nursery.start_soon(one, "ab"[number % 2])
        await trio.testing.wait_all_tasks_blocked()
        asked.answer.set()
    await one("a")
    assert sorted(heard) == ["of a"] * 6 + ["of b"] * 5
    assert asked.times == {"a": 1, "b": 1}


async def test_what_was_asked_before_they_moved_on_is_asked_again() -> None:
    answers, asked = Answers(), Asked()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answers.of, "before", "a", asked.about("a"))
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(answers.of, "now", "a", asked.about("a"))
        await trio.testing.wait_all_tasks_blocked()
        asked.answer.set()
    assert await answers.of("now", "a", asked.about("a")) == "of a"
    assert asked.times["a"] == 2


async def test_who_waits_for_somebody_who_has_gone_asks_for_themselves() -> None:
    answers, asked, heard = Answers(), Asked(), list[str]()

    async def one() -> None:
        heard.append(await answers.of("now", "a", asked.about("a")))

    async with trio.open_nursery() as nursery:
        with trio.CancelScope() as gone:
            async with trio.open_nursery() as first:
                first.start_soon(one)
                await trio.testing.wait_all_tasks_blocked()
                for _ in range(3):
                    nursery.start_soon(one)
                await trio.testing.wait_all_tasks_blocked()
                gone.cancel()
        asked.answer.set()
    assert (heard, asked.times["a"]) == (["of a"] * 3, 2)


async def test_failure_is_kept_for_nobody() -> None:
    answers, asked = Answers(), Asked()
    asked.answer.set()
    asked.fails = True
    with pytest.raises(JournalError):
        await answers.of("now", "a", asked.about("a"))
    asked.fails = False
    assert await answers.of("now", "a", asked.about("a")) == "of a"


async def test_no_more_is_kept_than_so_much() -> None:
    answers, asked = Answers(), Asked()
    asked.answer.set()
    for _ in range(2):
        for number in range(MOST + 1):
            await answers.of("now", number, asked.about(str(number)))
    assert asked.times["0"] == 1
    assert asked.times[str(MOST)] == 2
