"""Answers that many want: what a crowd asks of the same read models is asked once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

import trio
from msgspec import Struct, field

T = TypeVar("T")
MOST = 64
"""Answers that are kept at most; with more, the others are asked each for itself."""


class _Answer(Struct, eq=False):
    """What somebody has asked."""

    value: Any = None
    is_there: bool = False
    ended: trio.Event = field(default_factory=trio.Event)
    """That it is there, or that whoever asked has failed or given up."""


class Answers:
    """What was answered since the read models moved on last. Nobody may change an answer."""

    def __init__(self) -> None:
        self._standing: Hashable = None
        """How the read models stood when they were asked."""
        self._known: dict[Hashable, _Answer] = {}

    async def of(self, standing: Hashable, key: Hashable, ask: Callable[[], Awaitable[T]]) -> T:
        """What `ask` answers, or has answered to somebody else while the read models stood as they do now.

        `standing` is how they stand, `key` what is asked.
        """
        if standing != self._standing:
            self._standing, self._known = standing, {}
        while (answer := self._known.get(key)) is not None:
            if answer.is_there:
                await trio.lowlevel.checkpoint()
                value: T = answer.value
                return value
            await answer.ended.wait()
        return await self._ask(self._known, key, ask)

    async def _ask(self, known: dict[Hashable, _Answer], key: Hashable, ask: Callable[[], Awaitable[T]]) -> T:
        if len(known) >= MOST:
            return await ask()
        answer = known[key] = _Answer()
        try:
            answer.value = value = await ask()
            answer.is_there = True
        finally:
            if not answer.is_there:
                del known[key]  # One of those who wait for it asks then.
            answer.ended.set()
        return value
