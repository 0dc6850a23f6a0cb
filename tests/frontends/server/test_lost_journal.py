"""What becomes of the people in the house when the journal is lost under it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from core.base.message import Message
from core.house.service import open_service
from frontends.locale.language import language
from frontends.server.lost_journal import watch_journal
from frontends.terminal.picture import Look
from journal import open_journal
from tests.core.parlour import Flaky
from tests.frontends.terminals import open_house
from tests.patience import PATIENCE


@pytest.mark.parametrize("screen", [False, True])
async def test_everybody_is_told_when_the_journal_is_lost_and_nothing_is_acknowledged(
    tmp_path: Path, screen: bool
) -> None:
    path = tmp_path / "a.db"
    async with open_journal(f"sqlite:{path}") as journal, open_house(journal) as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna, bert = await house.seat("Anna", live, screen=screen), house.enter("Bert")
        await bert.wait_prompt("lobby> ")
        await anna.wait(lambda: "Pile" in anna.words)
        told: list[str] = []
        lost = trio.Event()

        def tell(said: Message) -> None:
            told.extend(language(code).say(said) for code in ("en", "fr"))
            lost.set()

        house.nursery.start_soon(watch_journal, house.service, tell)
        await wait_all_tasks_blocked()
        path.rename(tmp_path / "elsewhere.db")
        with trio.fail_after(PATIENCE):
            await lost.wait()
        assert told[0].startswith(f"{path} was deleted, moved or replaced while it was open")
        assert told[1] != told[0]
        assert str(path) in told[1]
        await wait_all_tasks_blocked()
        before, rung = live.table.seq, anna.rung
        if screen:
            await anna.pressed("enter", "tab", "enter")
        else:
            await anna.told("1 14")
        await anna.wait(lambda: anna.rung > rung)
        bert.type("new mille")
        await bert.wait(lambda: "Parlour lost its disk" in bert.words)
        assert not any(str(tmp_path) in "".join(one.words.split()) for one in (anna, bert))
        assert live.table.seq == before
        assert "1 move" not in anna.words


async def test_those_who_are_in_read_it_in_their_own_languages(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    async with open_journal(f"sqlite:{path}") as journal, open_house(journal) as house:
        people = [house.enter("Anna", look=Look(language=code)) for code in ("en", "fr")]
        await people[0].wait_prompt("lobby> ")
        await people[1].wait_prompt("salon> ")

        def tell(said: Message) -> None:
            for visit in house.visits.values():
                visit.announce(said)

        house.nursery.start_soon(watch_journal, house.service, tell)
        await wait_all_tasks_blocked()
        path.rename(tmp_path / "elsewhere.db")
        await people[0].wait(lambda: "was deleted" in people[0].words)
        await people[1].wait(lambda: "a été supprimé" in people[1].words)
        assert [person.rung for person in people] == [1, 1]


async def test_loss_is_told_though_the_store_failed_for_a_moment_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.records.follower.RETRY_DELAY", 0.0)
    path = tmp_path / "a.db"
    async with open_journal(f"sqlite:{path}") as journal, open_service(journal) as service:
        flaky: Any = Flaky(journal, "house")
        service.journal = flaky
        told: list[Message] = []
        flaky.fails = True
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(watch_journal, service, told.append)
                while flaky.fails:
                    await trio.sleep(0.01)
                await wait_all_tasks_blocked()
                path.rename(tmp_path / "elsewhere.db")
        assert len(told) == 1
