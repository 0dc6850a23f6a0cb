"""Who sits where, and what somebody has missed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import SPECTATOR, Refused, Seat, Viewer, viewer_of
from core.base.message import english
from core.games import GAMES
from core.house.service import open_service
from core.live.live_table import LiveTable
from core.people.directory import Directory
from core.table import (
    AcceptStandIn,
    AnswerStandIn,
    AskStandIn,
    Chair,
    Command,
    Holder,
    Mark,
    Move,
    SeatLent,
    SeatReturned,
    Table,
    TakeSeatBack,
    Undo,
    view_table,
)
from core.table.opening import Player
from frontends.visit.table.seats import (
    MOST_TOLD,
    NO_SEATS,
    Held,
    free_seats,
    held_by,
    held_with,
    missed,
    seats_of,
    show_saves,
    withdrawn,
)
from journal import open_journal
from tests.core.tables import after, begun, first_move, opened, when
from tests.frontends.recorded import play

ANNA, BERT, COMP = Chair("anna"), Chair("bert"), Chair(bot="Comp")


def a_table(name: str, *chairs: Chair) -> Table:
    """A table at which these sit."""
    return replace(opened(name), chairs=chairs)


def told_by(live: LiveTable, seats: tuple[int, ...], viewer: Viewer) -> tuple[str, ...]:
    """What somebody has missed, in sentences."""
    return tuple(english(said, live.names) for said in missed(live, Held(seats), viewer)[0])


@asynccontextmanager
async def a_live_table(name: str) -> AsyncIterator[LiveTable]:
    """A game that Anna and Bert have just begun."""
    async with open_journal("memory:") as journal, open_service(journal) as service:
        for id, person in (("anna", "Anna"), ("bert", "Bert"), ("carl", "Carl")):
            await service.directory.introduce(id, person)
        players = [Player("anna"), Player("bert")][: GAMES[name].seats]
        async with service.table(await service.open(GAMES[name], {}, players)) as live:
            await service.directory.learn(["carl"])
            await live.load_talk()
            yield live


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


async def test_what_was_missed_begins_after_ones_own_last_decision():
    async with a_live_table("elixir") as live:
        await live.submit(Move("roll"), 0)
        await live.say("bert", 1, "hurry")
        assert told_by(live, (0,), Seat(0)) == ("<Bert> hurry",)
        assert missed(live, Held((0,)), Seat(0))[1] is True
        assert missed(live, Held((1,)), Seat(1))[1] is False


async def test_those_who_have_not_played_yet_are_told_what_happened_lately():
    async with a_live_table("mille") as live:
        await play(live, 4)
        told, is_back = told_by(live, (), SPECTATOR), missed(live, NO_SEATS, SPECTATOR)[1]
        assert told[0] == "A hand is dealt; Anna starts."
        assert not is_back
        assert not any("sits down" in sentence for sentence in told)


async def test_only_the_last_sentences_are_told():
    async with a_live_table("mille") as live:
        await play(live, 40)
        assert len(missed(live, NO_SEATS, SPECTATOR)[0]) == MOST_TOLD


async def test_what_was_missed_is_what_one_may_know():
    async with a_live_table("mille") as live:
        await live.submit(Move("p"), 0)
        assert told_by(live, (), SPECTATOR)[-1] == "Anna picks a card."
        assert told_by(live, (1,), Seat(1))[-1] == "Anna picks a card."


async def test_talk_stands_where_it_was_said_and_players_do_not_hear_spectators():
    async with a_live_table("elixir") as live:
        await live.say("anna", 0, "before")
        await live.submit(Move("roll"), 0)
        await live.say("carl", None, "psst")
        await live.say("bert", 1, "after")
        told = told_by(live, (), SPECTATOR)
        assert [sentence.split()[0] for sentence in told] == ["<Anna>", "Anna", "<Carl>", "<Bert>"]
        assert "<Carl> psst" not in told_by(live, (1,), Seat(1))


async def test_question_for_a_takeback_is_among_what_was_missed():
    async with a_live_table("elixir") as live:
        await play(live, 2)
        await live.submit(Undo(), 0)
        assert told_by(live, (1,), Seat(1))[-1] == "Anna asks to take back the last move."


def test_saves_are_listed_with_what_to_type():
    table = begun("mille", bots=(1,))
    assert [english(line) for line in show_saves(table, "x-1")] == ["There are no saves at table tst01."]
    table = when(table, (0, Mark("start")), (0, Move("p")), (0, Mark("later")))
    assert [english(line) for line in show_saves(table, "x-1")] == [
        "Saves at table tst01, Mille:",
        "  start, after move 0: return x-1 start",
        "  later, after move 1: return x-1 later",
    ]


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
