"""Lists of tables, a page at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from core.base.game import Refused
from core.games import GAMES
from core.house.service import Service, open_service
from core.sessions.arrival.orders import Query
from core.sessions.lists.table_lists import PAGE, find_tables
from core.sessions.parlour import Parlour
from core.sessions.session import Session
from core.table import Resign
from core.table.opening import Player
from frontends.locale.language import language
from frontends.visit.text.table_list import BEHIND, completions, show
from journal import open_journal
from tests.core.parlour import submit
from tests.frontends.terminals import open_house

ENGLISH = language("en")


@asynccontextmanager
async def a_service() -> AsyncIterator[Service]:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        for id, name in (("anna", "Anna"), ("bert", "Bert")):
            await service.directory.introduce(id, name)
        yield service


async def opened(service: Service, game: str, *players: str, over: bool = False, waits: bool = True) -> str:
    """A table with these persons, once it is in the lists if it `waits`."""
    seats = [Player(player) if player else None for player in players]
    id = await service.open(GAMES[game], {}, seats, deal=7 if GAMES[game].numbered else None)
    async with service.table(id, attended=False) as live:
        if over:
            await submit(live, Resign(), 0)
        if waits:
            await service.views.wait_for(id, live.table.seq)
    return id


async def many_opened(service: Service, count: int) -> list[str]:
    """So many tables, one after the other, once all are in the lists."""
    return [await opened(service, "pileon", "anna", waits=number == count) for number in range(1, count + 1)]


def somebody(service: Service, person: str = "") -> Session:
    """A session of the person of that id; of nobody without one."""
    session = Parlour(service).enter()
    session.visitor.become(person, "")
    return session


async def listed(service: Service, person: str = "", **query: object) -> str:
    await service.views.caught_up.wait()
    return show(await find_tables(somebody(service, person), Query(**query)), ENGLISH)  # type: ignore[arg-type]


async def test_tables_that_wait_come_first_without_any_digits() -> None:
    async with a_service() as service:
        running = await opened(service, "elixir", "anna", "bert")
        waiting = await opened(service, "mille", "anna", "")
        ended = await opened(service, "pileon", "anna", over=True)
        assert (await listed(service)).split("\n") == [
            f"{waiting}  mille    Anna against (a free seat: join), move 0",
            f"{running}  elixir   Anna against Bert, move 0, Anna to move, score 0 : 0",
        ]
        assert f"{ended}  pileon   Anna, deal 7: Anna resigned." in await listed(service, everything=True)
        assert "your turn" in await listed(service, "anna")
        assert (await listed(service, game="elixir")).split("\n")[0].startswith(running)
        mine = await listed(service, "bert", mine=True, everything=True)
        assert [line.split()[0] for line in mine.split("\n")] == [running]


async def test_every_table_is_on_one_page_and_the_next_page_is_named() -> None:
    async with a_service() as service:
        ids = await many_opened(service, 2 * PAGE + 1)
        pages = [await listed(service, page=page) for page in (1, 2, 3)]
        shown = [line.split()[0] for page in pages for line in page.split("\n") if "pileon" in line]
        assert shown == ids[::-1]
        assert [page.split("\n")[-1] for page in pages[:2]] == ["For more: list 2", "For more: list 3"]
        assert await listed(service, page=4) == "There is no page 4."
        asked = await find_tables(somebody(service), Query(game="pileon", everything=True))
        assert show(asked, ENGLISH, "--page ").endswith("For more: parlour list --all --game pileon --page 2")


async def test_tables_that_are_opened_and_left_do_not_push_out_those_who_wait() -> None:
    async with open_house() as house:
        await house.service.views.caught_up.wait()
        games = {"Anna": "mille", "Bert": "elixir", "Carl": "mille"}
        for name, game in games.items():
            await house.enter(name).told(f"new {game} person")
        ids = [house.service.presence.named(name)[0].table for name in games]
        for number in range(2 * PAGE):
            await opened(house.service, "mille", f"foe{number}", "", waits=number == 2 * PAGE - 1)
        assert [line.split()[0] for line in (await listed(house.service)).split("\n")[:3]] == ids
        assert (await listed(house.service, game="elixir")).startswith(ids[1])
        pages = [await listed(house.service, page=page) for page in (1, 2, 3)]
        tables = [line.split()[0] for page in pages for line in page.split("\n") if "a free seat" in line]
        assert len(tables) == len(set(tables)) == 2 * PAGE + len(ids)
        assert (await listed(house.service, player="bert")).split("\n")[0].startswith(ids[1])


async def test_tables_of_one_person_are_listed_by_the_name() -> None:
    async with a_service() as service:
        await opened(service, "elixir", "anna", "bert")
        alone = await opened(service, "mille", "anna", "")
        await service.directory.claim("anna", "Anna")
        await service.directory.claim("bert", "Bert")
        assert (await listed(service, player="àNNA")).startswith(alone)
        assert alone not in await listed(service, player="Bert")
        many = await many_opened(service, PAGE)
        assert (await listed(service, player="Anna")).endswith("For more: list with Anna 2")
        assert many[-1] in await listed(service, player="Anna")
        assert await listed(service, player="Anna", game="terrace") == "There are no such games. All tables: list"
        with pytest.raises(Refused, match="Nobody here is called Carl"):
            await listed(service, player="Carl")


async def test_nobody_plays() -> None:
    async with a_service() as service:
        assert await listed(service) == "Nobody is playing now. For old games, too: list all"
        assert await listed(service, everything=True) == "Nobody has played here yet: be the first."
        assert await listed(service, mine=True, everything=True) == "There are no such games. All tables: list"


async def test_lists_that_do_not_know_all_games_yet_do_not_say_that_there_are_none() -> None:
    async with a_service() as service:
        await service.views.caught_up.wait()
        listing = await find_tables(somebody(service), Query(everything=True))
        assert show(replace(listing, is_behind=True), ENGLISH) == BEHIND.template


async def test_ids_are_completed_with_what_they_are() -> None:
    async with a_service() as service:
        waiting = await opened(service, "mille", "anna", "")
        await service.views.caught_up.wait()
        listing = await find_tables(somebody(service), Query())
        (completion,) = completions(listing, ENGLISH)
        id, _, what = completion.partition("\t")
        assert id == waiting
        assert " ".join(what.split()) == "mille Anna against (a free seat: join), move 0"


@pytest.mark.parametrize("name", ["{1}", "{0} resigns", "%s", "You", "{who}"])
async def test_no_name_changes_anything_but_how_somebody_is_called(name: str) -> None:
    async with a_service() as service:
        await service.directory.introduce("carl", name)
        id = await opened(service, "elixir", "carl", "bert", over=True)
        early = "resigned before both had moved: nobody wins."
        assert await listed(service, everything=True) == f"{id}  elixir   {name} against Bert: {name} {early}"
        await service.rename("carl", "Carl")
        assert await listed(service, everything=True) == f"{id}  elixir   Carl against Bert: Carl {early}"
