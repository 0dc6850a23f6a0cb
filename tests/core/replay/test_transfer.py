"""Games brought in from files, and older saves gone on with."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.base.game import Refused
from core.games import GAMES
from core.records import fold
from core.replay import transfer
from core.table import Mark, Resign
from core.table.opening import Player
from journal import Damaged, Header, Record
from journal.game_lines import Lines
from tests.core.parlour import ANNA, BERT, COMP, a_service, move, submit
from tests.core.recorded import resealed


def lines(records: Sequence[Record], id: str, names: dict[str, str] | None = None) -> Lines:
    return Lines(Header(f"table/{id}", names or {}), tuple(records))


async def saved(game: str = "pileon", moves: int = 3, opponent: Player | None = None) -> tuple[str, tuple[Record, ...]]:
    """A game in a journal of its own, as a file would hold it."""
    async with a_service() as service:
        players = [ANNA, *([opponent] if opponent else [])]
        id = await service.open(GAMES[game], {}, players, deal=7 if GAMES[game].numbered else None)
        async with service.table(id, attended=False) as live:
            await move(live, moves)
        return id, await service.records(id)


async def test_file_becomes_a_game_of_the_journal_under_its_own_id():
    id, records = await saved()
    async with a_service() as service:
        assert await transfer.restore(service, lines(records, id, {"anna": "Anna"})) == id
        assert await service.records(id) == records
        assert (await service.directory.person("anna")).name == "Anna"


async def test_names_in_a_file_change_nobody_who_is_known():
    id, records = await saved()
    async with a_service() as service:
        await service.directory.introduce("anna", "Anna the First")
        await transfer.restore(service, lines(records, id, {"anna": "\x1b[2JEve", "../x": "Eve"}))
        assert (await service.directory.person("anna")).name == "Anna the First"


async def test_game_that_was_played_on_elsewhere_is_played_on_here():
    id, records = await saved()
    async with a_service() as service:
        for known in (records[:-1], records[:-1], records, records[:-2]):
            assert await transfer.restore(service, lines(known, id)) == id
        assert await service.records(id) == records
        async with service.table(id) as live:
            await move(live)
        assert fold.verify(f"table/{id}", await service.records(id)).now.plays == 4


async def test_game_that_went_on_differently_is_not_mixed_with_this_one():
    id, records = await saved()
    async with a_service() as service:
        await transfer.restore(service, lines(records[:-1], id))
        async with service.table(id) as live:
            await submit(live, Mark("another way"), 0)
        with pytest.raises(Refused, match="is another game in this journal"):
            await transfer.restore(service, lines(records, id))


async def test_file_with_a_record_that_cannot_be_right_is_refused_with_its_number():
    id, records = await saved()
    wrong = {"source": 1, "target": 2, "cards": ["Ac"], "completes": False}
    forged = resealed(list(records), {len(records): {"data": dict(sorted(wrong.items()))}})
    async with a_service() as service:
        with pytest.raises(Damaged) as damaged:
            await transfer.restore(service, lines(forged, id))
        assert damaged.value.seq == len(records)
        assert await service.journal.head(f"table/{id}") == 0


async def test_file_of_another_stream_is_refused():
    id, records = await saved()
    async with a_service() as service:
        with pytest.raises(Refused, match="holds no game"):
            await transfer.restore(service, Lines(Header(f"talk/{id}", {}), records))


# Going on with a file at home.


@pytest.mark.parametrize(("game", "opponent"), [("mille", COMP), ("pileon", None), ("terrace", None)])
async def test_older_save_of_ones_own_game_is_restored_exactly_and_counts_as_helped(game, opponent):
    id, records = await saved(game, 4, opponent)
    older = records[: list(fold.decisions(records))[-2][-1].seq]
    async with a_service() as service:
        await transfer.restore(service, lines(records, id))
        copy = await transfer.go_on(service, lines(older, id), "anna")
        assert copy != id
        async with service.table(copy, attended=False) as live:
            assert live.table.state == fold.fold(f"table/{id}", None, older).state
            assert live.table.restored
            assert not live.table.setup.is_practice
        fold.verify(f"table/{copy}", await service.records(copy))


async def test_save_that_is_the_game_itself_simply_goes_on():
    id, records = await saved("mille", 4, COMP)
    async with a_service() as service:
        assert await transfer.go_on(service, lines(records, id), "anna") == id
        assert await transfer.go_on(service, lines(records, id), "anna") == id


async def test_save_of_a_game_between_persons_is_a_practice_copy_with_both_seats_kept():
    id, records = await saved("mille", 4, BERT)
    async with a_service() as service:
        copy = await transfer.go_on(service, lines(records, id, {"anna": "Anna", "bert": "Bert"}), "anna")
        async with service.table(copy) as live:
            assert live.table.setup.is_practice
            assert live.table.setup.reserved == ("anna", "bert")
            assert not live.table.begun
            with pytest.raises(Refused, match="reserved for somebody else"):
                await service.sit(live, 1, Player("carl"))
            await service.sit(live, 1, BERT)
            assert live.table.begun


async def test_game_that_is_over_is_not_gone_on_with():
    async with a_service() as service:
        id = await service.open(GAMES["pileon"], {}, [ANNA])
        async with service.table(id) as live:
            await submit(live, Resign(), 0)
        with pytest.raises(Refused, match="To see it: parlour replay"):
            await transfer.go_on(service, lines(await service.records(id), id), "anna")
