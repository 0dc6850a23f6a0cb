"""A journal with a bad page, as commands and a house meet it: it is said once, and what can be read is served."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from core.games import GAMES
from frontends.commands.serve import tell_of_damage
from journal import Damaged, JournalError
from journal.stores.memory import MemoryJournal
from tests.core.parlour import ANNA, BERT, a_service, move
from tests.frontends.shell import Parlour
from tests.journal.stores.sqlite.bad_pages import pages, without_page
from tests.patience import PATIENCE

TABLES, MOVES = 6, 12


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A house with some tables, and their ids in the order in which they were opened; no test may change it."""
    path = tmp_path_factory.mktemp("house") / "house.db"
    return path, trio.run(fill, path)


@pytest.fixture
def house(stored: tuple[Path, list[str]], home: Path) -> tuple[Path, list[str]]:
    """The same house for one test."""
    path, ids = stored
    return Path(shutil.copy(path, home / "house.db")), ids


async def fill(path: Path) -> list[str]:
    ids = []
    async with a_service(f"sqlite:{path}") as service:
        await service.directory.introduce("anna", "Anna")
        for _ in range(TABLES):
            ids.append(await service.open(GAMES["elixir"], {}, [ANNA, BERT]))
            async with service.table(ids[-1]) as live:
                await move(live, MOVES)
    return ids


@pytest.mark.parametrize("kind", ["interior table", "leaf table", "leaf index", "last"])
def test_command_says_once_that_a_page_is_bad_and_ends(
    house: tuple[Path, list[str]], parlour: Parlour, kind: str
) -> None:
    path, ids = house
    found = pages(path)
    page = max(found) if kind == "last" else [page for page, is_a in found.items() if is_a == kind and page > 1][-1]
    bad = path.with_name("bad.db")
    without_page(path, page, bad)
    url, sentence = f"sqlite:{bad}", f"parlour: {bad} is damaged; replace it with a copy.\n"
    said = []
    for words in (["stats"], ["list", "--all"], ["backup", path.with_name("copy.db")], ["verify", ids[0]]):
        status, text, error = parlour(*words, "--journal", url)
        assert status in (0, 1)
        assert "Traceback" not in text + error
        assert error.count("replace it with a copy") <= 1
        said.append((status, error.endswith(sentence)))
    assert said[0] == said[2] == (1, True)
    assert said[1] in ((1, True), (0, False)), "what the lists have already needs no bad page"


async def test_house_goes_on_at_tables_that_lie_on_good_pages_and_lists_the_others(
    house: tuple[Path, list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    path, ids = house
    bad = path.with_name("bad.db")
    leaves = [page for page, kind in pages(path).items() if kind == "leaf table"]
    without_page(path, leaves[len(leaves) // 2], bad)
    with trio.fail_after(PATIENCE):
        async with a_service(f"sqlite:{bad}", views=path.with_name("views")) as service:
            await service.views.caught_up.wait()
            damaged = {one.stream for one in await service.views.damaged()}
            listed = {game.id: game.damage for game in (await service.views.tables()).items}
            good = [id for id in ids if f"table/{id}" not in damaged]
            assert 0 < len(good) < TABLES
            assert {id for id, damage in listed.items() if damage} == set(ids) - set(good)
            for id in good:
                async with service.table(id) as live:
                    await move(live, 1)
            for id in set(ids) - set(good):
                with pytest.raises(Damaged):
                    await service.records(id)
    assert len(caplog.records) <= TABLES


async def test_house_says_once_a_minute_that_a_page_is_bad(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), trio.move_on_after(30):
        journal = MemoryJournal()
        journal.damage = JournalError("house.db is damaged; replace it with a copy.").sentence
        await tell_of_damage(journal)
    assert [record.getMessage() for record in caplog.records] == ["house.db is damaged; replace it with a copy."]
