"""What becomes of the people in the house when the journal is lost under it."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from frontends.losing import watch_journal
from journal import open_journal
from tests.frontends.house import open_house


@pytest.mark.parametrize("screen", [False, True])
async def test_everybody_is_told_when_the_journal_is_lost_and_nothing_is_acknowledged(
    tmp_path: Path, screen: bool
) -> None:
    path = tmp_path / "a.db"
    async with open_journal(f"sqlite:{path}") as journal, open_house(journal) as house:
        people = [house.enter("Anna", screen=screen), house.enter("Bert")]
        told: list[str] = []
        lost = trio.Event()

        def tell(sentence: str) -> None:
            told.append(sentence)
            lost.set()

        house.nursery.start_soon(watch_journal, house.service, tell)
        people[0].type("new pileon deal=7")
        await people[0].wait(lambda: "0 moves" in (people[0].screen if screen else people[0].prompt.toolbar))
        path.rename(tmp_path / "elsewhere.db")
        with trio.fail_after(20):
            await lost.wait()
        assert told[0].startswith(f"{path} was deleted, moved or replaced while it was open")
        people[0].type("1 14")
        people[1].type("new mille")
        await people[0].wait(lambda: people[0].rung > 0)
        await people[1].wait_text("The journal could not do that: ")
        assert "1 move" not in (people[0].screen if screen else people[0].prompt.toolbar)
