"""What is read of recorded games for those who only want to know: nothing of it is a record or a secret seed."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import english
from core.games import GAMES
from core.house.service import Service
from core.replay import recorded_games
from core.replay.recording import Recording
from journal import Damaged, Header
from journal.game_lines import Lines
from tests.core.parlour import ANNA, BERT, a_service, move
from tests.core.recorded import resealed


async def recalled(service: Service, id: str, *seats: int) -> Recording:
    """A game to step through, by who has those seats."""
    return await recorded_games.recording_of(service, id, await recorded_games.history_of(service, id), seats)


async def test_recalled_game_has_its_moves_its_names_and_what_was_said():
    async with a_service() as service:
        id = await service.open(GAMES["pileon"], {}, [ANNA], deal=7)
        async with service.table(id) as live:
            await move(live, 2)
            await live.say("anna", 0, "Hello!")
        shown = await recalled(service, id)
        said = [
            english(line, shown.names)
            for seq in range(1, len(shown) + 1)
            for line in shown.told(seq, shown.perspectives[0])
        ]
        assert shown.moves == 2
        assert "Hello!" in said[-1]


async def test_who_sits_there_has_their_seat_and_what_is_not_there_is_refused():
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [ANNA, BERT])
        assert (await recalled(service, id, 1)).own == (1,)
        with pytest.raises(Refused):
            await recalled(service, "xxxxx")


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
