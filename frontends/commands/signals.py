"""Commands that go on until somebody says enough, and what time it is there."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import trio


@asynccontextmanager
async def until_signal() -> AsyncIterator[trio.Nursery]:
    """Go on with the block and its tasks until SIGINT or SIGTERM, or until the nursery is cancelled."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:

            async def stop() -> None:
                async for _ in signals:
                    nursery.cancel_scope.cancel()

            nursery.start_soon(stop)
            yield nursery


def seconds_now() -> float:
    """The time in seconds since the epoch, for commands without a house."""
    return datetime.now(UTC).timestamp()
