"""Who is who: persons, names, codes and promises in the journal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio

from core.base.chance import commitment
from core.base.game import Refused
from core.base.message import SOMEBODY
from core.people import directory as directories
from core.people.directory import Directory, code_of, draw_secret, is_like_code, read_code
from core.people.persons import Person, digest_of
from journal import JournalError, open_journal
from journal.api import Journal
from tests.core.parlour import Changed, Flaky


@pytest.fixture
async def journal():
    async with open_journal("memory:") as opened:
        yield opened


def directory(journal: Journal, now: float = 1_790_000_000.0) -> Directory:
    return Directory(journal, lambda: now)


async def test_guest_comes_back_with_the_secret_and_the_journal_keeps_its_digest_only(journal):
    secret = draw_secret()
    anna = await directory(journal).create("Anna", secret)
    found = await directory(journal).person(anna.id)
    assert found.name == "Anna"
    assert found.has_secret(secret)
    assert not found.has_secret(draw_secret())
    assert not found.has_secret("")
    stored = b"".join(record.line for record in await journal.read(f"person/{anna.id}"))
    assert secret.encode() not in stored
    assert digest_of(secret).encode() in stored


async def test_person_without_a_secret_is_nobody_elses():
    assert not Person("x", "Anna").has_secret("")


def test_code_can_be_read_however_it_was_typed():
    secret = draw_secret()
    code = code_of("abcde", secret)
    assert len(code) == len("abcde-") + 15
    for typed in (code, f"  {code.upper()} ", code.replace("-", " - ")):
        table, found = read_code(typed)
        assert (table.strip(), found) == ("abcde", secret)


async def test_owner_is_the_same_whatever_the_login_name_is(journal):
    first = await directory(journal).owner("anna")
    second = await directory(journal).owner("root")
    assert first.name == "anna"
    assert second == first
    assert await directory(journal).find_owner() == first.id


async def test_owners_of_two_journals_are_two_persons(journal):
    async with open_journal("memory:") as other:
        assert (await directory(journal).owner("anna")).id != (await directory(other).owner("anna")).id


async def test_owner_whom_two_find_missing_at_once_is_one_person(journal):
    found = []

    async def ask() -> None:
        found.append((await directory(journal).owner("anna")).id)

    async with trio.open_nursery() as nursery:
        for _ in range(5):
            nursery.start_soon(ask)
    assert len(set(found)) == 1
    assert [summary.stream for summary in (await journal.streams("person/")).summaries] == [f"person/{found[0]}"]


async def test_name_belongs_to_one_person_however_it_is_written(journal):
    anna = await directory(journal).holder("Anna")
    for same in ("anna", "ANNA", "An-na", "\uff21nna"):
        assert (await directory(journal).holder(same)).id == anna.id
    assert (await directory(journal).holder("Annabel")).id != anna.id


async def test_name_of_the_owner_means_the_owner(journal):
    owner = await directory(journal).owner("Anna")
    assert await directory(journal).holder("anna") == owner


async def test_name_that_two_want_at_once_goes_to_one_of_them(journal):
    found = []

    async def ask() -> None:
        found.append((await directory(journal).holder("Anna")).id)

    async with trio.open_nursery() as nursery:
        for _ in range(5):
            nursery.start_soon(ask)
    assert len(set(found)) == 1
    people = [summary.stream for summary in (await journal.streams("person/")).summaries]
    assert people == [f"person/{found[0]}"]


async def test_renamed_person_keeps_the_id(journal):
    people = directory(journal)
    anna = await people.create("Anna")
    await people.rename(anna.id, "Bea")
    assert people.name(anna.id) == "Bea"
    assert (await directory(journal).person(anna.id)).name == "Bea"


async def test_name_changed_elsewhere_is_learned_after_a_while(journal, monkeypatch):
    here = directory(journal)
    anna = await here.create("Anna")
    await directory(journal).rename(anna.id, "Bea")
    await here.learn([anna.id])
    assert here.name(anna.id) == "Anna"
    monkeypatch.setattr(directories, "FRESH", -1.0)
    await here.learn([anna.id])
    assert here.name(anna.id) == "Bea"


class Late:
    """Lets what a call of the journal answered be known when the test says so; later calls are answered at once."""

    def __init__(self, call: Callable[..., Awaitable[Any]]) -> None:
        self._call = call
        self.is_done, self.is_answered = trio.Event(), trio.Event()

    async def __call__(self, *arguments: Any) -> Any:
        answer = await self._call(*arguments)
        if not self.is_done.is_set():
            self.is_done.set()
            await self.is_answered.wait()
        return answer


async def renamed(people: Directory, id: str) -> str:
    return (await people.rename(id, "Bea")).name


async def forgotten(people: Directory, id: str) -> str:
    await people.forget(id)
    return SOMEBODY


@pytest.mark.parametrize("change", [renamed, forgotten])
async def test_late_answer_brings_no_old_name_back(journal, change):
    anna = await directory(journal).create("Anna")
    read = Late(journal.read)
    people = directory(Changed(journal, read=read))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(people.person, anna.id)
        await read.is_done.wait()
        name = await change(people, anna.id)
        read.is_answered.set()
    assert people.name(anna.id) == name


async def test_of_two_changes_the_last_holds_though_it_was_heard_of_first(journal):
    anna = await directory(journal).create("Anna")
    append = Late(journal.append)
    people = directory(Changed(journal, append))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(people.rename, anna.id, "Anne")
        await append.is_done.wait()
        await people.rename(anna.id, "Bea")
        append.is_answered.set()
    assert people.name(anna.id) == "Bea"


async def test_person_who_was_forgotten_elsewhere_is_somebody_after_a_while(journal, monkeypatch):
    here = directory(journal)
    anna = await here.create("Anna")
    await directory(journal).forget(anna.id)
    monkeypatch.setattr(directories, "FRESH", -1.0)
    await here.learn([anna.id])
    assert here.name(anna.id) == SOMEBODY


async def test_what_is_known_of_somebody_is_not_read_again(journal):
    anna = await directory(journal).create("Anna")
    read = []

    async def counting(*arguments: Any) -> Any:
        found = await journal.read(*arguments)
        read.extend(found)
        return found

    people, elsewhere = directory(Changed(journal, read=counting)), directory(journal)
    for value in map(str, range(600)):  # so many that they are read in more than one part
        await elsewhere.prefer(anna.id, "colour", value)
    assert await people.person(anna.id) == await directory(journal).person(anna.id)
    read.clear()
    await directory(journal).rename(anna.id, "Bea")
    assert (await people.person(anna.id)).name == "Bea"
    assert len(read) <= 2


@pytest.mark.parametrize("changes", [0, 1, 199, 200, 600])
async def test_person_who_was_forgotten_and_brought_in_anew_elsewhere_is_known_as_they_are_now(journal, changes):
    here, there = directory(journal), directory(journal)
    anna = await here.create("Anna")
    for value in map(str, range(200)):
        await here.prefer(anna.id, "colour", value)
    await there.forget(anna.id)
    await there.introduce(anna.id, "Bea")
    for value in map(str, range(changes)):
        await there.prefer(anna.id, "language", value)
    assert await here.person(anna.id) == await directory(journal).person(anna.id)


async def test_those_of_whom_nothing_was_asked_for_long_are_let_go_of_unless_they_are_at_a_table(journal, monkeypatch):
    monkeypatch.setattr(directories, "KNOWN", 4)
    at_tables: list[str] = []
    people = Directory(journal, lambda: 0.0, lambda: at_tables)
    anna, bert = await people.create("Anna"), await people.create("Bert")
    at_tables.append(anna.id)
    others = []
    for number in range(20):
        others.append((await people.create(f"Guest {number}")).id)
        await people.learn([bert.id])
    names = [people.name(id) for id in others]
    assert (people.name(anna.id), people.name(bert.id), names[-1]) == ("Anna", "Bert", "Guest 19")
    assert len(names) - names.count(SOMEBODY) < 4


async def test_name_that_cannot_be_read_again_stays_and_one_that_never_was_is_asked_for_again(journal, monkeypatch):
    flaky = Flaky(journal, "person/")
    people = directory(flaky)
    anna, bert = await people.create("Anna"), await directory(journal).create("Bert")
    monkeypatch.setattr(directories, "FRESH", -1.0)
    flaky.fails = True
    await people.learn([anna.id])
    assert people.name(anna.id) == "Anna"
    flaky.fails = True
    with pytest.raises(JournalError):
        await people.learn([bert.id])
    await people.learn([bert.id])
    assert people.name(bert.id) == "Bert"


async def test_unknown_and_forgotten_persons_are_somebody(journal):
    people = directory(journal)
    await people.learn(["nobody"])
    assert people.name("nobody") == SOMEBODY
    anna = await people.holder("Anna")
    await people.forget(anna.id)
    assert people.name(anna.id) == SOMEBODY
    assert (await people.person(anna.id)).name == SOMEBODY
    assert (await people.holder("Anna")).id != anna.id


async def test_promise_of_before_books_is_kept_until_it_is_used_also_across_a_restart(journal):
    anna = await directory(journal).create("Anna")
    assert await directory(journal).promise(anna.id) == ""
    await directory(journal).promise_again(anna.id, bytes(range(32)))
    assert await directory(journal).promise(anna.id) == commitment(bytes(range(32)))
    assert await directory(journal).take_promised(anna.id) == bytes(range(32))
    assert await directory(journal).take_promised(anna.id) == b""
    assert await directory(journal).promise(anna.id) == ""


async def test_password_takes_the_place_of_a_code(journal):
    people, secret = directory(journal), draw_secret()
    anna = await people.create("Anna", secret)
    assert (anna.is_guest, anna.shown_name) == (True, "~Anna")
    registered = await people.register(anna.id, "Anna", "digest")
    assert (registered.is_guest, registered.shown_name, registered.password) == (False, "Anna", "digest")
    assert not registered.has_secret(secret)
    assert await people.find_holder("ANNA") == anna.id


async def test_name_that_was_claimed_meanwhile_cannot_be_registered(journal):
    people = directory(journal)
    anna, other = await people.create("Anna", draw_secret()), await people.create("Anna", draw_secret())
    await people.register(anna.id, "Anna", "digest")
    with pytest.raises(Refused):
        await people.register(other.id, "anna", "digest")
    assert (await people.person(other.id)).is_guest


async def test_renamed_holder_lets_go_of_the_old_name_and_cannot_take_anothers(journal):
    people = directory(journal)
    anna, bert = await people.holder("Anna"), await people.holder("Bert")
    with pytest.raises(Refused):
        await people.rename(anna.id, "Bert")
    await people.rename(anna.id, "Carla")
    assert await people.find_holder("Anna") is None
    assert await people.find_holder("Carla") == anna.id
    assert await people.find_holder("Bert") == bert.id
    await people.rename(anna.id, "CARLA")
    assert await people.find_holder("carla") == anna.id


async def test_preferences_and_lessons_are_kept_and_written_once(journal):
    people = directory(journal)
    anna = await people.holder("Anna")
    await people.prefer(anna.id, "colour", "off")
    await people.note_lesson(anna.id, "mille", 2)
    seq = (await people.person(anna.id)).seq
    await people.prefer(anna.id, "colour", "off")
    known = await people.note_lesson(anna.id, "mille", 1)
    assert (known.preferences, known.lessons, known.seq) == ((("colour", "off"),), (("mille", 2),), seq)
    assert (await people.prefer(anna.id, "colour", "on")).preferences == (("colour", "on"),)


async def test_nothing_is_written_for_somebody_who_is_forgotten_elsewhere_meanwhile(journal):
    anna = await directory(journal).create("Anna")
    reads = []

    async def read(stream: str, *arguments: Any) -> Any:
        reads.append(stream)
        if len(reads) == 2:
            await journal.drop(stream)
        return await journal.read(stream, *arguments)

    with pytest.raises(Refused, match="no longer exists here"):
        await directory(Changed(journal, read=read)).prefer(anna.id, "language", "fr")
    assert await journal.head(f"person/{anna.id}") == 0


async def test_nothing_is_written_for_somebody_who_was_forgotten(journal):
    people = directory(journal)
    anna = await people.holder("Anna")
    await people.forget(anna.id)
    for change in (people.prefer(anna.id, "colour", "off"), people.set_password(anna.id, "digest")):
        with pytest.raises(Refused):
            await change
    assert await journal.head(f"person/{anna.id}") == 0


@pytest.mark.parametrize("typed", ["k3f9q-7hxm-2vbd-p4wtz", "K3F9Q 7HXM-2VBD-P4WTZ", "k3f9q-7hxm-2vbd"])
def test_what_is_like_a_code_is_meant_as_one(typed):
    assert is_like_code(typed)


@pytest.mark.parametrize("typed", ["Anna", "k3f9q", "Anna-Marie", "k3f9q7hxm2vbdp4wtz"])
def test_what_is_not_is_not(typed):
    assert not is_like_code(typed)
