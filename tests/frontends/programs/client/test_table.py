"""What a table tells its one reader: each thing once and in order, or, to a slow one, where it stands now."""

from __future__ import annotations

from typing import Any

import trio

from parlour.client import Event, Gone, House, Over, State, Table
from parlour.client.answers import Outcome, Player, Said
from parlour.client.table import MOST_NEWS

OVER = Over(type="over", at=9, outcome=Outcome("points"), said=Said("You win.", "You win."))
GONE = Gone(type="gone", code="taken")


def a_table() -> Table:
    return Table(House("127.0.0.1:1", {}), "t", is_watched=False)


def event(at: int, kind: str = "mille.picked") -> Event:
    return Event(type="event", at=at, kind=kind)


def state(at: int) -> State:
    return State(type="state", at=at, players=[Player("Anna")])


async def told(table: Table) -> list[Any]:
    """What it tells until nothing more is there."""
    found: list[Any] = []
    with trio.move_on_after(0.5):
        async for news in table:
            found.append(news)  # noqa: PERF401
    return found


async def test_record_that_is_told_again_is_told_once_and_talk_belongs_to_its_record(autojump_clock: Any) -> None:
    table = a_table()
    for news in (event(1), state(1), event(1, "talk"), event(1), event(2), state(2), event(2), event(2, "talk")):
        table.hear(news)
    found = [(one.type, one.at) for one in await told(table)]
    assert found == [("event", 1), ("state", 1), ("event", 1), ("event", 2), ("state", 2), ("event", 2)]


async def test_state_that_lies_before_is_where_one_goes_on_from(autojump_clock: Any) -> None:
    table = a_table()
    for news in (state(9), state(3), event(4)):
        table.hear(news)
    assert [one.at for one in await told(table)] == [9, 3, 4]


async def test_slow_reader_is_given_a_state_in_place_of_all_that_waits_and_goes_on_in_order(
    autojump_clock: Any,
) -> None:
    table = a_table()
    for at in range(1, 1000):
        table.hear(event(at))
        table.hear(state(at))
    found = await told(table)
    assert len(found) <= MOST_NEWS
    assert (found[0].type, found[0].reason) == ("state", "slow")
    assert [one.reason for one in found[1:] if isinstance(one, State)] == [""] * (len(found) // 2)
    ats = [one.at for one in found if isinstance(one, Event)]
    assert ats == list(range(found[0].at + 1, 1000))


async def test_slow_reader_misses_neither_the_end_nor_the_last_state(autojump_clock: Any) -> None:
    for end in (OVER, GONE):
        table = a_table()
        table.hear(state(1))
        for at in range(2, MOST_NEWS + 2):
            table.hear(event(at))
        table.hear(end)
        found = await told(table)
        assert [one.type for one in found] == ["state", end.type]
        assert found[0].reason == "slow"


async def test_loops_end_with_the_game() -> None:
    table = a_table()
    table.hear(state(1))
    table.hear(OVER)
    assert [one.type async for one in table] == ["state", "over"]
    assert [one async for one in table.turns()] == []
