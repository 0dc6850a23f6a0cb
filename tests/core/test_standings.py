"""Statistics that keep up with a journal."""

from __future__ import annotations

from typing import Any

from core import statistics
from core.games import GAMES
from core.service import Player, Service, open_service
from core.standings import Standings
from core.table import Move, Resign
from journal import open_journal

PILEON = GAMES["pileon"]


async def play(service: Service, name: str, *, ends: bool = True) -> None:
    """A game of Pileon of one move, given up."""
    id, _ = await service.open(PILEON, {}, [Player(name)], deal=7)
    async with service.table(id) as live:
        await live.submit(Move(0, "1 14"))
        if ends:
            await live.submit(Resign(0))


async def from_scratch(service: Service, player: str) -> tuple[str, ...]:
    found = statistics.Statistics()
    for summary in await service.journal.streams():
        found = statistics.include_all(found, summary.stream, await service.journal.read(summary.stream))
    return statistics.show(found, player)


async def test_they_are_those_of_the_whole_journal_however_often_one_asks():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        standings = Standings(journal)
        assert await standings.show("Anna") == ("Anna has played nothing yet.",)
        for number in range(4):
            await play(service, ("Anna", "Bert")[number % 2], ends=number != 2)
            for player in ("Anna", "anna", "Bert", "Carl"):
                assert await standings.show(player) == await from_scratch(service, player)


async def test_records_are_read_once():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        read = []

        class Counting:
            """The journal, noting where reading begins."""

            def __getattr__(self, name: str) -> Any:
                return getattr(journal, name)

            def follow_all(self, position: int = 0) -> Any:
                read.append(position)
                return journal.follow_all(position)

        standings = Standings(Counting())
        await play(service, "Anna")
        await standings.show("Anna")
        await standings.show("Anna")
        await play(service, "Anna")
        await standings.show("Anna")
        assert read == [0, 6]


async def test_games_of_another_program_on_the_same_file_count(tmp_path: Any):
    url = f"sqlite:{tmp_path / 'parlour.db'}"
    async with open_journal(url) as journal, open_service(journal) as service:
        await play(service, "Anna")
        assert "1 played" in "\n".join(await service.standings.show("Anna"))
        async with open_journal(url) as other, open_service(other) as elsewhere:
            await play(elsewhere, "Anna")
        assert "2 played" in "\n".join(await service.standings.show("Anna"))
