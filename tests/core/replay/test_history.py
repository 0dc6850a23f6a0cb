"""The history of a game: the same tables as folding all records up to each, in whatever order they are wanted."""

from __future__ import annotations

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from core.games import GAMES
from core.records import fold
from core.replay.history import STEP, History
from core.table import Mark, Move, Redo, Undo
from journal import Damaged, Record
from tests.core.parlour import ANNA, a_service, submit
from tests.core.replay.test_recorded_games import recalled

PILEON = GAMES["pileon"]
Made = tuple[str, tuple[Record, ...]]


async def a_long_game() -> Made:
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA], deal=7)
        async with service.table(id) as live:
            await submit(live, Move("1 14"), 0)
            for _ in range(STEP):
                for command in (Move("14 15"), Undo(), Redo(), Move("15 14")):
                    await submit(live, command, 0)
        return id, await service.records(id)


@pytest.fixture(scope="module")
def game() -> Made:
    return trio.run(a_long_game)


@given(data=st.data())
def test_every_table_is_that_of_all_records_before_it(game: Made, data: st.DataObject) -> None:
    id, records = game
    cut = data.draw(st.integers(0, len(records)))
    history = History(id, records[:cut])
    history.extend(records[cut:])
    for seq in data.draw(st.lists(st.integers(1, len(records)), max_size=6)):
        table = fold.fold(history.stream, None, records[:seq])
        assert history.table(seq) == table
        assert (history.plays[seq - 1], history.elapsed[seq - 1]) == (table.now.plays, table.elapsed)


def test_history_without_records_is_damaged() -> None:
    with pytest.raises(Damaged):
        _ = History("abc").last


def test_record_that_does_not_fit_is_named(game: Made) -> None:
    id, records = game
    with pytest.raises(Damaged) as damaged:
        History(id, records[1:])
    assert damaged.value.seq == 2


async def test_history_is_shared_until_the_game_moves_on() -> None:
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA], deal=7)
        one = await recalled(service, id)
        history = service.histories[id]
        two = await recalled(service, id)
        assert service.histories[id] is history
        async with service.table(id) as live:
            await submit(live, Mark("here"), 0)
        three = await recalled(service, id)
        assert service.histories[id] is not history
        assert (len(one), len(two), len(three)) == (len(history), len(history), len(history) + 1)
        del one, two, three, history
        assert id not in service.histories
