"""Two houses on one journal on NATS, each a process: people of both at one table."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest
import trio

from core.records import fold
from journal import Record, open_journal
from tests.bench.two_houses_bench import MINE, opened, play_at
from tests.cluster.houses import ask_until, decisions, end_at_once, houses_of, take_turn, two_houses, visitor
from tests.frontends.served import CODE
from tests.frontends.telnet.clients import Bare, connect
from tests.journal.stores.nats.nodes import Nodes, started
from tests.patience import PATIENCE

HANDS = 8


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with started(tmp_path_factory.mktemp("cluster"), 3) as nodes:
        yield nodes


async def stored(url: str, id: str) -> tuple[Record, ...]:
    async with open_journal(url) as journal:
        return await journal.read(f"table/{id}")


async def listed(person: Bare) -> str:
    return (await person.ask("list", r"(?s)(.*?)\nlobby> "))[1].strip()


async def test_people_of_two_houses_play_watch_talk_and_come_back_anywhere(cluster: Nodes) -> None:
    url = cluster.url()
    async with (
        two_houses(url) as ((first, here), (_, there), anna, bert),
        visitor(here, "Carl") as carl, visitor(there, "Dora") as dora,
    ):  # fmt: skip
        code = (await anna.ask("new mille person", CODE))[1]
        id = code.split("-")[0]
        await dora.ask(f"watch {id}", "watching> ")
        await bert.ask(f"join {id}", CODE)
        await carl.ask(f"watch {id}", "watching> ")
        for _ in range(2):
            await take_turn(anna)
            await take_turn(bert)
        await carl.expect("Bert discards")
        await dora.expect("Anna discards")
        await carl.send("'a fine game")
        await dora.expect("Carl.*a fine game")
        # The house that Anna is in dies; she comes back in the other one.
        await end_at_once(first)
        await anna.end()
        async with visitor(there, "Anna") as again:
            await again.ask(f"resume {code}", "Bert")
            await take_turn(again)
            await take_turn(bert)
            await dora.expect("Anna discards")
    records = await stored(url, id)
    assert fold.verify(f"table/{id}", records).now.plays == 12
    assert len(houses_of(records)) == 2
    assert set(Counter(decisions(records)).values()) == {1}


async def test_both_houses_list_the_same_tables(cluster: Nodes) -> None:
    url = cluster.url()
    async with (
        two_houses(url) as ((_, here), (_, there), anna, bert),
        visitor(here, "Carl") as carl, visitor(there, "Dora") as dora,
    ):  # fmt: skip
        first = (await anna.ask("new mille person", CODE))[1].split("-")[0]
        second = (await bert.ask("new pileon", r"table ([a-z0-9]{5})"))[1]
        with trio.fail_after(PATIENCE):
            while not ((lists := {await listed(carl), await listed(dora)}) and all(second in each for each in lists)):
                pass
            assert all(first in each for each in lists)
            while len({await listed(carl), await listed(dora)}) > 1:
                pass


async def test_nobody_thinks_for_a_table_at_which_none_of_its_people_sits(cluster: Nodes) -> None:
    url = cluster.url()
    async with two_houses(url) as (_, _, anna, bert):
        id = (await anna.ask("new mille", CODE))[1].split("-")[0]
        await bert.ask(f"watch {id}", "watching> ")
        for _ in range(6):
            await take_turn(anna)
            await bert.expect("Comp (picks|discards|plays)")
        await anna.expect("your move> ")
    records = await stored(url, id)
    assert len(decisions(records)) > 20
    assert len(houses_of(records)) == 1
    assert fold.verify(f"table/{id}", records).ended is None


async def test_people_of_two_houses_are_in_one_parlour(cluster: Nodes) -> None:
    url = cluster.url()
    async with two_houses(url) as (_, (second, there), anna, bert):
        await anna.expect("~Bert is here")
        for person in (anna, bert):
            await ask_until(person, "who", "2 people are here", "1 person is here")
        await anna.ask("tell bert hello there", "<you, to ~Bert> hello there")
        await bert.expect("<~Anna, to you> hello there")
        await bert.ask("shout good evening", "lobby> ")
        await anna.expect("<~Bert, to all> good evening")
        async with await connect(there) as stream:
            door = Bare(stream)
            await door.expect("Your name: ")
            await door.ask("anna", "Somebody here is already called anna")
        # A seat that is taken in another house, and taken back.
        code = (await anna.ask("new mille", CODE))[1]
        await anna.expect("your move> ")
        async with visitor(there, "Annika") as again:
            await again.ask(f"resume {code}", "your move> ")
            await anna.expect("You sat down at this table in another window")
            await ask_until(anna, "go", "your move> ", "You have no unfinished games")
            await again.expect("You sat down at this table in another window")
        await anna.send("quit")
        await anna.ask("y", "lobby> ")
        # A partner from another house.
        await anna.ask("invite bert elixir", "The seat is kept for ~Bert")
        await bert.expect("~Anna invites you to play El-Ixir")
        await bert.ask("accept", "~Anna has to roll")
        await anna.expect("~Bert is at the table")
        # The house that Bert is in dies: he is gone when it has said nothing for a while.
        await end_at_once(second)
        await anna.expect("~Bert lost the connection")


async def test_house_that_stands_still_is_missed_and_is_back_with_its_people(cluster: Nodes) -> None:
    url = cluster.url()
    async with two_houses(url) as ((_, here), (second, _), anna, bert):
        await anna.expect("~Bert is here")
        second.send_signal(signal.SIGSTOP)
        try:
            await anna.expect("~Bert lost the connection")
            await anna.ask("who", "1 person is here")
            # While nobody knows what has become of Bert somebody else takes his name.
            async with visitor(here, "Bert") as other:
                second.send_signal(signal.SIGCONT)
                one = await first_of(other, bert, "Somebody else took the name Bert, so you are Bert2 now")
                await ask_until(anna, "who", "3 people are here", r"(1 person is|2 people are) here")
                await ask_until(anna, "tell bert2 are you there", "you, to ~Bert2", "Nobody here is called bert2")
                await (other if one == "other" else bert).expect("are you there")
        finally:
            second.send_signal(signal.SIGCONT)


async def first_of(other: Bare, bert: Bare, pattern: str) -> str:
    """Which of the two is told something."""
    told: list[str] = []
    async with trio.open_nursery() as nursery:

        async def wait(name: str, person: Bare) -> None:
            await person.expect(pattern)
            told.append(name)
            nursery.cancel_scope.cancel()

        nursery.start_soon(wait, "other", other)
        nursery.start_soon(wait, "bert", bert)
    return told[0]


async def test_two_houses_that_play_one_seat_double_no_move(cluster: Nodes) -> None:
    """Both also run its computer player: whoever is first wins, and the other hears of it."""
    url = cluster.url()
    id = await opened(url)
    result = await trio.to_thread.run_sync(partial(play_at, url, id, HANDS))
    assert result.table.ended is None
    assert sum(record.kind == "mille.hand_ended" for record in result.records) == HANDS
    assert result.doubled == ()
    # On a busy machine the same one may be first each time.
    assert all(house.moves + house.late > 0 and house.wrong == () for house in result.houses)
    by_hand = [record for record in result.records if record.has_play and record.play["by"] == MINE]
    assert sum(house.moves for house in result.houses) == len(by_hand)
