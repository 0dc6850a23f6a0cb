"""Finding what a house has lost, and putting it back from whichever copy has it."""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import attrs

from journal import open_journal, split_url
from journal.api import Journal, JournalError
from journal.operations.comparison import StoredCopy, Told
from journal.operations.copy import Drops
from journal.operations.examination import Copies, Fault, Findings, examine
from journal.operations.repair import put_back
from journal.sentences import sentence
from journal.stores.nats.client.address import read_address
from journal.stores.nats.replicas import CATCH_UP_SECONDS, Replica, Replicas, open_replicas

HOUSE, MIRROR = "the house", "the mirror"


@attrs.frozen
class Scrubbed:
    """What was found, and what is left of it."""

    found: Findings
    left: Findings
    """The same as `found` when nothing was repaired."""


async def scrub(
    house: str, mirror: str = "", drops: Drops | None = None, *, repair: bool = False, told: Told = lambda *_: None
) -> Scrubbed:
    """Compare all copies of a house, on NATS those of all its servers, and with `repair` make them whole.

    People may play meanwhile. `told` is called with how far each copy is read. Streams that have lost records in all
    copies are left as they are. Raises: JournalError.
    """
    async with _opened(house, mirror, drops, told) as opened:
        found = await opened.examine()
        if not repair or not found.faults:
            return Scrubbed(found, found)
        await opened.repair(found)
        return Scrubbed(found, await opened.examine())


@attrs.frozen
class _Opened:
    """All copies of a house, opened."""

    house: Journal
    mirrored: Journal | None
    replicas: Replicas | None
    drops: Drops | None
    told: Told

    async def examine(self) -> Findings:
        missing: tuple[Fault, ...] = ()
        mirrors = (StoredCopy(MIRROR, self.mirrored),) if self.mirrored else ()
        copies = Copies((StoredCopy(HOUSE, self.house),), mirrors, dropped=self._dropped, told=self.told)
        if self.replicas:
            await self.replicas.find()
            late = await self.replicas.late(await self.replicas.top(), CATCH_UP_SECONDS)
            missing = (
                *(Fault(name, "", sentence("it is not running")) for name in self.replicas.missing),
                *(Fault(one.name, "", sentence("it has not caught up with the journal")) for one in late),
            )
            self.replicas.all = tuple(replica for replica in self.replicas.all if replica not in late)
            copies = attrs.evolve(copies, own=self.replicas.all, note=self.replicas.note)
        found = await examine(copies)
        return attrs.evolve(found, faults=(*missing, *found.faults))

    async def _dropped(self) -> frozenset[str]:
        """What may be in the mirror alone. Where that cannot be read in the house it may be in the mirror."""
        for journal in (self.house, self.mirrored):
            if journal is not None and self.drops is not None:
                try:
                    return await self.drops.all(journal, self.mirrored or journal)
                except JournalError:
                    continue
        return frozenset()

    async def repair(self, found: Findings) -> None:
        """Make the replicas the same first; then put back what none of them had."""
        silent = [fault.copy for fault in found.faults if not fault.stream]
        if silent:
            raise JournalError(
                "{copies} cannot be read, or not completely; start these servers, with an empty disk if "
                "needed, and scrub again.",
                copies=", ".join(silent),
            )
        unlisted = found.unlisted
        if self.replicas and _differ(found, self.replicas.all):
            faults = Counter(fault.copy for fault in found.faults)
            good = min(self.replicas.all, key=lambda replica: faults[replica.name])
            await self.replicas.rebuild(good)
            # In play a stream is not made anew without need: what is appended just when it is dropped is lost.
            unlisted = frozenset((copy, stream) for copy, stream in unlisted if copy == good.name)
        anew = {stream for _, stream in unlisted}
        for stream, records in found.whole.items():
            if stream not in found.lost:
                await put_back(self.house, stream, records, anew=stream in anew)
                if self.mirrored is not None:
                    await put_back(self.mirrored, stream, records)


def _differ(found: Findings, replicas: Sequence[Replica]) -> bool:
    """Whether what is wrong in one replica is not wrong in the same way in all."""
    wrong = [{(fault.stream, str(fault.what)) for fault in found.faults if fault.copy == one.name} for one in replicas]
    return any(one != wrong[0] for one in wrong)


@asynccontextmanager
async def _opened(house: str, mirror: str, drops: Drops | None, told: Told) -> AsyncIterator[_Opened]:
    async with AsyncExitStack() as stack:
        journal = await stack.enter_async_context(open_journal(house))
        mirrored = await stack.enter_async_context(open_journal(mirror)) if mirror else None
        scheme, path = split_url(house)
        replicas = await stack.enter_async_context(open_replicas(read_address(path))) if scheme == "nats" else None
        yield _Opened(journal, mirrored, replicas, drops, told)
