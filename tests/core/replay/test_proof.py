"""Every move of a recorded game is decided again, and compared with what was promised."""

from __future__ import annotations

import pytest

from core.games import GAMES
from core.replay import proof
from core.table import Resign, Table
from journal import Damaged, Header
from journal.game_lines import Lines
from tests.core.parlour import ANNA, BERT, a_service, move, submit


def nobody(table: Table) -> tuple[int, ...]:
    return ()


def anything(table: Table) -> None:
    """Everybody may look."""


async def test_commitment_is_told_and_the_seed_only_once_the_game_is_over():
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [ANNA, BERT])
        async with service.table(id) as live:
            committed = await proof.commitment_of(service.journal, id)
            assert (await proof.prove(service.journal, id, committed)).house_seed == ""
            await submit(live, Resign(), 0)
        found = await proof.prove(service.journal, id, committed[:32])
        assert (found.game, found.records) == ("Mille", len(await service.records(id)))
        assert len(bytes.fromhex(found.house_seed)) == 32
        with pytest.raises(Damaged):
            await proof.prove(service.journal, id, "0" * 32)
        assert await proof.commitment_of(service.journal, "xxxxx") == ""


async def test_file_is_proved_like_a_table():
    async with a_service() as service:
        id = await service.open(GAMES["pileon"], {}, [ANNA], deal=7)
        async with service.table(id) as live:
            await move(live, 3)
        records = await service.records(id)
        whole = Lines(Header(f"table/{id}", {}), tuple(records))
        assert proof.prove_file(whole) == await proof.prove(service.journal, id)
