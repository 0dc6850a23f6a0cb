"""Stand-ins: agreed by both, given back at any moment, and the journal says who moved."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import trio
from hypothesis import example, given
from hypothesis import strategies as st

from core.base.game import Refused, Seat
from core.games import GAMES
from core.records import codec
from core.records.fold import verify
from core.table import (
    Abandon,
    AcceptStandIn,
    AnswerStandIn,
    AskStandIn,
    Cause,
    Command,
    DeclineStandIn,
    Holder,
    LendSeat,
    Mark,
    Move,
    Resign,
    SeatLent,
    SeatReturned,
    SetWatching,
    StandInAgreed,
    StandInAsked,
    Substitute,
    Table,
    TakeSeatBack,
    Undo,
    view_table,
)
from core.table.events import Ended, StandInAccepted, StandInDeclined, StandInRefused
from core.table.what_counts import pool_of
from journal import Draft, seal
from tests.core.parlour import ANNA, BERT, a_service, move, submit, until
from tests.core.tables import after, begun, moves, when

BOT = "Adept"


def lent() -> Table:
    """A game of El-Ixir in which a computer player has the first seat."""
    return when(begun("elixir"), (0, AskStandIn(BOT)), (1, AnswerStandIn(yes=True)))


def test_other_is_asked_and_may_say_no() -> None:
    table, events = after(begun("elixir"), 0, AskStandIn(BOT))
    assert events == (StandInAsked(0, BOT, 0),)
    refused, events = after(table, 1, AnswerStandIn(yes=False))
    assert events == (StandInRefused(0),)
    assert not refused.chairs[0].stand_in
    with pytest.raises(Refused, match=r"asking you|no longer ask"):
        after(table, 0, AnswerStandIn(yes=True))


def test_computer_moves_in_its_own_name_and_the_owner_does_not() -> None:
    table = lent()
    with pytest.raises(Refused, match="take your seat back"):
        after(table, 0, Move("roll"))
    with pytest.raises(Refused, match="not lent"):
        after(table, 0, Substitute("roll", "Comp"))
    assert after(table, 0, Substitute("roll", BOT))[0].state.rolled


def test_owner_has_the_seat_back_without_asking() -> None:
    table, events = after(lent(), 0, TakeSeatBack())
    assert events == (SeatReturned(0),)
    with pytest.raises(Refused, match="not lent"):
        after(table, 0, Substitute("roll", BOT))
    assert after(table, 0, Move("roll"))[0].state.rolled
    with pytest.raises(Refused, match="already have your seat"):
        after(table, 0, TakeSeatBack())


def test_agreed_absence_lends_the_seat_only_once_it_has_lasted_so_long() -> None:
    table = when(begun("elixir"), (0, AskStandIn(BOT, 3600)))
    table, events = after(table, 1, AnswerStandIn(yes=True))
    assert events == (StandInAgreed(0, BOT, 3600),)
    with pytest.raises(Refused, match="Nobody is absent"):
        after(table, None, LendSeat(0), at=table.turn_at + 3599)
    with pytest.raises(Refused, match="Nobody is absent"):
        after(table, None, LendSeat(1), at=table.turn_at + 9999)
    assert after(table, None, LendSeat(0), at=table.turn_at + 3600)[1] == (SeatLent(0, BOT),)


def test_against_the_computer_nobody_is_asked() -> None:
    assert after(begun("elixir", bots=(1,)), 0, AskStandIn(BOT))[1] == (SeatLent(0, BOT),)


def test_game_with_a_stand_in_is_not_rated() -> None:
    without = begun("elixir", opened_as="tst01")
    with_one = when(without, (0, AskStandIn(BOT)), (1, AnswerStandIn(yes=True)), (0, TakeSeatBack()))
    for table, counts in ((without, True), (with_one, False)):
        for seat in (0, 0, 1):
            table = when(table, (seat, Move(moves(table, seat)[0])))
        over, _ = after(table, 0, Resign())
        assert isinstance(over.ended, Ended)
        assert (pool_of(over) is not None) is counts


# Another person.


def wanted(after_: int = 0) -> Table:
    """A game of mille in which Carl is to play for the first seat, and has not said whether he will."""
    return when(begun("mille"), (0, AskStandIn("", after_, "carl")), (1, AnswerStandIn(yes=True)))


def stood_in() -> Table:
    """The same, in which he does."""
    return when(wanted(), (None, AcceptStandIn(0, "carl")))


def test_person_stands_in_once_both_players_and_the_person_agree() -> None:
    table, events = after(begun("mille"), 0, AskStandIn("", 0, "carl"))
    assert events == (StandInAsked(0, "", 0, "carl"),)
    with pytest.raises(Refused, match=r"asking you|no longer ask"):
        after(table, None, AcceptStandIn(0, "carl"))
    table, events = after(table, 1, AnswerStandIn(yes=True))
    assert events == (StandInAgreed(0, "", 0, "carl"),)
    for stranger in ("bert", ""):
        with pytest.raises(Refused, match=r"asking you|no longer ask"):
            after(table, None, AcceptStandIn(0, stranger))
    table, events = after(table, None, AcceptStandIn(0, "carl"))
    assert events == (SeatLent(0, "", "carl"),)
    assert table.chairs[0].people == {"p0", "carl"}


def test_person_who_declines_is_not_asked_any_more() -> None:
    table, events = after(wanted(), None, DeclineStandIn(0, "carl"))
    assert events == (StandInDeclined(0, "carl"),)
    with pytest.raises(Refused, match=r"asking you|no longer ask"):
        after(table, None, AcceptStandIn(0, "carl"))


def test_person_who_has_accepted_plays_once_the_absence_has_lasted_so_long() -> None:
    table, events = after(wanted(3600), None, AcceptStandIn(0, "carl"))
    assert events == (StandInAccepted(0, "carl"),)
    seat = table.turn[0]
    table = when(begun("mille"), (seat, AskStandIn("", 3600, "carl")), (1 - seat, AnswerStandIn(yes=True)))
    with pytest.raises(Refused, match="Nobody is absent"):
        after(table, None, LendSeat(seat), at=table.turn_at + 4000)
    _, events = after(table, None, AcceptStandIn(seat, "carl"), at=table.turn_at + 3600)
    assert events == (SeatLent(seat, "", "carl"),)
    table, _ = after(table, None, AcceptStandIn(seat, "carl"))
    with pytest.raises(Refused, match="Nobody is absent"):
        after(table, None, LendSeat(seat), at=table.turn_at + 3599)
    assert after(table, None, LendSeat(seat), at=table.turn_at + 3600)[1] == (SeatLent(seat, "", "carl"),)


def test_nobody_stands_in_who_plays_here_or_knows_the_other_hand() -> None:
    table = begun("mille")
    with pytest.raises(Refused, match="The other player cannot play for you"):
        after(table, 0, AskStandIn("", 0, "p1"))
    returned = when(stood_in(), (0, TakeSeatBack()))
    with pytest.raises(Refused, match="play for the other player here"):
        after(returned, 1, AskStandIn("", 0, "carl"))
    again, _ = after(returned, 0, AskStandIn("", 0, "carl"))
    assert again.stand_in_asked


def test_stand_in_does_what_is_for_stand_ins_and_nothing_else() -> None:
    table = stood_in()
    for command in (Resign(), Abandon(), Undo(), Mark("x"), SetWatching("open", 1), AskStandIn(BOT)):
        with pytest.raises(Refused, match="You play for somebody"):
            after(table, 0, command, stand_in="carl")
    with pytest.raises(Refused, match="no longer play at that seat"):
        after(table, 0, TakeSeatBack(), stand_in="dora")
    with pytest.raises(Refused, match="no longer play at that seat"):
        after(table, 1, Move("p"), stand_in="carl")
    returned, events = after(table, 0, TakeSeatBack(), stand_in="carl")
    assert events == (SeatReturned(0),)
    with pytest.raises(Refused, match="no longer play at that seat"):
        after(returned, 0, Move("p"), stand_in="carl")


def test_who_has_seen_one_question_does_not_answer_the_next() -> None:
    table = when(begun("mille"), (0, AskStandIn(BOT)))
    seen = table.seq
    assert not table.has_moved_on(AnswerStandIn(yes=True), seen)
    table = when(table, (0, AskStandIn("", 0, "carl")))
    assert table.has_moved_on(AnswerStandIn(yes=True), seen)
    assert not table.has_moved_on(AnswerStandIn(yes=True), table.seq)


def test_record_says_which_person_moved_and_old_records_are_exact() -> None:
    cause = Cause("d1", 0, 7, Move("p"), "carl")
    (record,) = seal(None, [codec.encode(SeatLent(0, "", "carl"), cause)], "2026-11-22T10:00:00.000Z")
    assert codec.info(record).cause == cause
    assert codec.decode(record) == SeatLent(0, "", "carl")
    assert record.play
    assert list(record.play) == ["id", "by", "seen", "stand_in", "command"]
    (record,) = seal(None, [codec.encode(SeatLent(0, BOT), Cause("d2", None, 7, LendSeat(0)))], record.at)
    assert b"person" not in record.raw
    assert codec.decode(record) == SeatLent(0, BOT)
    spelt = record.raw.replace(b'"seat"', b'"person":"","seat"')
    (record,) = seal(None, [Draft(record.kind, msgspec.Raw(spelt), None)], record.at)
    with pytest.raises(ValueError, match="not written like") as raised:
        codec.decode(record)
    assert not isinstance(raised.value, codec.UnknownHere)


CARL = "carl"
COMMANDS: tuple[tuple[int | None, Command], ...] = (
    (0, AskStandIn(BOT)), (0, AskStandIn(BOT, 60)), (1, AnswerStandIn(yes=True)), (1, AnswerStandIn(yes=False)),
    (0, TakeSeatBack()), (None, LendSeat(0)), (1, AskStandIn(BOT)), (0, AnswerStandIn(yes=True)), (1, TakeSeatBack()),
    (0, AskStandIn("", 0, CARL)), (1, AskStandIn("", 60, CARL)), (None, AcceptStandIn(0, CARL)), (None, LendSeat(1)),
    (None, AcceptStandIn(1, CARL)), (None, DeclineStandIn(0, CARL)),
)  # fmt: skip


@given(st.lists(st.integers(0, len(COMMANDS) + 2), max_size=60))
@example([10, 7, 13, 9, 2, 11, 17, 17, 12])
def test_owner_always_gets_the_seat_back_and_every_move_says_whose_it_was(steps: list[int]) -> None:
    """Law: whatever is asked, a move is the owner's or the stand-in's as the events before it say, and `back` works."""
    table, holder = begun("elixir"), [Holder(), Holder()]
    for step in steps:
        seat = table.turn[0]
        text, stand_in = moves(table, seat)[0], ""
        plays: tuple[Command, ...] = (Move(text), Substitute(text, BOT), Move(text))
        by, command = COMMANDS[step] if step < len(COMMANDS) else (seat, plays[step - len(COMMANDS)])
        if step == len(COMMANDS) + 2:
            stand_in = CARL
        mover = Holder(bot=BOT) if isinstance(command, Substitute) else Holder(stand_in)
        try:
            table, events = after(table, by, command, at=table.at + 61, stand_in=stand_in)
        except Refused:
            assert not isinstance(command, Move | Substitute) or holder[seat] != mover
            continue
        if isinstance(command, Move | Substitute):
            assert holder[seat] == mover
        for event in events:
            if isinstance(event, SeatLent):
                holder[event.seat] = Holder(event.person, event.bot)
            elif isinstance(event, SeatReturned):
                holder[event.seat] = Holder()
        assert holder == [chair.stand_in for chair in table.chairs]
        assert sum(CARL in chair.people for chair in table.chairs) <= 1
    for seat, chair in enumerate(table.chairs):
        if chair.stand_in:
            table, _ = after(table, seat, TakeSeatBack())
    assert [(chair.person, *chair.people) for chair in table.chairs] == [("p0", "p0"), ("p1", "p1")]
    assert view_table(table, Seat(0), ("", "")).seat == 0


async def test_computer_plays_until_the_owner_is_back() -> None:
    async with a_service() as service:
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        async with service.table(id) as live:
            await submit(live, AskStandIn(BOT), 0)
            await submit(live, AnswerStandIn(yes=True), 1)
            await until(live, lambda: live.table.turn == (1,))
            await move(live, 2)
            await until(live, lambda: live.table.turn == (1,))
            await submit(live, TakeSeatBack(), 0)
            await move(live, 2)
            assert live.table.turn == (0,)
            await submit(live, Move("roll"), 0)
        records = await service.records(id)
        verify(f"table/{id}", records)
        causes = [record.play for record in records if record.play]
        assert {cause["command"]["substitute"]["who"] for cause in causes if "substitute" in cause["command"]} == {BOT}
        assert "move" in causes[-1]["command"]


async def test_computer_takes_over_after_the_agreed_absence(autojump_clock: Any) -> None:
    async with a_service(now=trio.current_time) as service:
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        async with service.table(id) as live:
            await submit(live, AskStandIn(BOT, 300), 0)
            await submit(live, AnswerStandIn(yes=True), 1)
            started = trio.current_time()
            await until(live, lambda: live.table.chairs[0].stand_in)
            assert trio.current_time() - started == pytest.approx(300, abs=1)
