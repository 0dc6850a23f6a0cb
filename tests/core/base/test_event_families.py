"""Which events stand in which streams: each that is written stands somewhere, and nothing else is read there."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.event_families import KINDS, events_in
from core.books.daily_chains import DayRevealed
from core.books.seed_books import BookClosed
from core.correspondence.conditional_moves import PlansDropped
from core.correspondence.reminders import ReminderSent
from core.correspondence.vacations import VacationEnded
from core.duels.events import Agreed
from core.moderation.bans import DrainEnded
from core.moderation.reports import Settled
from core.people.persons import Claimed, Named
from core.people.talk import Said
from core.records import codec, fold
from core.records.house_events import Dropped
from core.table import Begun
from core.tournaments.events import Started
from journal import Damaged, seal

ONE_OF_EACH = {
    "table/t": Begun(),
    "talk/t": Said("anna", None, "hello", 1),
    "plans/t": PlansDropped(0),
    "person/p": Named("Anna"),
    "slow/p": VacationEnded(1),
    "reminders/p": ReminderSent("x"),
    "name/anna": Claimed("p"),
    "owner": Claimed("p"),
    "house": Dropped("talk/t"),
    "admin": DrainEnded("anna"),
    "reports": Settled(1, "anna"),
    "book/b": BookClosed("day", 1),
    "daily": DayRevealed("2026-11-27", "00" * 32),
    "event/e": Started(),
    "duel/d": Agreed(0, "anna"),
}
"""By stream."""


def decoded(stream: str, event: Any) -> Any:
    records = seal(None, [codec.encode(event)], "2026-11-20T20:15:03.120Z")
    return fold.decode(stream, records)[0][0]


@pytest.mark.parametrize("stream", ONE_OF_EACH)
def test_stream_holds_its_own_events_and_those_of_others_are_damage(stream):
    own = ONE_OF_EACH[stream]
    assert decoded(stream, own) == own
    for other in ONE_OF_EACH.values():
        if other != own:
            with pytest.raises(Damaged, match="another stream") as caught:
                decoded(stream, other)
            assert (caught.value.stream, caught.value.seq) == (stream, 1)


def test_every_event_belongs_somewhere():
    assert frozenset().union(*map(events_in, ONE_OF_EACH)) == frozenset(KINDS.values())
