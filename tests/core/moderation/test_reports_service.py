"""Reports as they are written and read: in order, until they are settled, with the talk of that time."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.moderation.reports_service import AFTER, BEFORE, MOST_AROUND, MOST_REMEMBERED, Reports
from core.people.talk import Said, stream_of
from core.records import owned_stream
from journal.stores.memory import MemoryJournal


class Clock:
    """Time that a test sets."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


async def test_reports_wait_in_order_until_they_are_settled() -> None:
    reports = Reports(MemoryJournal(), Clock())
    for text in ("one", "two", "three"):
        await reports.make("anna", "bert", "", text, ())
    await reports.settle(2, "shell:root")
    waiting = await reports.unsettled()
    assert [(report.number, report.reported.text) for report in waiting] == [(1, "one"), (3, "three")]
    for number in (2, 4, 9):
        with pytest.raises(Refused, match="is not open"):
            await reports.settle(number, "shell:root")


async def test_talk_around_a_report_is_that_of_its_time_and_of_no_other_stream() -> None:
    journal, clock = MemoryJournal(), Clock()
    reports = Reports(journal, clock)

    async def say(text: str) -> None:
        await owned_stream.change(journal, clock, stream_of("t1"), lambda _: [Said("bert", 0, text, 1)])

    await say("long before")
    clock.now += BEFORE + 1
    for number in range(MOST_AROUND):
        await say(f"before {number}")
    await reports.make("anna", "bert", "t1", "shouts", ())
    clock.now += AFTER
    await say("after")
    clock.now += 1
    await say("long after")
    (report,) = await reports.unsettled()
    around = [line.text for line in await reports.talk_around(report)]
    assert around == [*(f"before {number}" for number in range(1, MOST_AROUND)), "after"]
    await journal.drop(stream_of("t1"))
    assert await reports.talk_around(report) == ()
    await say("begun anew")
    assert await reports.talk_around(report) == ()


async def test_what_reporters_heard_is_remembered_of_the_last_reports_only() -> None:
    reports = Reports(MemoryJournal(), Clock())
    for number in range(MOST_REMEMBERED + 1):
        await reports.make("anna", "bert", "", "shouts", (f"<Bert> {number}",))
    first, *_, last = await reports.unsettled()
    assert reports.heard(first) == ()
    assert reports.heard(last) == (f"<Bert> {MOST_REMEMBERED}",)
