"""What is found of a house that cheats where luck is sealed: by the rules alone, by a ticket, or not at all."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from core.base.chance import sealed_luck
from core.base.game import Refused
from core.public_log.tickets import Ticket, check_ticket, ticket_for
from core.records import fold
from core.table import REVEAL_WITHIN, Begin, EndUnrevealed, RevealLuck, Table
from journal import Damaged, Record
from tests.archive.recorder import ANNA, BERT, Player, Recorder, at_random, computer, from_book, sealing
from tests.core.recorded import resealed

STREAM = "table/book1"
HONEST, OTHER = sealing(ANNA), sealing(BERT)


def found(records: list[Record], why: str) -> None:
    with pytest.raises(Damaged, match=why):
        fold.verify(STREAM, records)


def reveal(made: Recorder, seat: int, player: Player) -> None:
    made.ask(seat, RevealLuck(player.nonce, player.luck))


def played(*players: Player, number: int = 3) -> Recorder:
    """A game at a table where whoever has sealed luck reveals it."""
    made = from_book("book1", "mille", *players, number=number)
    for seat, player in enumerate(players):
        if player.nonce:
            reveal(made, seat, player)
    if not made.table.begun:
        made.ask(None, Begin())
    made.play(4, at_random)
    return made


def ticket_of(made: Recorder) -> Ticket:
    """What the house signed for the first seat before anything was revealed."""
    book = made.table.setup.book
    assert book is not None
    return ticket_for("book1", book, 0, made.table.chairs[0].sealed)


def is_of(ticket: Ticket, table: Table) -> None:
    check_ticket(ticket, table.setup.opened_as, table.setup.book, [chair.sealed for chair in table.chairs])


def asked(record: Record, **changes: Any) -> dict[str, Any]:
    """The cause of a record, whose command has other fields."""
    ((name, command),) = record.play["command"].items()
    return {**record.play, "command": {name: dict(sorted({**command, **changes}.items()))}}


def changed(record: Record, command: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
    return {"data": dict(sorted({**record.data, **event}.items())), "play": asked(record, **command)}


# By the rules alone.


def test_honest_game_is_verified_and_is_that_of_its_ticket() -> None:
    made = played(HONEST, OTHER)
    assert [one.kind for one in made.records[:6]] == [
        "table.opened", "table.seated", "table.seated", "table.luck_revealed", "table.luck_revealed", "table.begun",
    ]  # fmt: skip
    is_of(ticket_of(made), fold.verify(STREAM, made.records))


def test_house_that_looks_at_luck_before_its_puppet_sits_down_is_found() -> None:
    """The luck was revealed, by the records, when a seat was free."""
    honest = played(HONEST, OTHER)
    opened, first, second, revealed, *rest = honest.records
    found(resealed([opened, first, revealed, second, *rest], {}), "until every seat is taken|another position")
    early = resealed([opened, first, revealed], {4: {"play": {**revealed.play, "seen": 2}}})
    found(early, "until every seat is taken")


def test_puppet_that_reveals_other_luck_than_it_had_sealed_is_found() -> None:
    made = played(HONEST, OTHER)
    revealed = made.records[4]
    forged = resealed(made.records, {5: changed(revealed, {"luck": "chosen"}, {"luck": "chosen"})})
    found(forged, "not the luck you sealed")


def test_luck_of_the_honest_seat_that_is_written_otherwise_is_found() -> None:
    made = played(HONEST, OTHER)
    forged = resealed(made.records, {4: changed(made.records[3], {"luck": "chosen"}, {"luck": "chosen"})})
    found(forged, "not the luck you sealed")


def test_game_that_begins_before_all_is_revealed_is_found() -> None:
    made = played(HONEST, OTHER)
    begun = made.records[5]
    forged = resealed(made.records, {6: {"play": {**begun.play, "seen": 4}}}, without=(5,))
    found(forged[: made.table.seq - 1], "as soon as all sealed luck is revealed")


def test_computer_with_sealed_luck_is_found() -> None:
    made = from_book("book1", "mille", HONEST, computer("mille"))
    digest = {"sealed": sealed_luck(bytes(32), "chosen")}
    found(resealed(made.records, {3: changed(made.records[2], digest, digest)}), "A computer player gives no luck")


def test_house_that_ends_a_table_before_the_minute_is_over_is_found() -> None:
    made = from_book("book1", "mille", HONEST, OTHER)
    reveal(made, 1, OTHER)
    made.ask(None, EndUnrevealed(), later=REVEAL_WITHIN)
    fold.verify(STREAM, made.records)
    found(resealed(made.records, {5: {"at": made.records[3].at}}), "Nobody is late")


def test_end_that_names_others_as_late_is_found() -> None:
    made = from_book("book1", "mille", HONEST, OTHER)
    reveal(made, 1, OTHER)
    made.ask(None, EndUnrevealed(), later=REVEAL_WITHIN)
    ended = made.records[4]
    found(
        resealed(made.records, {5: {"data": {**ended.data, "winners": [0], "figures": [1]}}}), "rules decide otherwise"
    )


# By a ticket.


def test_house_that_burns_the_number_and_takes_another_one_is_found_by_the_ticket() -> None:
    """It waits until the luck is revealed, and then plays a table with a number that suits it better."""
    ticket = ticket_of(played(HONEST, OTHER))
    other = fold.verify(STREAM, played(HONEST, OTHER, number=4).records)
    with pytest.raises(Refused, match="not number 3 of book bcdefghj"):
        is_of(ticket, other)


def test_house_that_says_other_luck_was_sealed_is_found_by_the_ticket() -> None:
    ticket = ticket_of(played(HONEST, OTHER))
    other = fold.verify(STREAM, played(attrs.evolve(HONEST, luck="chosen"), OTHER).records)
    with pytest.raises(Refused, match="other luck is sealed at seat 1"):
        is_of(ticket, other)
    with pytest.raises(Refused, match="other luck is sealed at seat 1"):
        is_of(ticket, fold.verify(STREAM, played(ANNA, OTHER).records))


def test_game_of_another_table_is_not_that_of_the_ticket() -> None:
    ticket = attrs.evolve(ticket_of(played(HONEST, OTHER)), table="book2")
    with pytest.raises(Refused, match="that is of table book2, this is book1"):
        is_of(ticket, played(HONEST, OTHER).table)


# What sealing does to a cheat that nobody would find.


def test_puppet_that_sits_down_last_does_not_know_what_it_would_have_to_choose_by() -> None:
    """Its luck still changes the deal, which is not found; but how, depends on luck that it does not know."""
    hands = {
        (mine, its): tuple(played(attrs.evolve(HONEST, luck=mine), Player("puppet", luck=its)).table.state.hands[1])
        for mine in ("a", "b") for its in ("c", "d")
    }  # fmt: skip
    assert len(set(hands.values())) == 4


def test_who_does_not_reveal_because_the_deal_displeases_them_has_lost() -> None:
    made = from_book("book1", "mille", HONEST, OTHER)
    reveal(made, 0, HONEST)
    made.ask(None, EndUnrevealed(), later=REVEAL_WITHIN)
    ended = fold.verify(STREAM, made.records).ended
    assert ended is not None
    assert (ended.reason, ended.winners) == ("unrevealed", (0,))


def test_that_somebody_could_not_reveal_because_the_house_let_nobody_in_is_not_found() -> None:
    """Its records are those of somebody who did not want to."""
    made = from_book("book1", "mille", HONEST, OTHER)
    made.ask(None, EndUnrevealed(), later=REVEAL_WITHIN)
    assert fold.verify(STREAM, made.records).ended
