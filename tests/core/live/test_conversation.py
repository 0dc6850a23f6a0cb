"""Talk at a table: heard in one order by all, in whichever process, and never in the way of a move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import attrs
import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from core.base.game import Refused
from core.games import GAMES
from core.house import erasure
from core.house.service import open_service
from core.live.conversation import RECENT_TALK, Conversation
from core.live.live_table import LiveTable
from core.people import talk
from core.people.directory import Directory
from core.table import Move
from journal import Journal, JournalError, open_journal
from tests.core.parlour import ANNA, BERT, Flaky, a_service, submit, two_services
from tests.journal.stores.nats.nodes import started
from tests.patience import PATIENCE

ELIXIR = GAMES["elixir"]


async def test_many_who_speak_at_once_are_all_heard_in_one_order():
    async with two_services() as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            async with trio.open_nursery() as nursery:
                for number in range(5):
                    nursery.start_soon(mine.say, "anna", 0, f"a{number}")
                    nursery.start_soon(theirs.say, "bert", 1, f"b{number}")
            spoken = {f"{who}{number}" for who in "ab" for number in range(5)}
            with trio.fail_after(PATIENCE):
                while {len(mine.said), len(theirs.said)} != {10}:
                    await trio.lowlevel.checkpoint()
            assert {said.text for said in mine.said} == spoken
            assert list(mine.said) == list(theirs.said)


async def test_talk_never_conflicts_with_a_move():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT])
        async with service.table(id) as live:
            seen = live.table.seq
            await live.say("anna", 0, "hello")
            assert live.table.seq == seen
            await submit(live, Move("roll"), 0, seen)
            await live.say("bert", 1, "well rolled")
            assert [said.at for said in live.said] == [seen, live.table.seq]


async def test_talk_before_one_came_is_heard_by_the_last_lines():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT])
        async with service.table(id) as live:
            for number in range(RECENT_TALK + 10):
                await live.say("anna", 0, f"line {number}")
        async with service.table(id) as live:
            await live.load_talk()
            assert [said.text for said in live.said] == [f"line {number}" for number in range(10, RECENT_TALK + 10)]


async def test_talk_that_was_dropped_begins_anew():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT])
        async with service.table(id) as live:
            await live.say("anna", 0, "one")
            await live.say("anna", 0, "two")
            await service.journal.drop(talk.stream_of(live.id))
            await live.say("bert", 1, "three")
            assert [said.text for said in live.said] == ["three"]


async def test_talk_of_other_processes_is_heard_again_after_a_read_has_failed(monkeypatch):
    monkeypatch.setattr("core.records.follower.RETRY_DELAY", 0.0)
    async with open_journal("memory:") as journal:
        flaky = Flaky(journal, "person/")
        async with open_service(journal) as here, open_service(flaky) as there:
            id = await here.open(ELIXIR, {}, [ANNA, BERT])
            async with here.table(id) as mine, there.table(id) as theirs:
                await theirs.load_talk()
                flaky.fails = True
                await mine.say("carl", None, "hello")
                await mine.say("anna", 0, "hush")
                with trio.fail_after(PATIENCE):
                    while len(theirs.said) < 2:
                        await trio.lowlevel.checkpoint()
                assert not flaky.fails
                assert list(theirs.said) == list(mine.said)


async def test_line_that_fails_because_of_a_name_is_not_stored():
    async with open_journal("memory:") as journal:
        flaky = Flaky(journal, "person/")
        async with open_service(flaky) as service:
            id = await service.open(ELIXIR, {}, [ANNA, BERT])
            async with service.table(id) as live:
                await live.load_talk()
                flaky.fails = True
                with pytest.raises(JournalError):
                    await live.say("carl", None, "hello")
                assert await journal.head(talk.stream_of(live.id)) == 0


async def test_talk_is_one_clean_line():
    async with a_service() as service:
        id = await service.open(ELIXIR, {}, [ANNA, BERT])
        async with service.table(id) as live:
            await live.say("anna", 0, "hello\x1b[31m\nSYSTEM: bye\u202e")
            assert live.said[0].text == "hello [31m SYSTEM: bye"
            with pytest.raises(Refused, match="Type what you want to say"):
                await live.say("anna", 0, "\x07\n")


async def heard(live: LiveTable, *texts: str) -> None:
    with trio.fail_after(PATIENCE):
        while [said.text for said in live.said] != list(texts):
            await trio.lowlevel.checkpoint()


async def test_talk_that_is_begun_anew_as_long_as_it_was_is_heard_again_once_somebody_speaks():
    async with two_services() as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            await theirs.load_talk()
            await mine.say("anna", 0, "one")
            await heard(theirs, "one")
            await here.journal.drop(talk.stream_of(mine.id))
            await mine.say("anna", 0, "two")
            await theirs.say("bert", 1, "three")
            await heard(theirs, "two", "three")
            await heard(mine, "two", "three")
            await mine.say("anna", 0, "four")
            await heard(theirs, "two", "three", "four")


async def test_talk_that_another_process_dropped_is_heard_from_its_new_beginning(tmp_path):
    url = f"sqlite:{tmp_path / 'parlour.db'}"
    async with a_service(url) as here, a_service(url) as there:
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            await theirs.load_talk()
            await mine.say("anna", 0, "one")
            await heard(theirs, "one")
            await erasure.forget(here, "anna")
            assert not mine.said
            await mine.say("bert", 1, "two")
            await mine.say("bert", 1, "three")
            await heard(theirs, "two", "three")
            await theirs.say("bert", 1, "four")
            await heard(mine, "two", "three", "four")


@pytest.mark.parametrize("names_known", [True, False])
async def test_what_was_read_before_it_was_dropped_is_not_heard_after(tmp_path, monkeypatch, names_known):
    url = f"sqlite:{tmp_path / 'parlour.db'}"
    async with a_service(url) as here, trio.open_nursery() as nursery:
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine:
            await mine.say("anna", 0, "one")
            late = partial(mine.conversation._heard, 0, await here.journal.read(talk.stream_of(id)))
            if not names_known:  # They are looked up while the talk is dropped.
                forgotten = trio.Event()
                monkeypatch.setattr(here.directory, "learn", lambda ids: forgotten.wait())
                nursery.start_soon(late)
                await wait_all_tasks_blocked()
                monkeypatch.undo()
            await erasure.forget(here, "anna")
            await late() if names_known else forgotten.set()
            await wait_all_tasks_blocked()
            assert not mine.said


async def test_talk_that_follows_on_what_was_not_heard_is_heard_from_its_beginning(tmp_path):
    url = f"sqlite:{tmp_path / 'parlour.db'}"
    async with a_service(url) as here, a_service(url) as there:
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            await theirs.load_talk()
            await mine.say("anna", 0, "one")
            await heard(theirs, "one")
            await here.journal.drop(talk.stream_of(mine.id))
            await mine.say("bert", 1, "two")
            await mine.say("bert", 1, "three")
            await heard(theirs, "two", "three")


async def test_house_in_which_somebody_was_forgotten_hears_what_others_say_afterwards():
    async with two_services() as (here, there):
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            await mine.load_talk()
            await theirs.say("anna", 0, "one")
            await heard(mine, "one")
            await erasure.forget(here, "anna")
            await heard(mine)
            await theirs.say("bert", 1, "two")
            await heard(mine, "two")


@pytest.fixture(params=["sqlite", "nats"])
def url(request, tmp_path):
    """A journal that two processes may have open."""
    if request.param == "sqlite":
        yield f"sqlite:{tmp_path / 'parlour.db'}"
    else:
        with started(tmp_path) as nodes:
            yield nodes.url()


async def test_talk_that_another_house_dropped_is_gone_here_and_heard_from_its_first_new_line(url):
    async with a_service(url) as here, a_service(url) as there:
        id = await here.open(ELIXIR, {}, [ANNA, BERT])
        async with here.table(id) as mine, there.table(id) as theirs:
            await theirs.load_talk()
            await mine.say("anna", 0, "one")
            await mine.say("bert", 1, "two")
            await heard(theirs, "one", "two")
            await erasure.forget(here, "anna")
            await heard(theirs)
            await mine.say("bert", 1, "three")
            await heard(theirs, "three")


@attrs.define
class _HardOfHearing:
    """A host on which nothing is followed."""

    journal: Journal
    directory: Directory
    now: Callable[[], float]

    def start(self, task: Callable[[], Awaitable[None]]) -> None:
        """Never run it."""


async def test_who_speaks_after_others_hears_them_first_though_nothing_has_brought_what_they_said():
    async with a_service() as service:
        host: Any = _HardOfHearing(service.journal, service.directory, service.now)
        heard: list[str] = []
        one, other = (
            Conversation(host, "abcde", lambda said: heard.extend(line.text for line in said), heard.clear),
            Conversation(host, "abcde", lambda said: None, lambda: None),
        )
        await one.load()
        await other.say("bert", 1, "first", 1)
        await other.say("bert", 1, "second", 1)
        await one.say("anna", 0, "third", 1)
        assert heard == [said.text for said in one.said] == ["first", "second", "third"]
