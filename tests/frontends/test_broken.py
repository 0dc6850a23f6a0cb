"""A table that is damaged, or that our own screens cannot show, costs nobody more than that table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import attrs
import pytest

from core import codec
from core.table import Move
from frontends import screens
from frontends.dialogue.effects import Open, Recall, Watch
from frontends.session import BROKEN
from journal import Draft, seal
from tests.frontends.house import House, open_house


async def damaged_table(house: House) -> str:
    """A table whose chain is sound, and whose last record makes no sense."""
    anna = house.enter("Anna")
    anna.type("new pileon deal=7")
    await anna.wait(lambda: anna.prompt.text == "your move> ")
    anna.type("quit", "y")
    await anna.wait(lambda: anna.prompt.text == "lobby> ")
    (id,) = await house.tables()
    stream = f"table/{id}"
    last = (await house.service.journal.read(stream))[-1]
    cards = {"source": 1, "target": 2, "cards": ["Zz"], "completes": False}
    draft = Draft("pileon.moved", cards, {"id": "x", "by": 0, "seen": last.seq, "command": {"move": "1 2"}})
    records = seal(last, [draft], codec.time_text(house.service.now()))
    await house.service.journal.append(stream, last.seq, records)
    return id


async def test_damaged_table_is_a_sentence_wherever_one_comes_from() -> None:
    async with open_house() as house:
        id = await damaged_table(house)
        bert = house.enter("Bert")
        bert.type(f"watch {id}", f"join {id}", f"replay {id}", f"resume {id}-aaaa-aaaa-aaaaa", f"saves {id}-a")
        await bert.wait(lambda: bert.text.count(f"Record 5 of table/{id} is damaged: ") == 5)
        bert.type("new pileon deal=8")
        await bert.wait(lambda: bert.prompt.text == "your move> ")


async def test_damaged_table_is_named_in_lists_and_takes_statistics_from_nobody() -> None:
    async with open_house() as house:
        id = await damaged_table(house)
        await house.service.views.wait_for(id, 5)
        bert = house.enter("Bert")
        bert.type("new pileon deal=8")
        await bert.wait(lambda: bert.prompt.text == "your move> ")
        bert.type(bert.prompt.words[0])
        await bert.wait(lambda: "1 move" in bert.prompt.toolbar)
        bert.type("quit", "y", "list", "stats")
        await bert.wait_text(f"{id}  damaged: ")
        await bert.wait_text("1 in progress")


@pytest.mark.parametrize("errand", [Watch, Recall])
async def test_damaged_errand_ends_with_a_sentence_and_status_one(errand: Any) -> None:
    async with open_house() as house:
        id = await damaged_table(house)
        carl = house.enter("Carl", errand=errand(id), has_files=True)
        assert await carl.left() == 1
        assert "is damaged" in carl.text


@contextmanager
def faulty_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Our screen of Pileon fails as soon as the list says so."""
    fails = [True]
    good = screens.SCREENS["pileon"]

    def draw(*arguments: Any) -> None:
        if fails[0]:
            raise ZeroDivisionError
        good.draw(*arguments)

    def describe(*arguments: Any) -> Any:
        if fails[0]:
            raise ZeroDivisionError
        return good.describe(*arguments)

    monkeypatch.setitem(screens.SCREENS, "pileon", attrs.evolve(good, draw=draw, describe=describe))
    yield fails


@pytest.mark.parametrize("screen", [False, True])
async def test_fault_of_ours_leads_back_to_the_lobby(monkeypatch: pytest.MonkeyPatch, screen: bool) -> None:
    with faulty_screen(monkeypatch):
        async with open_house() as house:
            anna = house.enter("Anna", screen=screen)
            anna.type("new pileon deal=7")
            await anna.wait_text(BROKEN)
            await anna.wait(lambda: anna.prompt.text == "lobby> ")
            anna.type("new mille")
            await anna.wait(lambda: "Deck" in (anna.screen if screen else anna.text))


@pytest.mark.parametrize("screen", [False, True])
async def test_fault_in_showing_news_leads_back_to_the_lobby(monkeypatch: pytest.MonkeyPatch, screen: bool) -> None:
    with faulty_screen(monkeypatch) as fails:
        fails[0] = False
        async with open_house() as house:
            anna = house.enter("Anna", screen=screen)
            anna.type("new pileon deal=7")
            await anna.wait(lambda: "0 moves" in (anna.screen if screen else anna.prompt.toolbar))
            (id,) = await house.tables()
            fails[0] = True
            async with house.service.table(id) as live:
                await live.submit(Move("1 14"), 0)
            await anna.wait_text(BROKEN)
            await anna.wait(lambda: anna.prompt.text == "lobby> ")


async def test_fault_ends_an_errand_with_status_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with faulty_screen(monkeypatch):
        async with open_house() as house:
            anna = house.enter("Anna", errand=Open("pileon", {}, deal=7), has_files=True)
            assert await anna.left() == 1
            assert anna.text.endswith(f"{BROKEN}\n")
