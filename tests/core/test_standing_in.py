"""Stand-ins: agreed by both, given back at any moment, and the journal says who moved."""

from __future__ import annotations

from typing import Any

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from core.fold import verify
from core.game import Refused, Seat
from core.games import GAMES
from core.projections.changes import TableChanged
from core.projections.ratings import counts
from core.table import (
    AnswerStandIn,
    AskStandIn,
    Command,
    Ended,
    LendSeat,
    Move,
    Resign,
    SeatLent,
    SeatReturned,
    StandInAgreed,
    StandInAsked,
    StandInRefused,
    Substitute,
    Table,
    TakeSeatBack,
    view_table,
)
from tests.core.parlour import ANNA, BERT, a_service, move, until
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
    assert refused.chairs[0].stand_in == ""
    with pytest.raises(Refused, match="Nobody asks you"):
        after(table, 0, AnswerStandIn(yes=True))


def test_computer_moves_in_its_own_name_and_the_owner_does_not() -> None:
    table = lent()
    with pytest.raises(Refused, match="type back"):
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
    with pytest.raises(Refused, match="have your seat already"):
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
    for table, is_rated in ((without, True), (with_one, False)):
        played = when(table, (0, Move("roll")))
        over, _ = after(played, 0, Resign())
        assert isinstance(over.ended, Ended)
        assert counts(TableChanged(over, (), (), 1)) is is_rated


COMMANDS: tuple[tuple[int | None, Command], ...] = (
    (0, AskStandIn(BOT)), (0, AskStandIn(BOT, 60)), (1, AnswerStandIn(yes=True)), (1, AnswerStandIn(yes=False)),
    (0, TakeSeatBack()), (None, LendSeat(0)), (1, AskStandIn(BOT)), (0, AnswerStandIn(yes=True)), (1, TakeSeatBack()),
)  # fmt: skip


@given(st.lists(st.integers(0, len(COMMANDS) + 1), max_size=40))
def test_owner_always_gets_the_seat_back_and_every_move_says_whose_it_was(steps: list[int]) -> None:
    """Law: whatever is asked, a move is the owner's or the stand-in's as the events before it say, and `back` works."""
    table, holder = begun("elixir"), ["", ""]
    for step in steps:
        seat = table.turn[0]
        own: Command = Move(moves(table, seat)[0])
        other: Command = Substitute(moves(table, seat)[0], BOT)
        by, command = COMMANDS[step] if step < len(COMMANDS) else (seat, own if step == len(COMMANDS) else other)
        try:
            table, events = after(table, by, command, at=table.at + 61)
        except Refused:
            if isinstance(command, Move | Substitute):
                assert (holder[seat] != "") == isinstance(command, Move)
            continue
        if isinstance(command, Move | Substitute):
            assert holder[seat] == (command.who if isinstance(command, Substitute) else "")
        for event in events:
            if isinstance(event, SeatLent):
                holder[event.seat] = event.bot
            elif isinstance(event, SeatReturned):
                holder[event.seat] = ""
        assert holder == [chair.stand_in for chair in table.chairs]
    for seat, chair in enumerate(table.chairs):
        if chair.stand_in:
            table, _ = after(table, seat, TakeSeatBack())
    assert [chair.person for chair in table.chairs] == ["p0", "p1"]
    assert view_table(table, Seat(0), ("", "")).seat == 0


async def test_computer_plays_until_the_owner_is_back() -> None:
    async with a_service() as service:
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        async with service.table(id) as live:
            await live.submit(AskStandIn(BOT), 0)
            await live.submit(AnswerStandIn(yes=True), 1)
            await until(live, lambda: live.table.turn == (1,))
            await move(live, 2)
            await until(live, lambda: live.table.turn == (1,))
            await live.submit(TakeSeatBack(), 0)
            await move(live, 2)
            assert live.table.turn == (0,)
            await live.submit(Move("roll"), 0)
        records = await service.records(id)
        verify(f"table/{id}", records)
        causes = [record.play for record in records if record.play]
        assert {cause["command"]["substitute"]["who"] for cause in causes if "substitute" in cause["command"]} == {BOT}
        assert "move" in causes[-1]["command"]


async def test_computer_takes_over_after_the_agreed_absence(autojump_clock: Any) -> None:
    async with a_service(now=trio.current_time) as service:
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        async with service.table(id) as live:
            await live.submit(AskStandIn(BOT, 300), 0)
            await live.submit(AnswerStandIn(yes=True), 1)
            started = trio.current_time()
            await until(live, lambda: live.table.chairs[0].stand_in)
            assert trio.current_time() - started == pytest.approx(300, abs=1)
