"""The word admin, for persons whom the operator has marked. What orders do is tested with the operators' socket."""

from __future__ import annotations

from pathlib import Path

from tests.frontends.server.admin.houses import opened


async def test_admin_is_offered_to_marked_persons_only_and_begins_with_help(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        anna = await house.enter("Anna")
        person = await house.sign_in("Anna")
        await anna.ask("admin who", "Only people chosen by the operator of this house can do that.")
        await house.order("mark Anna")
        await anna.ask("admin", "close ID +end a table")
        await anna.ask("admin announce xylophone", "The house says: xylophone")
        (record,) = [one for one in await house.service.journal.read("admin") if one.kind == "admin.announced"]
        assert record.data == {"text": "xylophone", "by": f"person:{person}"}
