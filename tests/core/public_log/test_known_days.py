"""What a stranger sees of the daily deals in a log: secrets that lead nowhere, and days that were fixed twice."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.hash_chain import links
from core.public_log.known_leaves import KnownLeaves, faults
from core.public_log.leaves import Day, Days, Leaf
from tests.examples import examples

FIRST = date(2026, 11, 27)
LINKS = links(bytes(range(32)), 9)
OTHERS = links(b"x" * 32, 9)
CHAIN = Days(LINKS[0].hex(), FIRST.isoformat(), 9)


def day(number: int, chain: tuple[bytes, ...] = LINKS, of: int | None = None) -> Day:
    """The day with a number in the chain, from 0, by default with its own secret."""
    secret = chain[(number if of is None else of) + 1].hex()
    return Day((FIRST + timedelta(number)).isoformat(), secret)


@pytest.mark.parametrize(
    ("leaves", "seen"),
    [
        ([CHAIN], []),
        ([CHAIN, day(0), day(1), day(2)], []),
        ([CHAIN, day(5), day(2)], []),
        ([CHAIN, day(1, OTHERS), day(2)], ["The secret of 2026-11-28 is not one of its chain."]),
        ([CHAIN, day(3, of=4)], ["The secret of 2026-11-30 is not one of its chain."]),
        ([day(0), CHAIN], ["The secret of 2026-11-27 was given before its beacon."]),
        (
            [CHAIN, Day("2026-11-26", LINKS[0].hex())],
            [
                "The secret of 2026-11-26 is not one of its chain.",
                "The secret of 2026-11-26 was given before its beacon.",
            ],
        ),
        (
            [CHAIN, day(1), day(1, OTHERS)],
            ["2026-11-28 has two secrets.", "The secret of 2026-11-28 is not one of its chain."],
        ),
        (
            [CHAIN, Days(OTHERS[0].hex(), "2026-12-05", 9)],
            ["The deals of 2026-12-05 were fixed a second time."],
        ),
        ([CHAIN, Days(OTHERS[0].hex(), "2026-12-06", 9)], []),
    ],
)
def test_stranger_sees(leaves: list[Leaf], seen: list[str]) -> None:
    assert [str(fault) for fault in faults(KnownLeaves(leaves))] == seen


@examples(100)
@given(st.sets(st.integers(0, 8)), st.integers(0, 8))
def test_days_prove_themselves_whichever_are_known_and_one_wrong_secret_alone_is_found(
    known: set[int], wrong: int
) -> None:
    honest = [day(number) for number in known - {wrong}]
    assert [*faults(KnownLeaves([CHAIN, *honest]))] == []
    found = [str(fault) for fault in faults(KnownLeaves([CHAIN, *honest, day(wrong, OTHERS)]))]
    assert found == [f"The secret of {day(wrong).day} is not one of its chain."]


def test_what_was_said_of_days_is_known_and_nothing_else() -> None:
    known = KnownLeaves([CHAIN, day(0)])
    assert known.has(CHAIN)
    assert known.has(day(0))
    assert not known.has(day(0, OTHERS))
    assert not known.has(day(1))
    assert not known.has(Days(OTHERS[0].hex(), FIRST.isoformat(), 9))
