"""Nothing plays but a seat, which only `seated` makes, and only for whose it is."""

from __future__ import annotations

import pytest

from core.base.game import SPECTATOR, Refused
from core.base.message import english
from core.live.decision import MovedOn
from core.sessions.arrival import resumption, tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.held_seats import NO_SEATS, Held
from core.sessions.at_table.seat import LOOKING_ON, Seat, TableRef, seated
from core.sessions.session import ELSEWHERE, Session
from core.table import AnswerStandIn, AskStandIn, Move, SetWatching, TakeSeatBack
from tests.core.sessions.houses import Ears, House, open_house, play_on


async def refusal(session: Session, ref: TableRef) -> str:
    """Why a session may not sit down there."""
    with pytest.raises(Refused) as refused:
        async with seated(session, ref):
            pass
    return english(refused.value.message)


async def standing_in(house: House, anna: Seat, bert: Seat, name: str = "Carl") -> Seat:
    """Somebody at Anna's seat, who plays for her."""
    carl = await house.guest(name)
    await anna.submit(AskStandIn("", 0, await carl.identify()))
    await bert.submit(AnswerStandIn(True))
    ref = await tables.take_up(carl, anna.id)
    assert isinstance(ref, TableRef)
    return await house.sit(carl, ref)


@pytest.mark.parametrize(
    "held", [Held((1,)), Held((0, 1)), Held((0,), "anna"), Held((-2,)), Held((7,))], ids=str
)  # fmt: skip
async def test_seat_that_is_made_up_is_refused(held: Held) -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        expected = f"That seat is not yours. To watch: watch {anna.id}"
        assert await refusal(anna.session, TableRef(anna.id, held)) == expected
        assert (anna.seats, bert.seats) == ((0,), (1,))


async def test_computers_seat_is_nobodys_not_even_the_owners() -> None:
    async with open_house() as house:
        anna = house.owner("Anna")
        ref = await tables.open_table(anna, Order("mille", {}, "computer"))
        assert "is not yours" in await refusal(anna, TableRef(ref.id, Held((1,))))
        assert "is not yours" in await refusal(anna, TableRef(ref.id, Held((7,))))


async def test_seat_of_a_block_that_is_over_plays_no_more() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with seated(anna, await tables.open_table(anna, Order("pileon", {}))) as seat:
            move = next(iter(seat.moves))
        with pytest.raises(Refused) as refused:
            await seat.play(move)
        assert refused.value.message == LOOKING_ON


async def test_who_sits_down_in_another_session_makes_the_first_look_on() -> None:
    async with open_house() as house:
        ears = Ears()
        anna = await house.guest("Anna", ears=ears)
        first = await house.sit(anna, await tables.open_table(anna, Order("pileon", {})))
        anna.be_at(first)
        move = next(iter(first.moves))
        again = house.enter()
        second = await house.sit(again, await resumption.resume(again, first.code))
        again.be_at(second)
        assert (first.held, first.viewer, dict(first.moves), ears.noticed) == (
            NO_SEATS,
            SPECTATOR,
            {},
            [english(ELSEWHERE)],
        )
        with pytest.raises(Refused) as refused:
            await first.play(move)
        assert refused.value.message == LOOKING_ON
        await second.play(move)


async def test_other_seat_than_ones_own_is_not_played_at() -> None:
    async with open_house() as house:
        seats = anna, bert = await house.two_at()
        mover, other = seats if anna.moves else (bert, anna)
        move = next(iter(mover.moves))
        with pytest.raises(Refused):
            await other.submit(Move(move), seat=mover.number)
        with pytest.raises(Refused):
            await other.play(move)
        await mover.play(move, seen=mover.seq)


async def test_move_for_a_position_that_is_gone_is_not_made() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        seat = await house.sit(anna, await tables.open_table(anna, Order("pileon", {})))
        seen = seat.seq
        await play_on(seat)
        with pytest.raises(MovedOn):
            await seat.play(next(iter(seat.moves)), seen=seen)


async def test_lent_seat_ends_when_it_is_taken_back() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        carl = await standing_in(house, anna, bert)
        assert (carl.stand_in, carl.seats, carl.objection()) == (carl.session.visitor.id, (0,), None)
        await play_on(carl, bert, moves=3)
        hand = carl.view.view
        await anna.submit(TakeSeatBack())
        objection = carl.objection()
        assert objection is not None
        assert english(objection.message) == f"You no longer play at table {anna.id}. To watch: watch {anna.id}"
        assert (dict(carl.moves), carl.viewer, carl.view.view != hand) == ({}, SPECTATOR, True)
        await play_on(anna, bert, moves=2)
        for seat in (0, None):
            with pytest.raises(Refused):
                await carl.submit(TakeSeatBack(), seat=seat)
        assert "is not yours" in await refusal(carl.session, carl.ref)


async def test_lent_seat_that_is_taken_over_from_elsewhere_ends() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        first = await standing_in(house, anna, bert)
        first.session.be_at(first)
        again = house.enter()
        again.visitor.become(first.session.visitor.id, first.session.visitor.secret)
        again.persons |= first.session.persons
        again.be_called("Carl")
        second = await house.sit(again, await resumption.resume(again, first.id))
        again.be_at(second)
        objection = first.objection()
        assert objection is not None
        assert english(objection.message) == f"You sat down at table {anna.id} in another window."
        assert first not in first.live.attending
        assert second.objection() is None
        await play_on(second, bert, moves=2)


async def test_who_looks_on_leaves_when_players_let_only_those_look_on_whom_they_admit() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        carl = await house.guest("Carl")
        ref = await tables.watch(carl, anna.id)
        seat = await house.sit(carl, ref)
        assert seat.objection() is None
        await anna.submit(SetWatching("invited", 0))
        assert seat.objection() is not None
        assert bert.objection() is None
        assert "Only people a player admits" in await refusal(carl, ref)


async def test_clock_and_computer_go_on_while_a_player_is_there_and_for_no_watcher() -> None:
    async with open_house() as house:
        anna, bert = await house.guests("Anna", "Bert")
        ref = await tables.open_table(anna, Order("mille", {}, "person"))
        await tables.join(bert, ref.id)
        carl = await house.guest("Carl")
        watching = await house.sit(carl, await tables.watch(carl, ref.id))
        assert not watching.live.attended
        async with seated(anna, ref) as seat:
            assert (seat.live.attended, seat.live.attending) == (True, {seat})
        assert not watching.live.attending


async def test_listener_is_told_each_thing_once_while_it_follows() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at()
        heard: list[int] = []
        with anna.following(object(), lambda live, _: heard.append(live.table.seq)):
            await play_on(anna, bert, moves=2)
        seq = anna.seq
        await play_on(anna, bert)
        assert sorted(set(heard)) == heard
        assert heard[-1] == seq
