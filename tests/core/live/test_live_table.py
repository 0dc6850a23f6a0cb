"""A live table: decided on what was seen, appended before it is shown, talk apart."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from core.base.game import Refused
from core.games import GAMES
from core.house.service import open_service
from core.live.decision import Busy, MovedOn
from core.live.live_table import Actor, LiveTable
from core.records import fold
from core.table import Answer, Mark, Move, Redo, Restart, Table, Undo
from core.table.opening import Player
from core.table.state import LONGEST_PAST
from journal import Conflict, Damaged, JournalError, OutcomeUnknown, open_journal
from tests.core.parlour import ANNA, BERT, COMP, Changed, Flaky, a_service, move, moves, submit, two_services, until
from tests.patience import PATIENCE

MILLE, ELIXIR, PILEON = GAMES["mille"], GAMES["elixir"], GAMES["pileon"]


async def test_move_is_durable_before_anybody_sees_it():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA], deal=7)
        seen: list[tuple[int, int]] = []
        async with service.table(id) as live:
            journal = service.journal
            heads = {"stored": await journal.head(live.stream)}

            async def append(*arguments: Any) -> int:
                heads["stored"] = await journal.append(*arguments)
                return heads["stored"]

            service.journal = Changed(journal, append)
            live.listeners["test"] = lambda live, news: seen.append((live.table.seq, heads["stored"]))
            await move(live, 3)
        assert len(seen) == 3
        assert all(shown <= stored for shown, stored in seen)


async def test_refused_move_writes_nothing_and_asks_the_store_nothing():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA])
        async with service.table(id) as live:
            head = await service.journal.head(live.stream)
            journal, asked = service.journal, []

            class Watched:
                def __getattr__(self, name: str) -> Any:
                    asked.append(name)
                    return getattr(journal, name)

            service.journal = Watched()
            with pytest.raises(Refused):
                await submit(live, Move("jump"), 0)
            assert asked == []
            service.journal = journal
            assert await service.journal.head(live.stream) == head


async def test_who_waits_until_something_holds_is_woken_by_no_other_record():
    async with a_service() as service, trio.open_nursery() as nursery:
        id = await service.open(PILEON, {}, [ANNA], deal=7)
        async with service.table(id) as live:
            began, woken = live.table.seq, list[int]()

            async def wait() -> None:
                await live.wait_until(lambda: live.table.seq >= began + 2)
                woken.append(live.table.seq)

            nursery.start_soon(wait)
            await wait_all_tasks_blocked()
            await move(live)
            await wait_all_tasks_blocked()
            assert not woken
            await move(live)
            await wait_all_tasks_blocked()
            assert woken == [began + 2]


async def test_command_for_a_position_that_is_gone_is_not_decided():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT])
        async with service.table(id) as live:
            seen = live.table.seq
            await submit(live, Move("roll"), 0)
            stored = await service.journal.head(live.stream)
            with pytest.raises(MovedOn, match="moved on"):
                await submit(live, Move("1 right 2"), 0, seen)
            assert await service.journal.head(live.stream) == stored


async def test_bookmark_of_another_process_does_not_stop_a_move():
    async with two_services() as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            seen = theirs.table.seq
            await submit(mine, Mark("x"), 0)
            await submit(theirs, Move("roll"), 0, seen)
            assert theirs.table.turn == (0,)
            assert theirs.table.state.rolled


async def test_move_of_another_process_stops_a_move_though_it_was_not_heard_of():
    async with two_services() as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            stale = theirs.table, theirs.last
            await submit(mine, Move("roll"), 0)
            theirs.table, theirs.last = stale
            with pytest.raises(MovedOn):
                await submit(theirs, Move("roll"), 0)
            assert theirs.table.seq == await here.journal.head(mine.stream)


async def test_answer_to_an_old_question_answers_no_new_one():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT])
        async with service.table(id) as live:
            await move(live, 2)
            await submit(live, Undo(), 0)
            seen = live.table.seq
            await submit(live, Answer(yes=False), 1, seen)
            await submit(live, Undo(), 0)
            with pytest.raises(MovedOn):
                await submit(live, Answer(yes=True), 1, seen)


async def test_decision_whose_outcome_is_unknown_is_looked_for():
    """Whether the answer got lost after storing or before, the move is there exactly once."""
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA])
        journal, lost = service.journal, []

        async def append(*arguments: Any) -> int:
            lost.append(arguments)
            if len(lost) == 1:
                await journal.append(*arguments)
            if len(lost) <= 2:
                raise OutcomeUnknown("The connection ended.")
            return await journal.append(*arguments)

        service.journal = Changed(journal, append)
        async with service.table(id) as live:
            await move(live)
            assert live.table.now.plays == 1
            await move(live)
            assert live.table.now.plays == 2


async def test_decision_that_arrives_after_it_was_looked_for_is_there_once():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA])
        journal, tried = service.journal, []

        async def append(*arguments: Any) -> int:
            tried.append(arguments)
            if len(tried) == 1:
                raise OutcomeUnknown("The connection ended.")
            if len(tried) == 2:
                await journal.append(*tried[0])
            return await journal.append(*arguments)

        service.journal = Changed(journal, append)
        async with service.table(id) as live:
            await move(live)
            assert live.table.now.plays == 1
            assert len(tried) == 2


async def test_command_that_fails_because_of_a_name_is_not_stored():
    async with open_journal("memory:") as journal:
        flaky = Flaky(journal, "person/")
        async with open_service(flaky) as service:
            id = await service.open(ELIXIR, {}, [ANNA, None])
            async with service.table(id) as live:
                stored = await journal.head(live.stream)
                flaky.fails = True
                with pytest.raises(JournalError):
                    await service.sit(live, 1, BERT)
                assert await journal.head(live.stream) == live.table.seq == stored
                await service.sit(live, 1, BERT)
                assert live.table.begun


async def test_decision_that_cannot_be_folded_is_not_stored(monkeypatch):
    def broken(_table: Table, _recorded: object) -> Table:
        raise ValueError("a fault in the rules")

    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA], deal=7)
        async with service.table(id) as live:
            stored = live.table.seq
            monkeypatch.setattr("core.live.decision.evolve_all", broken)
            with pytest.raises(Damaged):
                await move(live)
            assert await service.journal.head(live.stream) == live.table.seq == stored
            monkeypatch.undo()
            await move(live)
            assert await service.journal.head(live.stream) == live.table.seq == stored + 1


async def test_table_hears_of_other_processes_again_after_a_read_has_failed(monkeypatch):
    monkeypatch.setattr("core.records.follower.RETRY_DELAY", 0.0)
    async with open_journal("memory:") as journal:
        flaky = Flaky(journal, "person/")
        async with open_service(journal) as here, open_service(flaky) as there:
            bert = await here.directory.create("Bert")
            id = await here.open(ELIXIR, {}, [ANNA, None])
            async with here.table(id) as mine, there.table(id) as theirs:
                flaky.fails = True
                await here.sit(mine, 1, Player(bert.id))
                with trio.fail_after(PATIENCE):
                    while theirs.table.seq < mine.table.seq:
                        await theirs.wait_moved()
                assert not flaky.fails
                assert theirs.names[1] == "Bert"
                assert there.in_play(id) is theirs


async def test_endless_conflict_ends_in_a_plain_sentence():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA])
        async with service.table(id) as live:

            async def append(stream: str, after: int, records: Any, *_: Any) -> int:
                raise Conflict(stream, after, after)

            service.journal = Changed(service.journal, append)
            with pytest.raises(Busy, match="try again"):
                await submit(live, Mark("x"), 0)


async def test_what_a_broken_screen_does_is_no_concern_of_the_others():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA])
        async with service.table(id) as live:
            heard = []

            def broken(*_: Any) -> None:
                raise ZeroDivisionError

            live.listeners["broken"] = broken
            live.listeners["whole"] = lambda _, news: heard.append(news)
            await move(live)
        assert len(heard) == 1


# A past that is not kept in memory.


async def test_long_past_is_let_go_of_and_there_again_when_it_is_wanted():
    async with a_service() as service:
        id = await service.open(MILLE, {}, [ANNA, COMP])
        async with service.table(id, attended=False) as live:
            start = live.table.state
            await move(live, 3 * LONGEST_PAST)
            assert live.table.is_shortened
            assert past_of(live.table) <= LONGEST_PAST
            seat = live.table.turn[0]
            before = live.table.state
            await submit(live, Undo(), seat)
            assert live.table.is_shortened  # the last move is at hand, so the stream need not be read again
            await submit(live, Redo(), seat)
            assert live.table.state == before
            while past_of(live.table) > 1 and live.table.is_shortened:
                await submit(live, Undo(), seat)
            await submit(live, Restart(), seat)
            assert live.table.state == start
            assert fold.verify(live.stream, await service.records(id)) == live.table


def past_of(table: Table) -> int:
    snapshot, count = table.now, 1
    while snapshot.previous is not None:
        snapshot, count = snapshot.previous, count + 1
    return count


async def test_takeback_of_another_process_reaches_a_table_that_has_let_go_of_its_past():
    async with two_services() as (here, there):
        id = await here.open(PILEON, {}, [ANNA], deal=7)
        async with here.table(id) as mine, there.table(id) as theirs:
            await submit(mine, Move("1 14 1"), 0)
            for _ in range(LONGEST_PAST):
                await submit(mine, Move("14 15 1"), 0)
                await submit(mine, Move("15 14 1"), 0)
            with trio.fail_after(PATIENCE):
                while theirs.table.seq < mine.table.seq:
                    await theirs.wait_moved()
            assert theirs.table.is_shortened
            await submit(mine, Restart(), 0)
            with trio.fail_after(PATIENCE):
                while theirs.table.seq < mine.table.seq:
                    await theirs.wait_moved()
            assert theirs.table == mine.table


async def test_computer_thinks_again_when_the_position_has_changed_under_it():
    """The computer's move is meant for the position it saw; a takeback in between leaves nothing of it."""
    async with a_service() as service:
        id = await service.open(MILLE, {}, [ANNA, COMP])
        async with service.table(id) as live:
            await submit(live, Move("p"), 0)
            await submit(live, Move(next(text for text in moves(live) if text.startswith("d "))), 0)
            while not live.table.undos:
                with suppress(MovedOn):  # The computer was quicker with its first card.
                    await submit(live, Undo(), 0)
            await until(live, lambda: live.table.turn == (0,))
        records = await service.records(id)
        assert fold.verify(live.stream, records).undos == 1


async def test_move_wakes_nobody_who_waits_for_somebody_to_sit_down():
    """What goes on beside each game would else cost more than the move itself."""
    woken: list[int] = []

    async def wait(live: LiveTable) -> None:
        while True:
            await live.wait_reseated()
            woken.append(live.table.seq)

    async with a_service() as service, trio.open_nursery() as nursery:
        id = await service.open(MILLE, {}, [ANNA, None])
        async with service.table(id) as live:
            nursery.start_soon(wait, live)
            await wait_all_tasks_blocked()
            await service.sit(live, 1, BERT)
            await until(live, lambda: live.table.begun)
            await wait_all_tasks_blocked()
            seated = list(woken)
            await move(live, 3)
            await wait_all_tasks_blocked()
            assert seated
            assert woken == seated
        nursery.cancel_scope.cancel()


async def test_nobody_acts_at_a_seat_whose_number_they_made_up():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT])
        async with service.table(id) as live:
            for seat, persons in ((0, {"bert"}), (1, set()), (1, {""}), (0, None), (2, {"anna"}), (-1, {"bert"})):
                with pytest.raises(Refused, match="is not yours"):
                    Actor(live, seat, persons)
            with pytest.raises(Refused, match="is not yours"):
                Actor(live, 0, {"carl"}, "carl")
            with pytest.raises(Refused, match="is not yours"):
                await live.say("bert", 0, "I am Anna")
            with pytest.raises(Refused, match="Only players at"):
                await live.submit(Move("roll"))
            await Actor(live, 0, {"anna"}).submit(Move("roll"))
            assert live.table.state.rolled
