"""The service: tables opened, seated and begun on a journal, by any number of services."""

from __future__ import annotations

import gc
import weakref

import pytest
import trio

from core.base.chance import commitment
from core.base.game import Refused, check_options
from core.games import GAMES
from core.house.service import Service, open_service
from core.people.talk import quoted
from core.records import fold
from core.table import Begun, Move, Resign, Undo
from core.table.opening import Player
from journal import JournalError, OutcomeUnknown, open_journal
from tests.core.parlour import ANNA, BERT, Changed, a_service, move, submit, two_services
from tests.patience import PATIENCE

MILLE, ELIXIR, PILEON = GAMES["mille"], GAMES["elixir"], GAMES["pileon"]
OLD_SEED = bytes(range(32))
"""Promised to somebody before there were books."""


async def test_opened_table_is_seated_and_journaled():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, None])
        async with service.table(id) as live:
            assert [chair.person for chair in live.table.chairs] == ["anna", ""]
            assert not live.table.begun
        assert fold.verify(f"table/{id}", await service.records(id)).id == id


async def test_game_begins_with_the_last_seat_in_a_decision_of_its_own():
    async with a_service() as service:
        id = await service.open(MILLE, {}, [ANNA, None])
        async with service.table(id) as live:
            await service.sit(live, 1, BERT)
            assert live.table.begun
        kinds = [(record.kind, bool(record.raw_play)) for record in await service.records(id)]
        assert kinds == [
            ("table.opened", True), ("table.seated", True), ("table.seated", True),
            ("table.begun", True), ("mille.dealt", False),
        ]  # fmt: skip


async def test_game_whose_beginning_was_interrupted_begins_when_somebody_comes():
    """The house was killed after the last seat was taken and before the deal."""
    async with open_journal("memory:") as journal:
        async with a_service() as service:
            id = await service.open(MILLE, {}, [ANNA, BERT])
            records = await service.records(id)
        begun = next(record.seq for record in records if record.kind == "table.begun")
        await journal.append(f"table/{id}", 0, records[: begun - 1])
        async with open_service(journal) as service, service.table(id) as live:
            with trio.fail_after(PATIENCE):
                while not live.table.begun:
                    await live.wait_moved()
            assert live.table.turn == (0,)


async def test_two_who_take_the_last_seat_at_once_begin_the_game_once():
    async with two_services() as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, None])
        answers: list[str] = []

        async def take(service: Service, person: str) -> None:
            async with service.table(id) as live:
                try:
                    await service.sit(live, 1, Player(person))
                    answers.append("")
                except Refused as refused:
                    answers.append(str(refused))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(take, here, "bert")
            nursery.start_soon(take, there, "carl")
        assert sorted(answers) == ["", "That seat is taken."]
        records = await here.records(id)
        assert [record.kind for record in records].count("table.begun") == 1


async def test_promised_seed_goes_to_the_persons_next_table_and_to_no_other():
    async with a_service() as service:
        anna = await service.directory.create("Anna")
        await service.directory.promise_again(anna.id, OLD_SEED)
        promised = await service.directory.promise(anna.id)
        tables = [await service.open(MILLE, {}, [Player(anna.id), BERT]) for _ in range(2)]
        shown = []
        for id in tables:
            async with service.table(id) as live:
                shown.append(commitment(live.table.setup.house_seed))
        assert shown[0] == promised
        assert shown[1] != promised
        assert await service.directory.promise(anna.id) == ""


@pytest.mark.parametrize(
    ("options", "luck", "more"),
    [({"variant": "foo"}, "", {}), ({}, "x" * 101, {}), ({}, "", {"deal": 7}), ({}, "two\nlines", {})],
)
async def test_promise_survives_an_order_that_is_refused(options, luck, more):
    async with a_service() as service:
        anna = await service.directory.create("Anna")
        await service.directory.promise_again(anna.id, OLD_SEED)
        promised = await service.directory.promise(anna.id)
        with pytest.raises(Refused):
            await service.open(MILLE, options, [Player(anna.id, luck=luck), BERT], **more)
        assert await service.directory.promise(anna.id) == promised
        assert not (await service.journal.streams("table/")).summaries


async def opened_where_it_fails(service, error):
    """What Anna is promised before and after a table could not be stored, once."""
    anna, journal = await service.directory.create("Anna"), service.journal
    await service.directory.promise_again(anna.id, OLD_SEED)
    promised = await service.directory.promise(anna.id)

    async def append(stream, after, records, *known):
        if stream.startswith("table/"):
            raise error
        return await journal.append(stream, after, records, *known)

    service.journal = Changed(journal, append)
    with pytest.raises(type(error)):
        await service.open(MILLE, {}, [Player(anna.id), BERT])
    service.journal = journal
    return promised, await service.directory.promise(anna.id)


async def test_promise_survives_a_table_that_could_not_be_stored():
    async with a_service() as service:
        before, after = await opened_where_it_fails(service, JournalError("The disk is full."))
        assert before == after


async def test_seed_of_a_table_that_may_be_stored_is_not_promised_again():
    async with a_service() as service:
        before, after = await opened_where_it_fails(service, OutcomeUnknown("The answer was lost."))
        assert before != after


async def test_unknown_table_and_unknown_options_are_refused():
    async with a_service() as service:
        with pytest.raises(Refused, match="There is no table nowhere"):
            async with service.table("nowhere"):
                pass
    with pytest.raises(Refused, match="has no option"):
        check_options(PILEON, {"colour": "red"})
    with pytest.raises(Refused, match='variant cannot be "nothing"; choose terrace'):
        check_options(GAMES["terrace"], {"variant": "nothing"})


async def test_tables_that_are_not_there_leave_nothing_behind():
    async with a_service() as service:
        for number in range(200):
            with pytest.raises(Refused):
                async with service.table(f"no{number}"):
                    pass
        assert not service._opening


@pytest.mark.parametrize("name", ["mille", "elixir"])
async def test_number_of_a_deal_is_refused_where_deals_have_none(name):
    async with a_service() as service:
        with pytest.raises(Refused, match="has no numbered deals"):
            await service.open(GAMES[name], {}, [ANNA, BERT], deal=5)


async def test_numbered_deal_is_the_same_for_everybody():
    async with a_service() as service:
        states = []
        for person in (ANNA, Player("bert", luck="Luck changes nothing")):
            id = await service.open(PILEON, {}, [person], deal=12345)
            async with service.table(id) as live:
                states.append(live.table.state)
                await move(live)
                await submit(live, Undo(), 0)
        assert states[0] == states[1]


async def test_two_services_on_one_journal_behave_like_one():
    async with two_services() as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            await submit(mine, Move("roll"), 0)
            with trio.fail_after(PATIENCE):
                while theirs.table.seq < mine.table.seq:
                    await theirs.wait_moved()
            assert theirs.table.state == mine.table.state


async def test_table_that_was_opened_is_still_in_play_when_its_opener_goes_there():
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA])
        opened = service.in_play(id)
        async with service.table(id) as live:
            assert live is opened


async def test_table_nobody_uses_is_let_go(monkeypatch):
    monkeypatch.setattr("core.house.service.GOING_THERE", 0.0)
    async with a_service() as service:
        id = await service.open(PILEON, {}, [ANNA])
        with trio.fail_after(PATIENCE):
            while service.in_play(id):
                await trio.lowlevel.checkpoint()
        async with service.table(id) as live, service.table(id) as same:
            assert live is same
        async with service.table(id) as again:
            assert again is not live


async def test_those_at_a_table_keep_their_names_however_many_others_come(monkeypatch):
    monkeypatch.setattr("core.people.directory.KNOWN", 4)
    async with a_service() as service:
        anna, bert, carl = [await service.directory.create(name) for name in ("Anna", "Bert", "Carl")]
        id = await service.open(ELIXIR, {}, [Player(anna.id), Player(bert.id)])
        async with service.table(id, attended=False) as live:
            await live.say(carl.id, None, "hello")
            for number in range(20):
                last = await service.directory.create(f"Guest {number}")
            await service.rename(last.id, "Dora")
            assert live.names == ("Anna", "Bert")
            assert [live.quote(said) for said in live.said] == [quoted("Carl", "hello")]


async def test_begun_is_said_once_to_those_who_listen():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, None])
        async with service.table(id) as live:
            heard: list[object] = []
            live.listeners["test"] = lambda _, news: heard.extend(news.events)
            await service.sit(live, 1, BERT)
            await submit(live, Resign(), 0)
        assert heard.count(Begun()) == 1


async def test_table_is_let_go_of_when_the_last_has_left_and_not_by_the_garbage_collector() -> None:
    """Of a long game it would keep megabytes, and there may be many before the collector looks."""
    async with a_service() as service:
        id = await service.open(MILLE, {}, [ANNA, BERT])
        gc.disable()
        try:
            async with service.table(id) as live:
                await live.load_talk()
                await live.say("anna", 0, "hello")
                kept = weakref.ref(live)
            del live
            with trio.fail_after(PATIENCE):
                while kept() is not None:
                    await trio.sleep(0.01)
        finally:
            gc.enable()
