"""The reports of a journal, with the talk around them: the service's half of `reports`.

Of what was said in the lobby the house remembers what the reporter heard, until it is closed.
"""

from collections.abc import Callable

import attrs

from core.base.game import Refused
from core.base.recent import Recent
from core.moderation.reports import STREAM, Report, Reported, Settled
from core.people import talk
from core.records import fold, owned_stream
from journal import Damaged, Journal

MOST_REMEMBERED = 100
"""Reports of which it is remembered what the reporter had heard."""
MOST_AROUND = 12
"""Lines of talk that are shown with a report."""
BEFORE, AFTER = 900.0, 120.0
"""Seconds around a report in which talk belongs to it."""
_READ = 200
"""Records of talk in which those lines are looked for."""


@attrs.define
class Reports:
    """The reports of a journal."""

    _journal: Journal
    _now: Callable[[], float]
    _heard: Recent[int, tuple[str, ...]] = attrs.field(factory=lambda: Recent(MOST_REMEMBERED))

    async def make(self, by: str, person: str, table: str, text: str, heard: tuple[str, ...]) -> int:
        """Write a report down; `heard` is what the reporter was told lately. Returns: its number.

        Raises: Refused, JournalError.
        """
        talked = await self._journal.head(talk.stream_of(table)) if table else 0
        events = await owned_stream.change(
            self._journal, self._now, STREAM, lambda _: [Reported(by, person, table, talked, text)]
        )
        self._heard[len(events)] = heard
        return len(events)

    async def unsettled(self) -> tuple[Report, ...]:
        """Those that wait for an operator, the oldest first. Raises: Damaged, JournalError."""
        found: dict[int, Report] = {}
        for event, info in fold.decode(STREAM, await self._journal.read(STREAM)):
            match event:
                case Reported():
                    found[info.seq] = Report(info.seq, info.at, event)
                case Settled(number):
                    found.pop(number, None)
                case _:
                    pass
        return tuple(found.values())

    async def settle(self, number: int, by: str) -> None:
        """Settle a report. Raises: Refused where there is none that waits; JournalError."""
        if all(report.number != number for report in await self.unsettled()):
            raise Refused("Report {number} is not open. Type reports for the open ones.", number=number)
        await owned_stream.change(self._journal, self._now, STREAM, lambda _: [Settled(number, by)])

    def heard(self, report: Report) -> tuple[str, ...]:
        """What the reporter had heard, as they were told it; empty once that is not known any more."""
        return self._heard.get(report.number, ())

    async def talk_around(self, report: Report) -> tuple[talk.Said, ...]:
        """What was said at the table around the time of a report, as far as it is kept. Raises: JournalError."""
        if not report.reported.table:
            return ()
        stream = talk.stream_of(report.reported.table)
        records = await self._journal.read(stream, max(0, report.reported.talked - _READ), 2 * _READ)
        try:
            lines = [
                event
                for event, info in fold.decode(stream, records)
                if isinstance(event, talk.Said) and report.at - BEFORE <= info.at <= report.at + AFTER
            ]
        except Damaged:
            return ()
        return tuple(lines[-MOST_AROUND:])
