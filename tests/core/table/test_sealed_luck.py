"""Sealed luck by the rules alone: who may reveal when, when the game begins, and against whom a table ends."""

from __future__ import annotations

import pytest

from core.base.chance import sealed_luck, table_seed
from core.base.game import Refused
from core.base.message import english
from core.books.seed_books import BookSeeds
from core.table import (
    REVEAL_WITHIN,
    UNREVEALED,
    Abandon,
    Begin,
    Close,
    CloseUnbegun,
    Command,
    EndUnrevealed,
    Move,
    Resign,
    RevealLuck,
    Sit,
    Table,
    decide,
    tell_ending,
    tell_missed,
)
from core.table.what_counts import Ending, Pool, ending_of, pool_of
from tests.core.tables import after, opened, when

BOOK = BookSeeds(bytes(32), 16)
NONCES = ("a1" * 32, "b2" * 32)
LUCK = ("tortoise", "hare")


def sits(seat: int, *, luck: str = "") -> tuple[None, Sit]:
    """Somebody sits down with luck that is sealed, or with luck in clear."""
    if luck:
        return None, Sit(seat, f"p{seat}", luck=luck)
    return None, Sit(seat, f"p{seat}", sealed=sealed_luck(bytes.fromhex(NONCES[seat]), LUCK[seat]))


def reveals(seat: int) -> tuple[int, RevealLuck]:
    return seat, RevealLuck(NONCES[seat], LUCK[seat])


def numbered() -> Table:
    return opened("mille", house_seed=BOOK[3], book=BOOK.numbered("abcdefgh", 3), opened_as="tst01")


BOTH = when(numbered(), sits(0), sits(1))
"""Both sit, and each has sealed luck."""
MIXED = when(numbered(), sits(0), sits(1, luck="in clear"))
"""The first one has sealed luck."""


def refused(table: Table, by: int | None, command: Command, why: str, *, at: float = 1e9) -> None:
    with pytest.raises(Refused, match=why):
        decide(table, command, by, at)


def test_game_begins_once_all_is_revealed_with_the_seed_of_all_luck() -> None:
    refused(BOTH, None, Begin(), "as soon as all sealed luck is revealed")
    half = when(BOTH, reveals(1))
    assert (half.unrevealed, half.seed) == ((0,), b"")
    refused(half, None, Begin(), "as soon as all sealed luck is revealed")
    ready = when(half, reveals(0))
    assert (ready.is_ready, ready.seed) == (True, table_seed(BOOK[3], LUCK))
    assert when(ready, (None, Begin())).begun


def test_nobody_reveals_before_all_sit_or_what_they_had_not_sealed() -> None:
    alone = when(numbered(), sits(0))
    refused(alone, *reveals(0), "until every seat is taken")
    refused(MIXED, 1, RevealLuck(NONCES[1], LUCK[1]), "sealed no luck")
    for nonce, luck in (
        (NONCES[0], "tortoises"), (NONCES[1], LUCK[0]), (NONCES[0].upper(), LUCK[0]), ("", LUCK[0]), ("zz", LUCK[0]),
        (NONCES[0][:-2], LUCK[0]),
    ):  # fmt: skip
        refused(BOTH, 0, RevealLuck(nonce, luck), "not the luck you sealed")
    refused(when(BOTH, reveals(0)), *reveals(0), "revealed already")


def test_bytes_are_not_moved_between_nonce_and_luck() -> None:
    nonce = NONCES[0][:-2] + b"t".hex()
    digest = sealed_luck(bytes.fromhex(nonce), "ortoise")
    table = when(numbered(), (None, Sit(0, "p0", sealed=digest)), sits(1, luck="x"))
    refused(table, 0, RevealLuck(nonce[:-2], "tortoise"), "not the luck you sealed")


def test_luck_is_sealed_or_given_and_only_by_persons_at_a_table_with_a_book() -> None:
    digest = "00" * 32
    refused(numbered(), None, Sit(0, "p0", luck="x", sealed=digest), "not both")
    refused(numbered(), None, Sit(0, bot="Comp", sealed=digest), "computer player gives no luck")
    refused(opened("mille"), None, Sit(0, "p0", sealed=digest), "from a book")
    refused(opened("pileon", deal=7), None, Sit(0, "p0", sealed=digest), "from a book")


@pytest.mark.parametrize("table", [BOTH, MIXED, when(BOTH, reveals(0)), when(BOTH, reveals(0), reveals(1))])
def test_once_all_sit_nobody_gets_away_for_free(table: Table) -> None:
    """Whoever knows the house seed may know by then what will be dealt."""
    for by, command in ((0, Abandon()), (1, Abandon()), (0, Resign()), (0, Move("p")), (None, CloseUnbegun())):
        refused(table, by, command, "as soon as all sealed luck is revealed")
    assert when(table, (None, Close())).outcome is not None  # by an operator, who leaves a record that says so


@pytest.mark.parametrize("table", [when(numbered(), sits(0))])
def test_before_all_sit_who_has_sealed_may_go(table: Table) -> None:
    ended = when(table, (0, Abandon())).ended
    assert ended is not None
    assert ended.reason == "nobody_came"


def end(table: Table) -> Table:
    ended, _ = after(table, None, EndUnrevealed(), at=table.full_at + REVEAL_WITHIN)
    return ended


def test_table_ends_after_a_minute_and_not_before() -> None:
    for table in (BOTH, MIXED):
        refused(table, None, EndUnrevealed(), "Nobody is late", at=table.full_at + REVEAL_WITHIN - 0.001)
        assert end(table).ended
    late = when(BOTH, reveals(0))
    refused(late, None, EndUnrevealed(), "Nobody is late", at=BOTH.full_at + REVEAL_WITHIN - 0.001)
    assert end(late).ended
    refused(when(BOTH, reveals(0), reveals(1)), None, EndUnrevealed(), "Nobody is late")
    refused(when(numbered(), sits(0)), None, EndUnrevealed(), "Nobody is late")
    refused(MIXED, 0, EndUnrevealed(), "Only the house")


@pytest.mark.parametrize(
    ("table", "endings", "rated"),
    [
        (BOTH, (Ending.LOST, Ending.LOST), False),
        (when(BOTH, reveals(1)), (Ending.LOST, Ending.WON), True),
        (when(BOTH, reveals(0)), (Ending.WON, Ending.LOST), True),
        (MIXED, (Ending.LOST, Ending.WON), True),
    ],
)
def test_it_is_lost_for_who_did_not_reveal_and_won_for_the_others(
    table: Table, endings: tuple[Ending, Ending], rated: bool
) -> None:
    ended = end(table)
    assert tuple(ending_of(ended, seat) for seat in (0, 1)) == endings
    assert (pool_of(ended) is Pool.PEOPLE) == rated
    assert ended.outcome is not None
    assert (ended.outcome.reason, ended.outcome.figures) == (UNREVEALED, table.unrevealed)


@pytest.mark.parametrize("loser", [0, 1])
def test_game_counts_from_its_beginning(loser: int) -> None:
    """Else who could look at the deal before they revealed would resign where it does not please them."""
    for ready in (when(BOTH, reveals(0), reveals(1)), when(MIXED, reveals(0))):
        ended = when(ready, (None, Begin()), (loser, Resign()))
        assert ended.outcome is not None
        assert (ended.outcome.reason, ended.outcome.winners) == ("resigned", (1 - loser,))
        assert [ending_of(ended, seat) for seat in (loser, 1 - loser)] == [Ending.LOST, Ending.WON]
        assert pool_of(ended) is Pool.PEOPLE
    clear = when(numbered(), sits(0, luck="x"), sits(1, luck="y"), (None, Begin()), (loser, Resign()))
    assert clear.is_early
    assert ending_of(clear, loser) is None


def told(table: Table, seat: int | None) -> str:
    outcome = end(table).outcome
    assert outcome is not None
    return english(tell_ending(table.game, outcome, seat), ("Anna", "Bert"))


def test_everybody_is_told_who_did_not_reveal() -> None:
    assert [told(MIXED, seat) for seat in (0, 1, None)] == [
        "You did not reveal your sealed luck in time. Bert wins.",
        "Anna did not reveal the sealed luck in time. You win.",
        "Anna did not reveal the sealed luck in time. Bert wins.",
    ]
    assert [told(BOTH, seat) for seat in (0, 1, None)] == [
        "You did not reveal your sealed luck in time.",
        "You did not reveal your sealed luck in time.",
        "Nobody revealed the sealed luck in time.",
    ]


def missed(table: Table, seat: int) -> str:
    outcome = end(table).outcome
    assert outcome is not None
    return english(tell_missed(table.game, "Mille", outcome, seat, (0, 0)), ("Anna", "Bert"))


def test_who_was_away_is_told_so_too() -> None:
    assert missed(MIXED, 0) == "You did not reveal your sealed luck at Mille, Bert won."
    assert missed(MIXED, 1) == "Anna did not reveal the sealed luck at Mille, you won."
    assert missed(BOTH, 0) == "Nobody revealed the sealed luck at Mille in time: both have lost."
