"""What a player does at a table besides moves, through bare sessions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from core.base.game import Refused
from core.base.message import english
from core.live.decision import MovedOn
from core.moderation.bans import Kind as SubjectKind
from core.moderation.bans import Muted, Subject
from core.sessions.arrival import resumption, tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table import play
from core.sessions.at_table.seat import Seat, seated
from core.sessions.limits import Budget
from tests.core.sessions.houses import open_house

LOSING = ("13 15 1", "11 14 1", "11 13 1", "9 15 1")
"""Moves of deal 7 at Pileon of which the third one loses the game."""


@asynccontextmanager
async def at_table(order: Order, other: str = "", budget: Budget | None = None) -> AsyncIterator[tuple[Seat, ...]]:
    """Anna's seat at a table of her own, then that of whoever else joins there; Dora looks on."""
    async with open_house(budget) as house:
        anna = await house.guest("Anna")
        opened = await tables.open_table(anna, order)
        seats = [await house.sit(anna, opened)]
        if other:
            session = await house.guest(other)
            come = tables.watch if other == "Dora" else tables.join
            seats.append(await house.sit(session, await come(session, opened.id)))
        yield tuple(seats)


async def test_who_plays_both_seats_takes_back_without_asking() -> None:
    async with at_table(Order("elixir", {}, "hotseat")) as (seat,):
        await seat.play("roll")
        await seat.play(next(iter(seat.moves)))
        await play.undo(seat)
        assert (seat.view.plays, seat.view.asks) == (1, None)


async def test_of_two_the_other_is_asked_and_may_say_no() -> None:
    async with at_table(Order("elixir", {}, "person"), "Bert") as (anna, bert):
        await anna.play("roll")
        await anna.play(next(iter(anna.moves)))
        with pytest.raises(Refused):
            await play.answer(bert, yes=False)
        await play.undo(anna)
        assert bert.view.asks == anna.number
        await play.answer(bert, yes=False)
        assert (bert.view.asks, bert.view.plays) == (None, 2)


async def test_hint_is_given_with_a_reason_and_counted() -> None:
    async with at_table(Order("pileon", {}, deal=7)) as (seat,):
        proposed = await play.hint(seat)
        assert proposed.move
        assert english(proposed.said)
        assert seat.view.hints == 1
        await seat.play(proposed.move)


async def test_hint_in_a_lost_game_says_how_far_to_go_back() -> None:
    async with at_table(Order("pileon", {}, deal=7)) as (seat,):
        for text in LOSING:
            await seat.play(text)
        lost = await play.hint(seat)
        assert (english(lost.said), lost.move) == ("You cannot win this any more: take back 2 moves.", "")
        for _ in range(2):
            await play.undo(seat)
        assert (await play.hint(seat)).move


async def test_hint_in_a_deal_that_nobody_can_win_says_so() -> None:
    async with at_table(Order("pileon", {}, deal=6)) as (seat,):
        assert english((await play.hint(seat)).said) == "This deal cannot be won: start another one."


async def test_who_looks_on_is_given_nothing() -> None:
    async with at_table(Order("pileon", {}, deal=7), "Dora") as (seat, watcher):
        for ask in (play.hint, play.demonstrate, play.undo, lambda one: play.mark(one, "here")):
            with pytest.raises(Refused, match="You are watching"):
                await ask(watcher)
        assert not watcher.moves
        assert seat.view.hints == 0


async def test_bookmarks_are_as_many_as_the_budget_says() -> None:
    async with at_table(Order("pileon", {}, deal=7), budget=Budget(bookmarks=1)) as (seat,):
        await play.mark(seat, "one")
        with pytest.raises(Refused, match="You have 1 bookmarks here already"):
            await play.mark(seat, "two")
        await play.mark(seat, "one")
        assert seat.view.marks == ("one",)


async def test_bookmark_is_called_as_the_table_keeps_it() -> None:
    async with at_table(Order("pileon", {}, deal=7)) as (seat,):
        assert await play.mark(seat, "  My\tPlace ") == "my place"
        assert len(await play.mark(seat, "x" * 99)) == 24
        assert seat.view.marks == ("my place", "x" * 24)
        with pytest.raises(Refused, match="Type mark and a name"):
            await play.mark(seat, "\x1b ")


async def test_name_of_a_bookmark_is_shown_to_nobody_else_while_who_gives_it_is_muted() -> None:
    async with at_table(Order("elixir", {}, "person"), "Bert") as (anna, bert):
        await play.mark(anna, "before")
        service = anna.session.service
        anna.session.address = "192.0.2.9"
        muted = Muted(Subject(SubjectKind.ADDRESS, "192.0.2.9"), 0, "shell:root", quiet=True)
        await service.moderation.record(muted)
        await play.mark(anna, "hidden words")
        assert anna.view.marks == ("before", "hidden words")
        assert list(bert.view.marks) == ["before"]
        found = await resumption.saves(bert.session, bert.id)
        assert [name for name, _ in found.marks] == ["before"]
        await play.mark(bert, "hidden words")
        assert list(bert.view.marks) == ["before", "hidden words"]


async def test_computer_plays_on_for_who_plays_alone_and_never_against_a_person() -> None:
    async with at_table(Order("pileon", {}, deal=7)) as (seat,):
        assert await play.demonstrate(seat)
        assert (seat.view.plays, seat.view.demonstrated) == (1, True)
        with pytest.raises(Refused, match="when the game is over or stuck"):
            play.check_turning_point(seat)
    async with at_table(Order("mille", {}, "person"), "Bert") as (anna, _):
        with pytest.raises(Refused, match="when you play a person"):
            await play.demonstrate(anna)


async def test_what_was_decided_on_an_older_position_is_not_done() -> None:
    async with at_table(Order("mille", {}, "person"), "Bert") as (anna, bert):
        first, second = (anna, bert) if anna.moves else (bert, anna)
        seen = first.seq
        await first.play(next(iter(first.moves)), seen=seen)
        with pytest.raises(MovedOn):
            await first.play(next(iter(first.moves)), seen=seen)
        with pytest.raises(Refused):
            await second.play("p", seen=seen)


async def test_solitaire_that_is_abandoned_is_lost_once_a_move_was_made() -> None:
    async with at_table(Order("pileon", {}, deal=7)) as (seat,):
        await seat.play(next(iter(seat.moves)))
        assert play.counts_as_lost(seat)


async def test_files_are_for_those_at_home(tmp_path: Path) -> None:
    async with at_table(Order("pileon", {}, deal=7)) as (seat,):
        with pytest.raises(Refused, match="only at home"):
            await play.export(seat, tmp_path / "game.jsonl")


async def test_nothing_plays_through_a_seat_whose_block_has_ended() -> None:
    async with at_table(Order("pileon", {}, deal=7)) as (seat,):
        session, ref = seat.session, seat.ref
        async with seated(session, ref) as ended:
            pass
        for ask in (play.demonstrate, play.hint, play.undo, lambda one: one.play(next(iter(seat.moves)))):
            with pytest.raises(Refused, match="You are watching"):
                await ask(ended)
        assert seat.view.plays == 0
