"""What is found of a table that is said to be the deal of a sealed day: number, secret, chain and time must fit."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.chance import deal_seed
from core.books.daily_chains import chain_of, day_at, sealed_days
from core.games.deals.daily import daily_deal, deal_of
from core.records import fold
from journal import Damaged, Record
from tests.archive.recorder import ANNA, START, Recorder, of_the_day, opened
from tests.core.recorded import resealed

STREAM = "table/daily1"
TODAY = day_at(START)


@pytest.fixture
def made() -> Recorder:
    return of_the_day("daily1", "pileon", ANNA)


def with_opening(made: Recorder, **changes: Any) -> list[Record]:
    return resealed(made.records, {1: {"data": {**made.records[0].data, **changes}}})


def with_day(made: Recorder, **changes: Any) -> list[Record]:
    return with_opening(made, daily={**made.records[0].data["daily"], **changes})


def found(records: list[Record], why: str, *, promised: str = "") -> None:
    with pytest.raises(Damaged, match=why):
        fold.verify(STREAM, records, promised=promised)


def test_number_follows_from_the_secret_and_the_secret_from_the_chain(made: Recorder):
    sealed = made.table.setup.daily
    assert sealed is not None
    assert made.table.setup.deal == daily_deal("pileon", TODAY, sealed.secret)
    for promised in ("", sealed.beacon, sealed.beacon[:32]):
        assert fold.verify(STREAM, made.records, promised=promised).setup.daily == sealed
    found(list(made.records), "what was noted is not the beacon of", promised="0" * 32)


def test_other_number_secret_day_or_beacon_is_found(made: Recorder):
    found(with_opening(made, deal=8, house_seed=deal_seed(8).hex()), "its number is not that of the deal of")
    found(with_day(made, secret="00" * 32), "its number is not that of the deal of")
    found(with_day(made, beacon="00" * 32), "does not lead to the beacon")
    found(with_day(made, first=TODAY.isoformat()), "does not lead to the beacon")


def test_secret_that_was_chosen_for_a_deal_does_not_lead_to_the_beacon(made: Recorder):
    other = chain_of(sealed_days(b"chosen".ljust(32), TODAY))[TODAY]
    deal = deal_of("pileon", TODAY, other)
    day = {**made.records[0].data["daily"], "secret": other.secret}
    found(with_opening(made, deal=deal, house_seed=deal_seed(deal).hex(), daily=day), "does not lead to the beacon")


def test_table_that_was_opened_before_its_day_is_found(made: Recorder):
    early = resealed(made.records, {record.seq: {"at": "2026-10-25T10:00:00.000Z"} for record in made.records})
    found(early, "it was opened before 2026-10-26 began")


def test_what_cannot_be_is_not_even_read(made: Recorder):
    wrong = ({"day": "2026-11-31"}, {"day": "2026-01-01"}, {"secret": "zz"}, {"beacon": "00"}, {"first": "1899-01-01"})
    for change in wrong:
        with pytest.raises(Damaged, match=r"its data is not that of a table\.opened"):
            fold.fold(STREAM, None, with_day(made, **change))
    with pytest.raises(Damaged, match="has a number"):
        fold.fold(STREAM, None, with_opening(made, deal=None))


def test_table_of_before_is_written_as_it_was():
    assert "daily" not in opened("old", "pileon", ANNA).records[0].data
