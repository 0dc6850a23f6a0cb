"""The log of a house as people play: what is stored in the journal is in the directory about a second later.

It may be killed at any moment and started again. It goes on from a position in the journal that is kept beside the
key. Where that is of another journal (a backup that was restored, another store), it reads everything again, and adds
only what the log does not say yet.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import trio

from core.base.game import Refused
from core.public_log.directory import OwnDirectory, read_file
from core.public_log.journal_reader import JournalReader
from core.public_log.known_leaves import KnownLeaves
from core.public_log.leaves import Leaf, read_leaf, written
from journal import Closed, Damaged, Entry, Journal, JournalError
from journal.atomic_files import placed
from journal.blocking_threads import Threads

_LOG = logging.getLogger("parlour")
EVERY = 1.0
"""Seconds between two checkpoints while people play."""
ROUND = 60.0
"""Seconds after which books are looked at again, and the position is kept, when there is nothing new to say."""
RETRY = 5.0
"""Seconds until it is tried again when the journal or the disk has failed."""
_MOST = 5_000
"""Leaves that wait for a checkpoint."""
_SELDOM = 1_000
"""Records without a leaf after which the position is kept all the same."""
FILES = Threads("public log", 1)
"""Where whatever belongs to the files of a log is done, one after the other."""
Get = Callable[[], Awaitable[tuple[Entry, ...]]]


class Kept(msgspec.Struct, frozen=True):
    """How far a log has come, and what was signed last."""

    position: int = 0
    """In the journal."""
    hash: str = ""
    """Of the record there."""
    size: int = 0
    root: str = ""
    """In hexadecimal."""


def read_kept(place: Path) -> Kept:
    """What is kept in a file; the beginning, where it is not there or cannot be read. Raises: JournalError."""
    try:
        return msgspec.json.decode(read_file(place), type=Kept)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Kept()


class Publisher:
    """Keeps one log."""

    def __init__(self, journal: Journal, directory: OwnDirectory, place: Path, now: Callable[[], float]) -> None:
        """`place` is the file that says how far it has come."""
        self._journal, self._directory, self._place, self._now = journal, directory, place, now
        self._kept, self._reached = Kept(), Kept()
        self._reader = JournalReader(journal, KnownLeaves())

    async def run(self, caught_up: Callable[[], None] = lambda: None) -> None:
        """Follow the journal until cancelled; `caught_up` is called when the log has all that was there before.

        Raises: Refused when the log is not the one that was signed; Closed; at the start JournalError, too.
        """
        await self._load()
        while True:
            try:
                await self._follow(caught_up)
            except Closed:
                raise
            except JournalError as error:
                _LOG.warning("The log cannot go on now, and is tried again: %s", error)
                await trio.sleep(RETRY)
                await self._load()

    async def _load(self) -> None:
        self._kept = self._reached = await FILES.run(read_kept, self._place)
        known = KnownLeaves(await FILES.run(lambda: [*map(read_leaf, self._checked())]))
        self._reader = JournalReader(self._journal, known)
        await self._reader.recall()

    def _checked(self) -> Iterator[bytes]:
        """The leaves of the directory, in which those must be that were signed last. Blocks. Raises: Refused."""
        yield from self._directory.load()
        size, root = self._kept.size, self._kept.root
        is_there = size <= self._directory.size and (not size or self._directory.tree(size).root.hex() == root)
        if not is_there:
            raise Refused(
                "The log in {path} is not the one that was signed, which had {size} entries: put its files back.",
                path=str(self._directory.path), size=size,
            )  # fmt: skip

    async def _follow(self, caught_up: Callable[[], None]) -> None:
        is_again = not await self._goes_on()
        if is_again:
            self._reached = Kept()
        async with self._journal.follow_all(self._reached.position) as batches:
            while True:
                while await self._take(batches.take_ready):
                    await self._publish(_MOST)
                if is_again:
                    await self._reader.say_what_is_lost()
                    is_again = False
                await self._reader.settle(self._now())
                await self._publish()
                caught_up()
                with trio.move_on_after(ROUND):
                    await self._take(batches.__anext__)
                await trio.sleep(EVERY)

    async def _goes_on(self) -> bool:
        """Whether the journal is the one of which the position was kept."""
        if not self._reached.position:
            return False
        async with self._journal.follow_all(self._reached.position - 1) as batches:
            try:
                entries = await batches.take_ready()
            except Damaged:
                return False
        return [(one.position, one.record.hash) for one in entries[:1]] == [
            (self._reached.position, self._reached.hash)
        ]

    async def _take(self, get: Get) -> bool:
        """Read some more entries. Returns: whether there were any."""
        try:
            entries = await get()
        except Damaged as damage:
            _LOG.warning("The log leaves out what is damaged: %s", damage)
            return damage.position is not None
        for entry in entries:
            try:
                await self._reader.take(entry)
            except Damaged as damage:
                _LOG.warning("The log leaves out what is damaged: %s", damage)
        if entries:
            last = entries[-1]
            self._reached = Kept(last.position, last.record.hash, self._reached.size, self._reached.root)
        return bool(entries)

    async def _publish(self, least: int = 1) -> None:
        """Write what is new, once there are so many leaves. Raises: JournalError."""
        if self._reader.waiting >= least:
            await FILES.run(self._write, self._reader.taken())
        elif self._reached.position - self._kept.position > _SELDOM:
            await FILES.run(self._keep)

    def _write(self, leaves: Sequence[Leaf]) -> None:
        checkpoint = self._directory.append([*map(written, leaves)])
        self._reached = msgspec.structs.replace(self._reached, size=checkpoint.size, root=checkpoint.root.hex())
        self._keep()

    def _keep(self) -> None:
        with placed(self._place, overwrite=True) as temporary:
            temporary.write_bytes(msgspec.json.encode(self._reached))
        self._kept = self._reached
