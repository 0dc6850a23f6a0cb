"""What goes is written down first; a name that goes is told nowhere."""

from __future__ import annotations

from core.base.message import SOMEBODY
from core.records import house_events, stream_removal
from frontends.commands.transfer import DROPS
from journal import open_journal
from journal.operations.copy import copy
from tests.core.parlour import a_service


async def test_names_that_go_are_announced_and_not_told() -> None:
    async with a_service() as service:
        anna = await service.directory.holder("Annabelle")
        await service.directory.rename(anna.id, "Belinda")
        await service.directory.forget(anna.id)
        said = await service.journal.read(house_events.STREAM)
        assert [record.data["stream"] for record in said] == ["name/", "name/", f"person/{anna.id}"]
        assert all(b"anna" not in record.line.lower() and b"bel" not in record.line.lower() for record in said)
        assert (await service.directory.person(anna.id)).name == SOMEBODY


async def test_a_copy_lets_go_of_names_that_were_changed_and_takes_their_next_holder() -> None:
    async with a_service() as service, open_journal("memory:") as target:
        anna = await service.directory.holder("Annabelle")
        await copy(service.journal, target, drops=DROPS)
        await service.directory.rename(anna.id, "Belinda")
        other = await service.directory.holder("Annabelle")
        copied = await copy(service.journal, target, drops=DROPS)
        assert copied.extra == ()
        (claim,) = await target.read("name/annabelle")
        assert claim.data == {"person": other.id}
        assert len((await target.streams("name/")).summaries) == 2


async def test_name_that_nobody_holds_is_dropped_without_a_word() -> None:
    async with a_service() as service:
        await stream_removal.drop_name(service.journal, service.now, "name/nobody")
        assert await service.journal.head(house_events.STREAM) == 0
