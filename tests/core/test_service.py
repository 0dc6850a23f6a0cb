"""The service: tables in play on a journal, several services on one journal, computer players, the clock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from core import fold
from core.game import Refused
from core.games import GAMES
from core.service import Busy, Live, Player, Service, check_options, open_service
from core.table import Move, Resign, Say, Undo
from journal import Journal, OutcomeUnknown, Record, open_journal

MILLE, ELIXIR, PILEON = GAMES["mille"], GAMES["elixir"], GAMES["pileon"]


@asynccontextmanager
async def a_service() -> AsyncIterator[Service]:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        yield service


def moves(live: Live, seat: int = 0) -> list[str]:
    return list(live.table.game.moves(live.sight(seat).view))


async def until(live: Live, condition: Any) -> None:
    with trio.fail_after(20):
        while not condition():
            await live.wait_moved()


async def test_opened_table_is_dealt_seated_and_journaled():
    async with a_service() as service:
        id, codes = await service.open(ELIXIR, {}, [Player("Anna"), None])
        async with service.table(id) as live:
            assert [chair.name for chair in live.table.chairs] == ["Anna", ""]
            assert live.table.seat_of(codes[0]) == 0
            assert codes[1] == ""
        assert fold.verify(id, await service.journal.read(id)).id == id


async def test_unknown_table_and_unknown_options_are_refused():
    async with a_service() as service:
        with pytest.raises(Refused, match="There is no table nowhere"):
            async with service.table("nowhere"):
                pass
    with pytest.raises(Refused, match="has no option"):
        check_options(PILEON, {"colour": "red"})
    with pytest.raises(Refused, match='"nothing" is no variant; choose terrace'):
        check_options(GAMES["terrace"], {"variant": "nothing"})


async def test_move_is_durable_before_anybody_sees_it():
    async with a_service() as service:
        id, _ = await service.open(PILEON, {}, [Player("Anna")], deal=7)
        seen: list[tuple[int, int]] = []

        async with service.table(id) as live:
            heads = {"stored": await service.journal.head(id)}

            class Watched:
                """The journal, noting what is stored before the append returns."""

                def __getattr__(self, name: str) -> Any:
                    return getattr(journal, name)

                async def append(self, stream: str, after: int, records: Sequence[Record]) -> int:
                    heads["stored"] = await journal.append(stream, after, records)
                    return heads["stored"]

            journal = service.journal
            service.journal = Watched()
            live.watchers["test"] = lambda live, records, events: seen.append((records[-1].seq, heads["stored"]))
            await live.submit(Move(0, moves(live)[0]))
        assert seen
        assert all(shown <= stored for shown, stored in seen)


async def test_refused_move_writes_nothing():
    async with a_service() as service:
        id, _ = await service.open(PILEON, {}, [Player("Anna")])
        head = await service.journal.head(id)
        async with service.table(id) as live:
            with pytest.raises(Refused):
                await live.submit(Move(0, "jump"))
        assert await service.journal.head(id) == head


async def test_two_services_on_one_journal_behave_like_one():
    async with open_journal("memory:") as journal, open_service(journal) as here, open_service(journal) as there:
        id, _ = await here.open(ELIXIR, {}, [Player("Anna"), Player("Bert")])
        async with here.table(id) as mine, there.table(id) as theirs:
            await mine.submit(Move(0, "roll"))
            await until(theirs, lambda: theirs.table.seq == mine.table.seq)
            assert theirs.table.state == mine.table.state


async def test_refusal_on_an_old_fold_is_thought_over():
    """A player whose table is behind is not refused what is allowed by now."""
    async with open_journal("memory:") as journal, open_service(journal) as here, open_service(journal) as there:
        id, _ = await here.open(ELIXIR, {}, [Player("Anna"), Player("Bert")])
        async with here.table(id) as mine, there.table(id) as theirs:
            stale = theirs.table
            await mine.submit(Move(0, "roll"))
            await mine.submit(Move(0, moves(mine)[0]))
            theirs.table = stale
            await theirs.submit(Move(1, "roll"))
            assert theirs.table.seq == await journal.head(id)


async def test_many_who_speak_at_once_are_all_heard_in_one_order():
    async with open_journal("memory:") as journal, open_service(journal) as here, open_service(journal) as there:
        id, _ = await here.open(ELIXIR, {}, [Player("Anna"), Player("Bert")])
        async with here.table(id) as mine, there.table(id) as theirs, trio.open_nursery() as nursery:
            for number in range(5):
                nursery.start_soon(mine.submit, Say("Anna", 0, f"a{number}"))
                nursery.start_soon(theirs.submit, Say("Bert", 1, f"b{number}"))
        said = [record.data["text"] for record in await journal.read(id) if record.kind == "table.said"]
        assert sorted(said) == sorted([f"{who}{number}" for who in "ab" for number in range(5)])


async def test_decision_whose_outcome_is_unknown_is_looked_for():
    """Whether the answer got lost after storing or before, the move is there exactly once."""
    async with a_service() as service:
        id, _ = await service.open(PILEON, {}, [Player("Anna")])
        journal = service.journal

        class Lossy:
            """Loses the answer of every first append: once after storing it, once before."""

            lost = 0

            def __getattr__(self, name: str) -> Any:
                return getattr(journal, name)

            async def append(self, stream: str, after: int, records: Sequence[Record]) -> int:
                self.lost += 1
                if self.lost == 1:
                    await journal.append(stream, after, records)
                if self.lost <= 2:
                    raise OutcomeUnknown("The connection ended.")
                return await journal.append(stream, after, records)

        service.journal = Lossy()
        async with service.table(id) as live:
            await live.submit(Move(0, moves(live)[0]))
            assert live.table.now.plays == 1
            await live.submit(Move(0, moves(live)[0]))
            assert live.table.now.plays == 2


async def test_endless_conflict_ends_in_a_plain_sentence():
    async with a_service() as service:
        id, _ = await service.open(PILEON, {}, [Player("Anna")])
        async with service.table(id) as live:
            real: Journal = service.journal

            class Contended:
                """Somebody else is always first."""

                def __getattr__(self, name: str) -> Any:
                    return getattr(real, name)

                async def append(self, stream: str, after: int, records: Sequence[Record]) -> int:
                    from journal import Conflict

                    raise Conflict(stream, after, after)

            service.journal = Contended()
            with pytest.raises(Busy, match="please try again"):
                await live.submit(Say("Anna", 0, "hello"))


async def test_computer_plays_its_turn_and_waits_for_the_person():
    async with a_service() as service:
        id, _ = await service.open(MILLE, {}, [Player("Anna"), Player("Computer", is_bot=True)])
        async with service.table(id) as live:
            await live.submit(Move(0, "p"))
            discard = next(text for text in moves(live) if text.startswith("d "))
            await live.submit(Move(0, discard))
            await until(live, lambda: live.table.turn == (0,) and live.table.now.plays > 2)


async def test_computer_goes_on_after_a_restart():
    """The move was the last thing before the crash; whoever opens the table next sees the computer answer."""
    async with open_journal("memory:") as journal:
        async with open_service(journal) as service:
            id, _ = await service.open(MILLE, {}, [Player("Anna"), Player("Computer", is_bot=True)])
            async with service.table(id) as live:
                await live.submit(Move(0, "p"))
                discard = next(text for text in moves(live) if text.startswith("d "))
                live.table.game.read(live.sight(0).view, discard)
                await live.submit(Move(0, discard))
        async with open_service(journal) as service, service.table(id) as live:
            await until(live, lambda: live.table.turn == (0,))


async def test_clock_ends_the_game(autojump_clock):
    """Time is what the service's clock says; here it stands still and the waiting is virtual."""
    async with open_journal("memory:") as journal, open_service(journal, now=trio.current_time) as service:
        id, _ = await service.open(ELIXIR, {}, [Player("Anna"), Player("Bert")], clock=10)
        async with service.table(id) as live:
            await until(live, lambda: live.table.ended is not None)
            assert live.table.ended
            assert live.table.ended.winners == (1,)


async def test_list_shows_who_plays_and_who_won():
    async with a_service() as service:
        first, _ = await service.open(ELIXIR, {}, [Player("Anna"), Player("Bert")])
        second, _ = await service.open(PILEON, {}, [Player("Carl")])
        async with service.table(first) as live:
            await live.submit(Resign(0))
        listed = {listing.id: listing for listing in await service.list()}
        assert listed[first].summary == "Anna resigned."
        assert listed[second].summary == ""
        assert listed[second].names == ("Carl",)


async def test_list_is_up_to_date_whoever_plays():
    async with open_journal("memory:") as journal, open_service(journal) as here, open_service(journal) as there:
        id, _ = await here.open(PILEON, {}, [Player("Anna")])
        for plays in range(3):
            for service in (here, there):
                assert [listing.plays for listing in await service.list()] == [plays]
            async with here.table(id) as live:
                await live.submit(Move(0, moves(live)[0]))


async def test_long_game_is_opened_like_any_other(monkeypatch):
    async with a_service() as service:
        id, _ = await service.open(PILEON, {}, [Player("Anna")])
        async with service.table(id) as live:
            await live.submit(Move(0, moves(live)[0]))
            played = live.table
        monkeypatch.setattr("core.service.LONG", 1)
        async with service.table(id) as live:
            assert live.table == played


async def test_numbered_deal_is_the_same_for_everybody():
    async with a_service() as service:
        tables = [await service.open(PILEON, {}, [Player(name)], deal=12345) for name in ("Anna", "Bert")]
        states = []
        for id, _ in tables:
            async with service.table(id) as live:
                states.append(live.table.state)
                await live.submit(Move(0, moves(live)[0]))
                await live.submit(Undo(0))
        assert states[0] == states[1]


async def test_table_nobody_uses_is_let_go():
    async with a_service() as service:
        id, _ = await service.open(PILEON, {}, [Player("Anna")])
        async with service.table(id) as live, service.table(id) as same:
            assert live is same
        async with service.table(id) as again:
            assert again is not live
