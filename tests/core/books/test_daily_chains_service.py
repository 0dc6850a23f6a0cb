"""The sealed days of a journal: the same in every house on it, revealed when they begin, and never before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
import trio

from core.base.durations import DAY, HOUR
from core.base.game import Refused
from core.books import daily_chains
from core.books.daily_chains import DAYS, STREAM, DayRevealed, DaysSealed
from core.books.daily_chains_service import DailyChains, chains_of
from core.games.deals.daily import daily_deal
from core.records import codec, owned_stream
from journal import Damaged, Draft, Journal, OutcomeUnknown, Record, open_journal, seal
from journal.stores.memory import MemoryJournal
from tests.clock import BEGIN


class Clock:
    """Time that a test sets."""

    now = BEGIN

    def __call__(self) -> float:
        return self.now


async def events(journal: Journal) -> list[object]:
    return list(await owned_stream.events_of(journal, STREAM))


async def test_without_a_chain_every_day_goes_by_the_open_formula_and_nothing_is_written():
    journal = MemoryJournal()
    days = DailyChains(journal, Clock())
    assert await days.day(days.today) is None
    assert await days.numbers("pileon", [days.today]) == {days.today: daily_deal("pileon", days.today)}
    assert await days.published() == ()
    assert await journal.head(STREAM) == 0


async def test_chain_is_made_once_and_begins_on_the_next_day():
    journal, clock = MemoryJournal(), Clock()
    days = DailyChains(journal, clock)
    await days.seal()
    await days.seal()
    (made,) = await events(journal)
    assert isinstance(made, DaysSealed)
    assert (made.days, made.first) == (DAYS, (days.today + timedelta(1)).isoformat())
    (published,) = await days.published()
    assert (published.beacon, published.first.isoformat()) == (made.beacon, made.first)
    assert await days.day(days.today) is None


async def test_day_is_revealed_once_when_it_has_begun_and_by_whichever_house():
    journal, clock = MemoryJournal(), Clock()
    here, there = DailyChains(journal, clock), DailyChains(journal, clock)
    await here.seal()
    clock.now += DAY
    found = [await house.day(house.today) for house in (here, there, here)]
    _, *revealed = await events(journal)
    assert found[0] is not None
    assert found == [found[0]] * 3
    assert revealed == [DayRevealed(found[0].day, found[0].secret)]


async def test_nobody_is_told_of_a_day_to_come():
    clock = Clock()
    days = DailyChains(MemoryJournal(), clock)
    await days.seal()
    tomorrow = days.today + timedelta(1)
    with pytest.raises(Refused, match=f"{tomorrow} is sealed"):
        await days.day(tomorrow)
    with pytest.raises(Refused, match=f"{tomorrow} is sealed"):
        await days.numbers("pileon", [days.today, tomorrow])
    clock.now += DAY
    assert await days.day(tomorrow) is not None


async def test_clock_that_was_set_back_gives_the_same_days_again():
    journal, clock = MemoryJournal(), Clock()
    days = DailyChains(journal, clock)
    await days.seal()
    numbers: dict[int, dict[date, int]] = {}
    for now in (1, 2, 3, 2, 1, 3):
        clock.now = BEGIN + now * DAY
        house = DailyChains(journal, clock)
        found = await house.numbers("pileon", [house.today])
        await house.day(house.today)
        assert found == numbers.setdefault(now, found)
    assert len([one for one in await events(journal) if isinstance(one, DayRevealed)]) == 3


async def test_days_on_which_no_house_was_open_have_their_numbers_all_the_same():
    journal, clock = MemoryJournal(), Clock()
    days = DailyChains(journal, clock)
    await days.seal()
    clock.now += 40 * DAY
    missed = days.today - timedelta(30)
    sealed = await days.day(missed)
    assert sealed is not None
    assert await days.numbers("wood", [missed]) == {missed: daily_deal("wood", missed, sealed.secret)}
    assert len(await events(journal)) == 1


async def test_next_chain_is_published_before_the_last_one_ends():
    journal, clock = MemoryJournal(), Clock()
    days = DailyChains(journal, clock)
    await days.seal()
    clock.now += (DAYS - 20) * DAY
    await days.seal()
    first, second = await days.published()
    assert second.first == first.last + timedelta(1)
    clock.now += 21 * DAY
    found = await days.day(days.today)
    assert found is not None
    assert found.beacon == second.beacon


async def test_after_a_leak_the_days_to_come_have_another_secret_and_those_before_stay():
    journal, clock = MemoryJournal(), Clock()
    days, elsewhere = DailyChains(journal, clock), DailyChains(journal, clock)
    await days.seal()
    clock.now += 5 * DAY
    today, before = days.today, await days.day(days.today)
    leaked = await chains_of(journal)
    made = await days.seal_anew()
    assert made.first == today + timedelta(1)
    assert (await days.published())[-1] == made
    assert await days.day(today) == before
    assert await days.day(today - timedelta(2)) == leaked.of(today - timedelta(2))
    clock.now += DAY
    for house in (days, elsewhere):
        found, known = await house.day(house.today), leaked.of(house.today)
        assert found is not None
        assert known is not None
        assert found.beacon == made.beacon
        assert found.secret != known.secret
    chains = await chains_of(journal)
    assert all(chains.has(one) for one in (before, found) if one)


async def test_chain_that_is_made_because_of_a_leak_is_made_once_however_many_houses_append():
    journal, clock = MemoryJournal(), Clock()
    here, there = DailyChains(journal, clock), DailyChains(journal, clock)
    await here.seal()
    await there.seal_anew()
    clock.now += DAY
    await there.day(there.today)
    await here.seal_anew()  # which knew only the first record
    assert len([event for event in await events(journal) if isinstance(event, DaysSealed)]) == 3


async def test_houses_that_make_a_chain_at_once_go_by_one():
    journal, clock = MemoryJournal(), Clock()
    houses = [DailyChains(journal, clock) for _ in range(3)]
    async with trio.open_nursery() as nursery:
        for house in houses:
            nursery.start_soon(house.seal)
    clock.now += DAY
    async with trio.open_nursery() as nursery:
        for house in houses:
            nursery.start_soon(house.day, house.today)
    found = {await house.day(house.today) for house in houses}
    assert len(found) == 1
    assert [type(one) for one in await events(journal)] == [DaysSealed, DayRevealed]


async def test_restored_backup_and_a_copy_deal_the_same(tmp_path):
    clock = Clock()
    async with open_journal(f"sqlite:{tmp_path / 'a.db'}") as journal, open_journal("memory:") as copy:
        days = DailyChains(journal, clock)
        await days.seal()
        await copy.append(STREAM, 0, await journal.read(STREAM))
        clock.now += 5 * DAY
        assert await days.day(days.today) == await DailyChains(copy, clock).day(days.today)


async def test_house_keeps_its_days_sealed_and_revealed_as_they_begin(autojump_clock):
    journal = MemoryJournal()
    days = DailyChains(journal, lambda: BEGIN + trio.current_time())
    with trio.move_on_after(3 * DAY):
        await days.keep_sealed()
    made, *revealed = await events(journal)
    assert isinstance(made, DaysSealed)
    assert len(revealed) == 3


class Unsure(MemoryJournal):
    """A journal that stores, and does not say so."""

    async def append(self, stream: str, after: int, records: Sequence[Record], *known: Any) -> int:
        await super().append(stream, after, records, *known)
        raise OutcomeUnknown("The connection ended.")


async def test_chain_of_which_it_is_not_known_whether_it_is_stored_is_not_made_twice():
    journal = Unsure()
    days = DailyChains(journal, Clock())
    with pytest.raises(OutcomeUnknown):
        await days.seal()
    await days.seal()
    assert len(await events(journal)) == 1


async def test_damaged_stream_is_said_to_be_so():
    journal = MemoryJournal()
    wrong = Draft("daily.revealed", {"day": "2026-11-27", "secret": "00" * 32})
    await journal.append(STREAM, 0, seal(None, [wrong], codec.time_text(BEGIN)))
    for ask in (partial(chains_of, journal), DailyChains(journal, Clock()).published):
        with pytest.raises(Damaged):
            await ask()


def test_chain_is_announced_longer_before_than_clocks_of_houses_differ():
    assert daily_chains.NOTICE >= HOUR
