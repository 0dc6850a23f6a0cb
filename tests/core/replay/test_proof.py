"""Every move of a recorded game is decided again, and compared with what was promised."""

from __future__ import annotations

import pytest

from core.books.seed_books import BookSeeds
from core.games import GAMES
from core.replay import proof, transfer
from core.table import Resign, Table
from journal import Damaged, Header
from journal.game_lines import Lines
from tests.core.parlour import ANNA, BERT, COMP, a_service, move, submit
from tests.core.recorded import resealed


def nobody(table: Table) -> tuple[int, ...]:
    return ()


def anything(table: Table) -> None:
    """Everybody may look."""


async def test_commitment_is_told_and_the_seed_only_once_the_game_is_over():
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [ANNA, BERT])
        async with service.table(id) as live:
            committed = live.table.setup.commitment
            assert (await proof.prove(service.journal, id, committed)).house_seed == ""
            await submit(live, Resign(), 0)
        found = await proof.prove(service.journal, id, committed[:32])
        assert (found.game, found.records) == ("Mille", len(await service.records(id)))
        assert len(bytes.fromhex(found.house_seed)) == 32
        with pytest.raises(Damaged):
            await proof.prove(service.journal, id, "0" * 32)


async def test_number_is_compared_with_the_book_in_the_journal_and_its_secret_told_once_all_is_over():
    async with a_service() as service:
        ids = [await service.open(GAMES["elixir"], {}, [ANNA, BERT]) for _ in range(2)]
        found = await proof.prove(service.journal, ids[0])
        assert (found.is_in_journal, found.secret) == (True, "")
        await service.books.close()
        for id in ids:
            async with service.table(id) as live:
                await submit(live, Resign(), 0)
        for number, id in enumerate(ids):
            found = await proof.prove(service.journal, id)
            assert found.book is not None
            seed = BookSeeds(bytes.fromhex(found.secret), found.book.size)[number]
            assert seed.hex() == found.house_seed


async def test_game_from_elsewhere_is_proved_without_its_book():
    async with a_service() as there, a_service() as here:
        id = await there.open(GAMES["elixir"], {}, [ANNA, BERT])
        await transfer.restore(here, Lines(Header(f"table/{id}", {}), tuple(await there.records(id))))
        found = await proof.prove(here.journal, id)
        assert found.book is not None
        assert not found.is_in_journal


async def test_exact_copy_keeps_the_number_of_its_origin():
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [ANNA, COMP])
        lines = Lines(Header(f"table/{id}", {}), tuple(await service.records(id)))
        async with service.table(id, attended=False) as live:
            await submit(live, Resign(), 0)
        copy = await transfer.go_on(service, lines, "anna")
        assert copy != id
        first, second = [await proof.prove(service.journal, one) for one in (id, copy)]
        assert first.book == second.book
        assert second.is_in_journal


async def test_number_that_another_table_has_is_found():
    async with a_service() as service:
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        (opened, *_) = await service.records(id)
        other = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        forged = resealed(await service.records(other), {1: {"data": {**opened.data, "table": "forge"}}})
        await service.journal.append("table/forge", 0, forged)
        with pytest.raises(Damaged, match="number 0 of its book is not its own"):
            await proof.prove(service.journal, "forge")


async def test_file_is_proved_like_a_table():
    async with a_service() as service:
        id = await service.open(GAMES["pileon"], {}, [ANNA], deal=7)
        async with service.table(id) as live:
            await move(live, 3)
        records = await service.records(id)
        whole = Lines(Header(f"table/{id}", {}), tuple(records))
        assert proof.prove_file(whole) == await proof.prove(service.journal, id)
