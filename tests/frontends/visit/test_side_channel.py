"""What a client is told in JSON beside what the person sees: the same as a program in that seat, and nothing more."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.message import message
from core.live.live_table import LiveTable
from core.presence.roster import Kind, Notice
from core.sessions.at_table.seat import Seat
from frontends.terminal.picture import Look
from frontends.terminal.side_channel import Package
from frontends.terminal.terminal import Resized
from frontends.visit.side_channel import Beside
from tests.core.parlour import move
from tests.examples import examples
from tests.frontends.terminals import ListTerminal, open_house, quiet
from tests.frontends.visit.test_curtain import at_one_keyboard, pass_on

NAME, TABLE, STATE, MEDIA = Package
ALL = frozenset(Package)


class Heard:
    """A client that understands some packages, and keeps what it is told."""

    def __init__(self, packages: frozenset[Package] = ALL) -> None:
        self.packages = packages
        self.octets: list[tuple[Package, bytes]] = []

    def publish(self, package: Package, make: Callable[[], bytes]) -> None:
        if package in self.packages and (made := make()):
            self.octets.append((package, made))

    def of(self, package: Package) -> list[Any]:
        return [json.loads(octets) for one, octets in self.octets if one is package]


async def understands(terminal: ListTerminal, *packages: Package) -> Heard:
    """Somebody's client says that it understands these, or all."""
    heard = Heard(frozenset(packages) or ALL)
    terminal._send.send_nowait(Resized(terminal.look, heard))
    await quiet()
    return heard


async def test_client_is_told_the_name_the_table_and_where_it_stands() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        heard = await understands(anna)
        assert heard.of(NAME) == [{"name": "Anna", "fullname": "~Anna"}]
        assert (heard.of(TABLE), heard.of(STATE)) == ([{}], [])
        await anna.told("new mille")
        id = await house.only_table()
        told = heard.of(TABLE)[-1]
        assert (told["table"], told["game"], told["seat"]) == (id, "mille", 0)
        assert told["players"][1]["computer"]
        state = heard.of(STATE)[-1]
        assert (state["type"], state["table"], state["seat"], "moves" in state) == ("state", id, 0, False)
        await anna.told("p")
        assert heard.of(STATE)[-1]["at"] > state["at"]
        await anna.told("leave", "y")
        assert heard.of(TABLE)[-1] == {}


async def test_client_that_speaks_up_at_the_table_is_told_at_once_and_watchers_are_not_told_hands() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        carl = await house.look_on("Carl", live)
        heard = await understands(carl, STATE)
        assert heard.of(STATE)[-1]["table"] == live.id
        assert "seat" not in heard.of(STATE)[-1]
        await (await house.seat("Anna", live)).told("p")
        assert heard.of(STATE)[-1]["at"] == live.table.seq


async def test_another_name_is_told() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        heard = await understands(anna, NAME)
        await anna.told("name Berta")
        assert heard.of(NAME)[-1]["name"] == "Berta"


async def test_another_size_tells_nothing_again() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        heard = await understands(anna)
        before = len(heard.octets)
        anna._send.send_nowait(Resized(Look(rows=30), heard))
        await quiet()
        assert len(heard.octets) == before


async def test_person_who_may_watch_no_more_is_told_no_more() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        heard = await understands(await house.look_on("Carl", live))
        anna = await house.seat("Anna", live)
        await anna.told("watching invited")
        before = heard.of(STATE)[-1]["at"]
        await anna.told("p")
        assert heard.of(STATE)[-1]["at"] == before
        assert heard.of(TABLE)[-1] == {}


async def test_two_at_one_keyboard_are_told_nothing_of_hidden_hands() -> None:
    async with open_house() as house:
        live, ann = await at_one_keyboard(house, "mille")
        heard = await understands(ann)
        await pass_on(live)
        await quiet()
        assert (heard.of(STATE), heard.of(TABLE)[-1]["table"]) == ([], live.id)


# Sounds.


@pytest.mark.parametrize("is_on", [False, True])
async def test_sounds_are_off_until_they_are_turned_on_and_the_caption_is_written_anyway(is_on: bool) -> None:
    async with open_house() as house:
        anna, bert = house.enter("Anna"), house.enter("Bert")
        heard = await understands(anna)
        if is_on:
            assert "plays a sound" in await anna.told("sounds on")
        await bert.told("tell Anna hello")
        said = [one["caption"] for one in heard.of(MEDIA)]
        assert said == (["<~Bert, to you> hello"] if is_on else [])
        assert "hello" in anna.text


async def test_sounds_are_not_for_a_client_that_cannot_play_them() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        assert "cannot play sounds" in await anna.told("sounds on")
        heard = await understands(anna, NAME)
        assert "cannot play sounds" in await anna.told("sounds on")
        house.visits[anna].hear(Notice(Kind.HOUSE, message("Good-bye."), rings=True))
        assert not heard.of(MEDIA)


# The leak law.


async def octets_of(beside: Beside, seat: Seat) -> list[bytes]:
    """All that is made for a client in a position, anew."""
    seat.live._shared.clear()
    return [beside._table(), beside._state(), beside._name()]


def dealt_anew(live: LiveTable, seat: Seat, seed: bytes) -> Any:
    """The table with other hidden cards."""
    table = live.table
    dealt = table.game.redeal(table.state, seat.viewer, Dice(seed, "redeal", table.seq))
    return replace(table, now=replace(table.now, state=dealt))


@examples(40, quick=5)
@given(st.integers(0, 30), st.binary(min_size=8, max_size=8))
def test_nobody_can_tell_a_table_from_one_with_other_hidden_cards_by_any_byte(moves: int, seed: bytes) -> None:
    async def run() -> None:
        async with open_house() as house:
            live = await house.set_up("mille", "Anna", "Bert")
            those = [await house.seat("Anna", live), await house.seat("Bert", live), await house.look_on("Carl", live)]
            for one in those:
                await understands(one)
            for _ in range(moves):
                if live.turn:
                    await move(live)
            await quiet()
            for one in those:
                beside = house.visits[one].beside
                assert beside is not None
                seat = beside._seat
                assert seat is not None
                seen, table = await octets_of(beside, seat), live.table
                live.table = dealt_anew(live, seat, seed)
                other = await octets_of(beside, seat)
                live.table = table
                assert other == seen

    trio.run(run)


async def test_what_is_left_keeps_no_listener() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna")
        anna = await house.seat("Anna", live)
        await understands(anna)
        assert any(isinstance(one, Beside) for one in live.listeners)
        anna.hang_up()
        await anna.left()
        assert not any(isinstance(one, Beside) for one in live.listeners)
