"""Work that may take a while: the person is told how long it takes, and can end it with any key."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

from core.base.game import Refused
from core.base.message import Message, message
from frontends.terminal.terminal import Input, Key, Line
from frontends.visit.destination import CannotShow, Gone, ShutOut
from frontends.visit.text.key_names import TALK_KEYS, TYPE_KEYS
from frontends.visit.visit import Visit
from journal import JournalError

T = TypeVar("T")
PATIENCE = 0.5
"""Seconds for which work may take before the person is told about it."""
MOST_KEPT = 64
"""Lines kept for afterwards; the rest is dropped with a bell."""
STOPPED = message("The search was stopped.")
"""What is said when a search was ended."""
ENDS = ("", "stop")
"""Lines that end it."""


async def wait(visit: Visit, what: Message, work: Callable[[], Awaitable[T]]) -> T | None:
    """Do some work; after half a second the person is told, and can end it with any key.

    In line mode an empty line, "stop" or Ctrl-C ends it; other lines are kept for afterwards, because scripts and quick
    people type ahead. Returns: its result; None when it was ended. Raises: what the work raises.
    """
    results: list[T] = []

    async def run() -> None:
        results.append(await work())

    async def watch() -> None:
        await trio.sleep(PATIENCE)
        await _wait_for_end(visit, what)

    await first_of(run, watch)
    return results[0] if results else None


async def first_of(*works: Callable[[], Awaitable[None]]) -> None:
    """Do several things at once until one of them is done, which cancels the others.

    Raises: what they raise; that the person leaves comes before a refusal.
    """
    faults: list[Exception] = []
    async with trio.open_nursery() as nursery:

        async def run(work: Callable[[], Awaitable[None]]) -> None:
            # Kept and raised outside: a nursery would hide it in a group of exceptions.
            try:
                await work()
            except (Gone, CannotShow, ShutOut) as gone:
                faults.insert(0, gone)
            except (Refused, JournalError) as fault:
                faults.append(fault)
            nursery.cancel_scope.cancel()

        for work in works:
            nursery.start_soon(run, work)
    if faults:
        try:
            raise faults[0]
        finally:  # Or this frame and the fault's traceback would keep each other, and with them the visit.
            faults.clear()


def use_up(visit: Visit, key: str) -> None:
    """A key has ended what went on, and does nothing else; but one that begins a line begins it."""
    if key in TYPE_KEYS + TALK_KEYS:
        visit.put_back(Key(key))


async def _wait_for_end(visit: Visit, what: Message) -> None:
    kept: list[Input] = []
    told = visit.text(what)
    if not visit.on_screen:
        visit.write(f"{told} {visit.words.text('Press Enter to stop.')}")
    began = trio.current_time()
    try:
        with visit.busy("") as show:
            while True:
                seconds = int(trio.current_time() - began + PATIENCE)
                show(_progress(visit, told, seconds))
                match await visit.receive_until(trio.current_time() + 1.0):
                    case None:
                        continue
                    case Line(text) as line if text.strip().lower() not in ENDS:
                        if len(kept) < MOST_KEPT:
                            kept.append(line)
                        else:
                            visit.ring()
                    case Key(key):
                        use_up(visit, key)
                        break
                    case _:
                        break
    finally:  # The work may be done first, which cancels this.
        visit.put_back(*kept)


def _progress(visit: Visit, told: str, seconds: int) -> str:
    """What stands in the bottom row or as the prompt; nothing where each prompt would be another line."""
    if visit.on_screen:
        return f"{told} {seconds} s. {visit.words.text('Press any key to stop.')}"
    return f"{seconds} s" if visit.look.single_keys and not visit.look.reader else ""
