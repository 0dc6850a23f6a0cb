"""Records folded, and games decided again from their seeds; every kind of forgery is found."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.chance import commitment, deal_seed
from core.games import GAMES
from core.records import codec, fold
from core.table import LONGEST_TIME, Answer, Mark, Move, Redo, Resign, Restart, Return, RunOut, TakeHint, Undo
from journal import Damaged, Record
from tests.core.recorded import HOUSE_SEED, STREAM, Recorder, copy_of, recorder, resealed


def solitaire() -> Recorder:
    """A game with everything in it that somebody alone can do."""
    made = recorder("pileon")
    made.play(4)
    for command in (Mark("here"), Undo(), Undo(), Redo(), TakeHint(), Return("here"), Restart(), Redo()):
        made.ask(0, command)
    made.play(3)
    made.ask(0, Resign())
    return made


def game(name: str) -> Recorder:
    """A game of some length, resigned in the end."""
    made = recorder(name)
    made.play(30)
    if made.table.ended is None:
        made.ask(made.table.turn[0], Resign())
    return made


@pytest.mark.parametrize("name", GAMES)
def test_honest_game_is_verified(name):
    made = game(name)
    assert fold.verify(STREAM, made.records) == made.table
    assert made.table.ended is not None


def test_honest_takebacks_hints_and_bookmarks_are_verified():
    made = solitaire()
    assert fold.verify(STREAM, made.records) == made.table


def test_honest_takeback_by_consent_is_verified():
    made = recorder("elixir")
    made.play(2)
    for seat, command in ((0, Undo()), (1, Answer(yes=False)), (0, Undo()), (1, Answer(yes=True))):
        made.ask(seat, command)
    assert fold.verify(STREAM, made.records).now.plays == 1


def test_honest_game_against_the_computer_with_takebacks_is_verified():
    made = recorder("mille", bot=True)
    made.play(20)
    made.ask(0, Undo())
    made.ask(0, Redo())
    made.ask(0, Restart())
    made.play(5)
    assert fold.verify(STREAM, made.records) == made.table


@pytest.mark.parametrize("name", GAMES)
def test_honest_practice_copy_is_verified(name):
    original = recorder(name)
    original.play(3)
    copy = copy_of(original)
    copy.play(5)
    assert fold.verify(STREAM, copy.records).setup.is_practice


def test_honest_timeout_is_verified():
    made = recorder("elixir", clock=60)
    made.ask(None, RunOut(0), later=61)
    assert fold.verify(STREAM, made.records).ended


@pytest.mark.parametrize("name", GAMES)
def test_table_is_the_same_however_its_records_come(name):
    records = game(name).records
    whole = fold.fold(STREAM, None, records)
    for cut in range(1, len(records)):
        assert fold.fold(STREAM, fold.fold(STREAM, None, records[:cut]), records[cut:]) == whole


def test_what_is_never_taken_back_is_not_kept():
    assert game("mille").table.now.previous is None


# Forgeries: the hashes are made right again, so only the rules can tell.


def found(records: list[Record], why: str, *, promised: str = "") -> None:
    """Expect that verifying these records finds something, and says so."""
    with pytest.raises(Damaged, match=why):
        fold.verify(STREAM, records, promised=promised)


def of_kind(made: Recorder, kind: str) -> Record:
    return next(record for record in made.records if record.kind == kind)


def test_stacked_deck_is_found():
    made = recorder("mille")
    dealt = of_kind(made, "mille.dealt")
    deck = [dealt.data["deck"][-1], *dealt.data["deck"][1:-1], dealt.data["deck"][0]]
    found(resealed(made.records, {dealt.seq: {"data": {**dealt.data, "deck": deck}}}), "the rules decide otherwise")


def test_move_against_the_rules_is_found():
    made = recorder("pileon")
    made.play(2)
    last = made.records[-1]
    play = {**last.play, "command": {"move": {"demo": False, "text": "1 1"}}}
    found(resealed(made.records, {last.seq: {"play": play}}), "the rules refuse it")


def test_number_that_is_not_that_of_the_seed_is_found():
    made = recorder("pileon", deal=5)
    opened = made.records[0]
    found(
        resealed(made.records, {1: {"data": {**opened.data, "house_seed": deal_seed(6).hex()}}}), "not that of deal 5"
    )
    found(resealed(made.records, {1: {"data": {**opened.data, "deal": 6}}}), "not that of deal 6")


@pytest.mark.parametrize("name", ["mille", "elixir"])
def test_number_of_a_game_without_numbers_is_found(name):
    made = recorder(name)
    opened = made.records[0]
    data = {**opened.data, "deal": 5, "house_seed": deal_seed(5).hex()}
    found(resealed(made.records, {1: {"data": data}}), "has no deal with that number")


def test_promise_on_a_numbered_deal_is_refused():
    """The number is the deal: whoever was shown a commitment was promised another game than this."""
    made = recorder("pileon", deal=5)
    fold.verify(STREAM, made.records)
    for promised in (commitment(deal_seed(5)), "0" * 32):
        found(made.records, "no commitment but its number", promised=promised)


@pytest.mark.parametrize("over", [0, 1])
def test_longest_clock_is_the_longest(over):
    made = recorder("elixir")
    records = resealed(made.records[:1], {1: {"data": {**made.records[0].data, "clock": LONGEST_TIME + over}}})
    if over:
        with pytest.raises(Damaged, match="no clock has that time"):
            fold.fold(STREAM, None, records)
    else:
        assert fold.fold(STREAM, None, records).setup.clock == LONGEST_TIME


def test_luck_that_was_not_given_is_found():
    made = recorder("mille")
    seated = of_kind(made, "table.seated")
    play = {**seated.play}
    play["command"] = {"sit": {**play["command"]["sit"], "luck": "other"}}
    changes = {seated.seq: {"data": {**seated.data, "luck": "other"}, "play": play}}
    found(resealed(made.records, changes), "the rules decide otherwise")


def test_seed_that_was_not_promised_is_found():
    """A house that draws another seed once it knows the luck: everything fits, but for what was promised."""
    promised = commitment(HOUSE_SEED)
    made = recorder("mille")
    fold.verify(STREAM, made.records, promised=promised[:32])
    other = Recorder(_with_seed(made, b"z" * 32))
    for record in made.records[1:3]:
        sit = codec.info(record).cause
        assert sit is not None
        other.ask(None, sit.command)
    fold.verify(STREAM, other.records)
    found(other.records, "not the one that the house committed to", promised=promised[:32])


def _with_seed(made: Recorder, seed: bytes) -> Any:
    opened = codec.decode(made.records[0])
    return type(opened)(**{**made.records[0].data, "options": opened.options, "house_seed": seed.hex(), "reserved": ()})


def test_time_that_runs_backwards_is_found():
    made = recorder("elixir")
    made.play(2)
    found(resealed(made.records, {5: {"at": "2020-01-01T00:00:00.000Z"}}), "time is not that of its decision")


def test_timeout_that_had_not_run_out_is_found():
    made = recorder("elixir", clock=60)
    made.ask(None, RunOut(0), later=61)
    early = codec.time_text(made.table.turn_at + 59)
    changes = {record.seq: {"at": early} for record in made.records if record.kind in ("table.ran_out", "table.ended")}
    found(resealed(made.records, changes), "Nobody's time has run out")


def test_command_of_somebody_who_does_not_sit_there_is_found():
    made = recorder("elixir")
    made.play(1)
    last = of_kind(made, "elixir.rolled")
    for by in (1, 2, None):
        found(resealed(made.records, {last.seq: {"play": {**last.play, "by": by}}}), "the rules refuse it")


def test_decision_in_another_position_than_was_seen_is_found():
    made = recorder("elixir")
    made.play(2)
    last = of_kind(made, "elixir.placed")
    stale, early = {**last.play, "seen": last.play["seen"] - 1}, {**last.play, "seen": last.seq}
    found(resealed(made.records, {last.seq: {"play": stale}}), "another position than the one its player saw")
    found(resealed(made.records, {last.seq: {"play": early}}), "another position than the one its player saw")


def test_decision_that_was_recorded_twice_is_found():
    made = recorder("elixir")
    made.play(3)
    last = made.records[-1]
    first = codec.info(made.records[0]).cause
    assert first is not None
    seq = max(record.seq for record in made.records if record.play)
    play = {**made.records[seq - 1].play, "id": first.id}
    found(resealed(made.records, {seq: {"play": play}}), "recorded before")
    assert last.seq >= seq


def test_decision_with_records_left_out_is_found():
    made = recorder("elixir")
    made.ask(0, Resign())
    found(made.records[:-1], "more or fewer records")
    begun = recorder("mille")
    found(resealed(begun.records, {}, without=(of_kind(begun, "mille.dealt").seq,)), "more or fewer records")


def test_record_without_a_cause_is_found():
    made = recorder("elixir")
    made.play(1)
    found(resealed(made.records, {1: {"play": None}}), "does not say what led to it")
    found(resealed(made.records, {made.records[-1].seq: {"play": None}}), "its time is not that of its decision")


def test_game_of_other_rules_is_said_to_be_so():
    made = recorder("elixir")
    found(
        resealed(made.records, {1: {"data": {**made.records[0].data, "rules": 99}}}),
        "played by version 99 of the rules",
    )


def test_stream_that_does_not_begin_with_opening_is_refused():
    made = recorder("elixir")
    for reading in (fold.verify, fold.read):
        with pytest.raises(Damaged, match=r"a game begins with table\.opened"):
            reading(STREAM, resealed(made.records, {}, without=(1,)))
    with pytest.raises(Damaged, match="it has no record"):
        fold.verify(STREAM, [])


def test_move_of_a_copy_is_decided_on_cards_dealt_anew():
    original = recorder("mille")
    original.play(4)
    copy = copy_of(original)
    assert copy.table.state.hands != original.table.state.hands
    copy.ask(copy.table.turn[0], Move("o"))
    assert fold.verify(STREAM, copy.records) == copy.table


def test_stream_that_was_put_under_another_name_is_found():
    """It would count twice, in lists and in statistics."""
    made = recorder("pileon")
    made.play(3)
    for reading in (fold.verify, fold.read):
        with pytest.raises(Damaged, match="it is a record of table tst01"):
            reading("table/other", made.records)
