"""Practice copies: what they hide, whom they are for, and from where they begin."""

from __future__ import annotations

import pytest

from core.base.game import SPECTATOR, Refused, Seat
from core.games import GAMES
from core.records import fold
from core.replay import practice
from core.table import Mark, Resign
from tests.core.parlour import ANNA, BERT, COMP, a_service, move, submit


async def test_copy_shows_nothing_that_the_running_original_hides():
    """A save, a copy of it, resigned: what everybody sees of it then is not what the computer holds in the original."""
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [ANNA, COMP])
        async with service.table(id, attended=False) as live:
            await submit(live, Mark("x"), 0)
            original = live.table
            copy = await practice.fork(service, original, "x", "anna")
        async with service.table(copy, attended=False) as live:
            assert live.table.game.view(live.table.state, Seat(0)) == original.game.view(original.state, Seat(0))
            await submit(live, Resign(), 0)
            assert live.table.state.hands[1] != original.state.hands[1]
            assert live.table.state.deck != original.state.deck
        text = b"".join(record.line for record in await service.records(copy)).decode()
        hidden = [str(card) for card in original.state.hands[1]]
        assert not _holds(text, hidden)
        assert original.setup.house_seed.hex() not in text


def _holds(text: str, cards: list[str]) -> bool:
    """Whether a hand stands in a text, card by card, as the journal would write it."""
    return ",".join(f'"{card}"' for card in cards) in text


async def test_copy_of_a_game_between_persons_keeps_neither_hand():
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [ANNA, BERT])
        async with service.table(id) as live:
            await submit(live, Mark("x"), 0)
            original = live.table
        copy = await practice.fork(service, original, "x", "anna")
        async with service.table(copy) as live:
            assert not live.table.begun
            assert live.table.setup.book is None
            assert (await service.books.in_use()).next == 1
            await service.sit(live, 1, BERT)
            for seat in (0, 1):
                assert sorted(live.table.state.hands[seat]) != sorted(original.state.hands[seat])
        fold.verify(f"table/{copy}", await service.records(copy))


async def test_copy_is_for_those_it_was_made_for():
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [ANNA, COMP])
        async with service.table(id, attended=False) as live:
            await submit(live, Mark("x"), 0)
            assert practice.may_look(live.table, "eve")
            copy = await practice.fork(service, live.table, "x", "anna")
        async with service.table(copy, attended=False) as live:
            assert practice.may_look(live.table, "anna")
            assert not practice.may_look(live.table, "eve")
            assert not practice.may_look(live.table, "")


async def test_strangers_and_unknown_saves_are_refused():
    async with a_service() as service:
        id = await service.open(GAMES["pileon"], {}, [ANNA], deal=7)
        async with service.table(id) as live:
            await submit(live, Mark("here"), 0)
            with pytest.raises(Refused, match="Only players at that table"):
                await practice.fork(service, live.table, "here", "eve")
            with pytest.raises(Refused, match='That table has no save "there"'):
                await practice.fork(service, live.table, "there", "anna")


async def test_bookmark_set_twice_is_the_later_one():
    async with a_service() as service:
        id = await service.open(GAMES["terrace"], {}, [ANNA], deal=7)
        async with service.table(id) as live:
            for _ in range(2):
                await submit(live, Mark("here"), 0)
                await move(live)
            marked = dict(live.table.marks)["here"]
            copy = await practice.fork(service, live.table, "here", "anna")
        async with service.table(copy) as live:
            game = live.table.game
            assert game.view(live.table.state, SPECTATOR) == game.view(marked.state, SPECTATOR)
