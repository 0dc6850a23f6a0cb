"""A move that has a name is made once, however often it is asked for, and whatever happened between."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import trio

from core.base.game import Refused
from core.live.decision import MovedOn
from core.live.live_table import RECENT
from core.live.repeated_moves import UsedBefore, marked
from core.sessions.arrival import resumption
from core.sessions.at_table.seat import Seat
from journal import open_journal
from tests.core.sessions.houses import House, in_turn, open_house, play_on


async def moves_at(house: House, seat: Seat) -> list[str]:
    """The names of the decisions in which somebody moved."""
    return [record.raw_play.decode() for record in await house.service.journal.read(seat.live.stream)
            if b'"move"' in record.raw_play]  # fmt: skip


async def test_the_same_move_twice_is_made_once_and_says_the_same_record() -> None:
    async with open_house() as house:
        mover, _ = in_turn(*await house.two_at())
        seen = mover.seq
        first = await mover.play_once("p", "a", seen=seen)
        assert first == seen + 1
        assert await mover.play_once("p", "a", seen=seen) == first
        assert await mover.play_once("p", "a", seen=mover.seq) == first
        assert len(await moves_at(house, mover)) == 1


async def test_two_at_once_are_made_once() -> None:
    async with open_house() as house:
        mover, _ = in_turn(*await house.two_at())
        seen, found = mover.seq, []

        async def ask() -> None:
            found.append(await mover.play_once("p", "a", seen=seen))

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(ask)
        assert found == [seen + 1] * 3
        assert len(await moves_at(house, mover)) == 1


async def test_it_is_found_long_after_and_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    async with open_journal(url) as journal, open_house(journal=journal) as house:
        one, other = await house.two_at("elixir")
        mover, _ = in_turn(one, other)
        seen, code, name = mover.seq, mover.code, mover.session.name
        first = await mover.play_once("roll", "a", seen=seen)
        while mover.seq < first + RECENT:
            await play_on(one, other)
        assert await mover.play_once("roll", "a", seen=seen) == first
        made = len(await moves_at(house, mover))
    async with open_journal(url) as journal, open_house(journal=journal) as house:
        session = house.enter()
        mover = await house.sit(session, await resumption.resume(session, code))
        assert session.name == name
        assert await mover.play_once("roll", "a", seen=seen) == first
        assert len(await moves_at(house, mover)) == made


async def test_other_move_with_that_name_is_refused_and_so_is_one_that_comes_too_late() -> None:
    async with open_house() as house:
        mover, waiting = in_turn(*await house.two_at())
        seen = mover.seq
        await mover.play_once("p", "a", seen=seen)
        with pytest.raises(UsedBefore):
            await mover.play_once("d 1", "a", seen=mover.seq)
        with pytest.raises(MovedOn):
            await mover.play_once("p", "b", seen=seen)
        with pytest.raises(Refused):
            await waiting.play_once("p", "a", seen=waiting.seq)  # A name of one player is nothing to the other.
        assert len(await moves_at(house, mover)) == 1


def test_names_of_decisions_stay_apart_and_fit_into_records() -> None:
    long = marked("abcdefgh12345678901", 1, "carl", "x" * 1000)
    assert len(long) == 40
    assert long.isalnum()
    names = [marked("abcdefgh1", *one) for one in ((0, "", "a"), (1, "", "a"), (0, "carl", "a"), (0, "", "b"))]
    assert all(one != other for one, other in pairwise(sorted(names)))


async def test_two_houses_make_it_once_also_at_the_same_moment() -> None:
    async with (
        open_journal("memory:") as journal,
        open_house(journal=journal) as here,
        open_house(journal=journal) as there,
    ):
        mover, _ = in_turn(*await here.two_at())
        seen, found = mover.seq, []
        session = there.enter()
        other = await there.sit(session, await resumption.resume(session, mover.code))

        async def ask(seat: Seat) -> None:
            found.append(await seat.play_once("p", "a", seen=seen))

        async with trio.open_nursery() as nursery:
            for seat in (mover, other, mover, other):
                nursery.start_soon(ask, seat)
        assert found == [seen + 1] * 4
        assert len(await moves_at(here, mover)) == 1
