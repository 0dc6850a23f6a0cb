"""What is read of recorded games for those who only want to know: nothing of it is a record or a secret seed."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import english
from core.games import GAMES
from core.replay import recorded_games
from core.table import Table
from journal import Damaged, Header
from journal.game_lines import Lines
from tests.core.parlour import ANNA, BERT, a_service, move
from tests.core.recorded import resealed


def nobody(table: Table) -> tuple[int, ...]:
    return ()


def anything(table: Table) -> None:
    """Everybody may look."""


async def test_recalled_game_has_its_moves_its_names_and_what_was_said():
    async with a_service() as service:
        id = await service.open(GAMES["pileon"], {}, [ANNA], deal=7)
        async with service.table(id) as live:
            await move(live, 2)
            await live.say("anna", 0, "Hello!")
        shown = await recorded_games.recall(service, id, nobody, anything)
        said = [
            english(line, shown.names)
            for seq in range(1, len(shown) + 1)
            for line in shown.told(seq, shown.perspectives[0])
        ]
        assert shown.moves == 2
        assert "Hello!" in said[-1]


async def test_who_may_not_look_is_refused_and_who_sits_there_has_their_seat():
    def refuse(table: Table) -> None:
        raise Refused("No.")

    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [ANNA, BERT])
        with pytest.raises(Refused):
            await recorded_games.recall(service, id, nobody, refuse)
        assert (await recorded_games.recall(service, id, lambda table: (1,), anything)).own == (1,)
        with pytest.raises(Refused):
            await recorded_games.recall(service, "xxxxx", nobody, anything)


async def test_game_of_a_table_and_in_a_file():
    async with a_service() as service:
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        records = await service.records(id)
        assert await recorded_games.game_of(service.journal, id) == "elixir"
        assert recorded_games.game_in(Lines(Header(f"table/{id}", {}), tuple(records))) == "elixir"
        with pytest.raises(Refused):
            await recorded_games.game_of(service.journal, "xxxxx")
        with pytest.raises(Damaged):
            recorded_games.game_in(Lines(Header(f"table/{id}", {}), tuple(resealed(records, {}, without=(1,)))))
