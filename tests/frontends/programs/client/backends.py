"""What a program does, on either backend."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import anyio
import pytest
import trio

from tests.patience import PATIENCE

T = TypeVar("T")
BOTH = pytest.mark.parametrize("backend", ["trio", "asyncio"])


async def on(backend: str, program: Callable[..., Awaitable[T]], *args: object) -> T:
    """Run it in a thread with a loop of its own, as the house may stand in this one."""

    async def patiently() -> T:
        with anyio.fail_after(PATIENCE):
            return await program(*args)

    return await trio.to_thread.run_sync(partial(anyio.run, patiently, backend=backend))
