"""Finding what a house has lost, and putting it back from whichever copy has it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import attrs

from journal import open_journal, split_url
from journal.api import Journal, JournalError
from journal.copying import Drops
from journal.nats.address import read_address
from journal.nats.replicas import Replica, Replicas, open_replicas
from journal.scrubbing import Copy, Fault, Findings, StoredCopy, examine, put_back
from journal.sentences import sentence

HOUSE, MIRROR = "the house", "the mirror"


@attrs.frozen
class Scrubbed:
    """What was found, and what is left of it."""

    found: Findings
    left: Findings
    """The same as `found` when nothing was repaired."""


async def scrub(
    house: str, mirror: str = "", drops: Drops | None = None, *, repair: bool = False,
    told: Callable[[str], None] = lambda _: None,
) -> Scrubbed:  # fmt: skip
    """Compare all copies of a house, on NATS those of all its servers, and with `repair` make them whole.

    `told` hears the name of each copy as it is read. Streams that have lost records in all copies are left as they
    are. Raises: JournalError.
    """
    async with _opened(house, mirror) as copies:
        ignored = await copies.dropped(drops)
        found = await copies.examine(told, ignored)
        if not repair or not found.faults:
            return Scrubbed(found, found)
        await copies.repair(found)
        return Scrubbed(found, await copies.examine(told, ignored))


@attrs.frozen
class _Copies:
    """All copies of a house, opened."""

    house: Journal
    mirror: StoredCopy | None
    mirrored: Journal | None
    replicas: Replicas | None

    @property
    def all(self) -> tuple[Copy, ...]:
        own: Sequence[Copy] = (
            self.replicas.all if self.replicas else (StoredCopy(HOUSE, self.house, follows=False),)
        )  # fmt: skip
        return (*own, *((self.mirror,) if self.mirror else ()))

    async def dropped(self, drops: Drops | None) -> frozenset[str]:
        """What may be in the mirror alone. Where that cannot be read in the house it may be in the mirror."""
        for journal in (self.house, self.mirrored):
            if journal is not None and drops is not None:
                try:
                    return await drops.all(journal, self.mirrored or journal)
                except JournalError:
                    continue
        return frozenset()

    async def examine(self, told: Callable[[str], None], ignored: frozenset[str]) -> Findings:
        missing: tuple[Fault, ...] = ()
        if self.replicas:
            await self.replicas.wait()
            missing = tuple(Fault(name, "", sentence("it does not run")) for name in self.replicas.missing)
        found = await examine(self.all, told, ignored)
        return attrs.evolve(found, faults=(*missing, *found.faults))

    async def repair(self, found: Findings) -> None:
        """Make the replicas the same first; then put back what none of them had."""
        silent = [fault.copy for fault in found.faults if not fault.stream]
        if silent:
            raise JournalError(
                "{copies} cannot be read; let them run, with an empty disk if need be, and scrub again.",
                copies=", ".join(silent),
            )
        if self.replicas and len(self.replicas.all) > 1:
            bad = {replica: _count(replica, found) for replica in self.replicas.all}
            if _differ(found, self.replicas.all):
                await self.replicas.make_anew(min(bad, key=lambda replica: bad[replica]))
        for stream, records in found.whole.items():
            if stream not in found.lost:
                await put_back(self.house, stream, records, anew=stream in found.unlisted)
                if self.mirrored is not None:
                    await put_back(self.mirrored, stream, records)


def _count(replica: Replica, found: Findings) -> int:
    return sum(fault.copy == replica.name for fault in found.faults)


def _differ(found: Findings, replicas: Sequence[Replica]) -> bool:
    """Whether what is wrong in one replica is not wrong in the same way in all."""
    wrong = [{(fault.stream, str(fault.what)) for fault in found.faults if fault.copy == one.name} for one in replicas]
    return any(one != wrong[0] for one in wrong)


@asynccontextmanager
async def _opened(house: str, mirror: str) -> AsyncIterator[_Copies]:
    async with AsyncExitStack() as stack:
        journal = await stack.enter_async_context(open_journal(house))
        mirrored = await stack.enter_async_context(open_journal(mirror)) if mirror else None
        scheme, path = split_url(house)
        replicas = await stack.enter_async_context(open_replicas(read_address(path))) if scheme == "nats" else None
        copy = StoredCopy(MIRROR, mirrored, follows=True) if mirrored else None
        yield _Copies(journal, copy, mirrored, replicas)
