"""A house whose journal holds games that were tampered with, each with a sound chain: nobody is disconnected."""

from __future__ import annotations

from functools import cache

import pytest

from journal import Record
from tests.core.records.mutations import Chooser, honest, mutated
from tests.examples import slow
from tests.frontends.terminals import House, ListTerminal, open_house, quiet

STREAMS = 60


@cache
def originals() -> tuple[tuple[Record, ...], ...]:
    return tuple(tuple(made.records) for made in honest())


async def fill(house: House, seed: int) -> list[str]:
    """Put tampered games into the journal; the answer is their ids."""
    ids = []
    for number in range(STREAMS):
        id = f"m{number}"
        records = mutated(originals(), Chooser(seed * STREAMS + number), id)
        if records and records[0].seq == 1:
            await house.service.journal.append(f"table/{id}", 0, records)
            ids.append(id)
    return ids


async def visit_all(person: ListTerminal, ids: list[str], screen: bool) -> None:
    """Watch, replay and join every one of them, and leave it again."""
    for id in ids:
        for order in ("watch", "replay", "join"):
            person.type(f"{order} {id}")
            await quiet()
            if person.on_screen:
                person.press("e", "end", "T", "escape", "q", "y", "escape", "y")
            elif person.prompt.text != "lobby> ":
                person.type("perspective", "go end", "moves", "table", "board", "quit", "y")
            await quiet()
            assert person.status is None, (order, id)
        if person.on_screen:
            person.press("c-c", "y")
        await quiet()


@pytest.mark.parametrize("seed", [0, *slow(1, 2, 3)])
@pytest.mark.parametrize("screen", [False, True])
async def test_nobody_is_disconnected_by_what_a_journal_holds(screen: bool, seed: int) -> None:
    async with open_house() as house:
        ids = await fill(house, seed)
        anna = house.enter("Anna", screen=screen)
        await visit_all(anna, ids, screen)
        anna.type("quit")
        await quiet()
        bert = house.enter("Bert")
        bert.type("list all", "list all 2", "stats", "new pileon deal=7")
        await bert.wait(lambda: bert.prompt.text == "your move> ")
        assert "That is damaged and cannot be shown." in anna.text
