"""Who holds which seats."""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import Refused, viewer_of
from core.people.directory import Directory
from core.sessions.at_table.held_seats import (
    Held,
    free_seats,
    held_by,
    held_with,
    seats_of,
    withdrawn,
)
from core.table import (
    AcceptStandIn,
    AnswerStandIn,
    AskStandIn,
    Chair,
    Command,
    Holder,
    SeatLent,
    SeatReturned,
    Table,
    TakeSeatBack,
    view_table,
)
from journal import open_journal
from tests.core.tables import after, begun, first_move, opened

ANNA, BERT, COMP = Chair("anna"), Chair("bert"), Chair(bot="Comp")


def a_table(name: str, *chairs: Chair) -> Table:
    """A table at which these sit."""
    return replace(opened(name), chairs=chairs)


def test_seats_are_those_of_the_person_and_never_a_computers():
    assert seats_of(a_table("elixir", ANNA, BERT), {"bert"}) == (1,)
    assert seats_of(a_table("elixir", ANNA, BERT), {"anna", "bert"}) == (0, 1)
    assert seats_of(a_table("mille", COMP, ANNA), {"carl", "Comp", ""}) == ()


def test_seat_that_is_kept_for_somebody_is_free_for_nobody_else():
    table = a_table("elixir", Chair(), Chair())
    assert free_seats(table, "carl") == (0, 1)
    kept = replace(table, setup=attrs.evolve(table.setup, reserved=("anna", "bert")))
    assert (free_seats(kept, "bert"), free_seats(kept, "carl")) == ((1,), ())
    open_to_all = replace(table, setup=attrs.evolve(table.setup, reserved=("", "bert")))
    assert free_seats(open_to_all, "bert") == (1, 0)


async def test_secret_goes_with_all_seats_whose_persons_were_given_it():
    async with open_journal("memory:") as journal:
        directory = Directory(journal, lambda: 0.0)
        anna, other, bert = [
            await directory.create(name, secret) for name, secret in (("A", "x"), ("B", "x"), ("C", "y"))
        ]
        table = a_table("elixir", Chair(anna.id), Chair(other.id))
        assert await held_with(directory, table, "x") == Held((0, 1))
        assert await held_with(directory, table, "y") == Held()
        assert await held_with(directory, a_table("mille", Chair(bert.id), COMP), "") == Held()
        lent = a_table("mille", Chair(anna.id, stand_in=Holder(bert.id)), Chair(other.id))
        assert await held_with(directory, lent, "y") == Held((0,), bert.id)


def test_seat_that_is_lent_is_held_until_it_is_returned():
    lent = a_table("mille", Chair("anna", stand_in=Holder("carl")), BERT)
    held = held_by(lent, {"carl"})
    assert held == Held((0,), "carl")
    assert held_by(lent, {"anna"}) == Held((0,))
    assert withdrawn(lent, held) is None
    returned = a_table("mille", ANNA, BERT)
    assert held_by(returned, {"carl", ""}) == Held()
    assert withdrawn(returned, held) is not None


PEOPLE = ("p0", "p1", "carl", "dora")
SEATS = st.integers(0, 1)
WISHES = st.one_of(
    st.builds(lambda seat, who: (seat, AskStandIn("", 0, who)), SEATS, st.sampled_from(PEOPLE)),
    st.builds(lambda seat: (seat, AskStandIn("Comp")), SEATS),
    st.builds(lambda seat, yes: (seat, AnswerStandIn(yes)), SEATS, st.booleans()),
    st.builds(lambda seat, who: (None, AcceptStandIn(seat, who)), SEATS, st.sampled_from(PEOPLE)),
    st.builds(lambda seat: (seat, TakeSeatBack()), SEATS),
    st.builds(lambda seat: (seat, None), SEATS),
)
"""Who asks what, at random; None is a move."""


@given(st.lists(WISHES, max_size=60), st.binary(min_size=8, max_size=8))
def test_nobody_sees_more_than_the_seat_they_hold_now_and_nobody_ever_sees_both_hands(wishes, seed):
    """Law: a person sees what the events have given them and not yet taken back; the rest may be dealt anew."""
    table = begun("mille")
    lent: dict[int, str] = {}
    seen: dict[str, set[int]] = {person: set() for person in PEOPLE}
    for number, (by, command) in enumerate(wishes):
        table, events = asked(table, by, command)
        for event in events:
            if isinstance(event, SeatLent | SeatReturned):
                lent[event.seat] = event.person if isinstance(event, SeatLent) else ""
        for person in PEOPLE:
            seats = held_by(table, {person}).seats
            assert seats == tuple(seat for seat in (0, 1) if person in (f"p{seat}", lent.get(seat)))
            seen[person] |= set(seats)
            viewer = viewer_of(seats[0] if seats else None)
            dealt = table.game.redeal(table.state, viewer, Dice(seed, "law", number + 1))
            twin = replace(table, now=replace(table.now, state=dealt))
            shown, other = (view_table(one, viewer, ("A", "B")) for one in (table, twin))
            assert shown.view == other.view
    assert all(len(seats) <= 1 for seats in seen.values())


def asked(table: Table, by: int | None, command: Command | None) -> tuple[Table, tuple[Any, ...]]:
    """The table after what somebody asks, and the events, none if it is refused; a move is the first that is legal."""
    stand_in = ""
    if command is None:
        by = table.turn[0]
        command = first_move(table)[1]
        stand_in = table.chairs[by].stand_in.person
    try:
        return after(table, by, command, stand_in=stand_in)
    except Refused:
        return table, ()
