"""Those who look on: what is made for the first of a crowd and looked up for the others is what each would be shown."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import attrs
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from core.base.game import Refused, viewer_of
from core.live.automatic_play import replying
from core.live.live_table import LiveTable, News
from core.sessions.at_table.held_seats import NO_SEATS
from core.sessions.at_table.seat import Seat
from core.table import Clock, Fischer, Move, Resign, Undo
from frontends.terminal.picture import Look
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.crowd import Crowd, Sight
from tests.core.parlour import COMP, moves, submit
from tests.examples import examples
from tests.frontends.terminals import ListTerminal, open_house, quiet

NAMES = ("Carl", "Dora", "Emma", "Fred")
LINES = ("last", "board", "score", "about", "ignore Anna", "hear Anna", "language fr", "motion off", "x", "say hi")
KEYS = ("?", "T", "escape", "enter", "down", "'", "h", "i", "q", ":", "x")
SIZES = (Look(), Look(43, 132), Look(22, 40), Look(18, 40), Look(colour=False))


@attrs.frozen
class Step:
    """What is done: a player plays or talks, one who looks on does something, somebody outside tells one or all; or
    so many seconds go by."""

    does: str
    who: int
    what: str = ""
    look: Look = SIZES[0]


def steps() -> st.SearchStrategy[list[Step]]:
    who = st.integers(0, len(NAMES) - 1)
    step = st.one_of(
        *[st.builds(Step, st.just("move"), st.integers(0, 99))] * 6,
        st.builds(Step, st.sampled_from(("talk", "undo", "tell", "shout")), who),
        st.builds(Step, st.just("line"), who, st.sampled_from(LINES)),
        st.builds(Step, st.just("key"), who, st.sampled_from(KEYS)),
        st.builds(Step, st.just("size"), who, look=st.sampled_from(SIZES)),
        st.builds(Step, st.just("wait"), st.integers(1, 40)),
    )
    return st.lists(step, min_size=8, max_size=25)


async def command(one: ListTerminal, line: str) -> None:
    if one.on_screen:
        await one.pressed(":")
    await one.told(line)


async def do(step: Step, live: LiveTable, people: Sequence[ListTerminal], gus: ListTerminal) -> None:
    table = live.table
    match step.does:
        case "move" if table.outcome is None:
            known = moves(live, table.turn[0])
            await submit(live, Move(known[step.who % len(known)]) if known else Resign(), table.turn[0])
        case "talk":
            await live.say(table.chairs[0].person, 0, f"line {table.seq}")
        case "undo" if table.outcome is None:
            with suppress(Refused):  # there is nothing to take back, or somebody is asked already
                await submit(live, Undo(), 0)
        case "tell":
            await gus.told(f"tell {NAMES[step.who]} look at this")
        case "shout":
            await gus.told(f"shout at {table.seq}")
        case "line":
            await command(people[step.who], step.what)
        case "key":
            await people[step.who].pressed(step.what)
        case "size":
            await people[step.who].resized(step.look)
        case "wait":
            clock = trio.lowlevel.current_clock()
            assert isinstance(clock, MockClock)
            clock.jump(step.who)
            await quiet()
        case _:
            pass


def told(one: ListTerminal, live: LiveTable) -> tuple[object, ...]:
    """All that somebody was told, and the screen or prompt they see; every table has an id of its own."""
    rows, styles = (one.picture.rows, one.picture.styles) if one.picture else ((), ())
    shown = [row.replace(live.id, "Y" * len(live.id)) for row in rows], styles
    return shown, one.text.replace(live.id, ""), one.prompt.text


async def shown(
    order: tuple[str, ...],
    clock: Clock,
    steps: Sequence[Step],
    later: frozenset[int] = frozenset(),
    in_lines: frozenset[str] = frozenset(),
) -> list[object]:
    """All that each of those who look on was shown, step by step; after the steps of these numbers, counted from 0,
    their turns to be shown something have not come yet. Some of them are in line mode."""
    async with open_house() as house:
        live = await house.set_up(*order, clock=clock)
        people = [await house.look_on(name, live, screen=name not in in_lines) for name in NAMES]
        gus = house.enter("Gus")
        seen: list[object] = []
        for one in people:
            one.turns = [] if later else None
        for number, step in enumerate((*steps, Step("wait", 1))):
            await do(step, live, people, gus)
            if number not in later:
                while any(one.turns for one in people):
                    for one in people:
                        one.take_turns()
                seen += [told(one, live) for one in people]
        return seen


SEEN = {"described", *Sight.__struct_fields__}
"""What is old in the fields of those who are in a crowd."""


@contextmanager
def looked_after() -> Iterator[None]:
    """Nobody reads or writes a field of somebody in a crowd that is old then."""
    read, write, wrong = AtTable.__getattribute__, AtTable.__setattr__, set[tuple[str, str]]()

    def check(at: AtTable, name: str) -> None:
        if name in SEEN and read(at, "crowd") is not None:
            wrong.add((name, sys._getframe(2).f_code.co_qualname))

    def checked_read(at: AtTable, name: str) -> Any:
        check(at, name)
        return read(at, name)

    def checked_write(at: AtTable, name: str, value: object) -> None:
        check(at, name)
        write(at, name, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AtTable, "__getattribute__", checked_read)
        patch.setattr(AtTable, "__setattr__", checked_write)
        yield
    assert not wrong


GAMES = st.sampled_from(
    [("elixir", "Anna", "Bert"), ("mille", "Anna", "Bert"), ("pileon", "Anna"), ("terrace", "Anna")]
)


@examples(40, quick=8)
@given(
    GAMES,
    st.sampled_from((0, 0, 30, Fischer(60))),
    steps(),
    st.frozensets(st.integers(0, 24), max_size=12),
    st.sampled_from((frozenset[str](), frozenset(NAMES[:2]), frozenset(NAMES))),
)
def test_each_in_a_crowd_is_shown_what_they_would_be_shown_singly(
    order: tuple[str, ...], clock: Clock, steps: list[Step], later: frozenset[int], in_lines: frozenset[str]
) -> None:
    with looked_after():
        together = trio.run(shown, order, clock, steps, later, in_lines, clock=MockClock())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AtTable, "step_in", lambda at, shown: None)
        singly = trio.run(shown, order, clock, steps, later, in_lines, clock=MockClock())
    assert together == singly


async def test_what_a_crowd_is_shown_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    take = AtTable.take

    def counted(at: AtTable, news: News) -> None:
        made.append(at)
        take(at, news)

    monkeypatch.setattr(AtTable, "take", counted)
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl, dora, _, _ = [await house.look_on(name, live, screen=True) for name in NAMES]
        await submit(live, Move("roll"), 0)
        made.clear()
        await live.say(live.table.chairs[0].person, 0, "hello")
        assert len(made) == 1
        assert carl.picture is dora.picture


async def test_what_a_crowd_in_line_mode_is_told_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    write = AtTable._write_news

    def counted(at: AtTable, *news: Any) -> str:
        made.append(at)
        return write(at, *news)

    monkeypatch.setattr(AtTable, "_write_news", counted)
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        people = [await house.look_on(name, live) for name in NAMES]
        for _ in range(3):
            made.clear()
            before = [len(one.text) for one in people]
            await submit(live, Move(moves(live, 0)[0]), 0)
            told = {one.text[count:] for one, count in zip(people, before, strict=True)}
        assert len(made) == 1
        assert len(told) == 1
        assert "1:" in told.pop()
        people[0].hang_up()
        await people[1].told("leave")
        assert await people[2].told("repeat") == await people[3].told("repeat")
        await people[2].told("leave")
        await people[3].told("leave")
        assert not live.listeners
        assert not [kept for kept in live.kept.values() if isinstance(kept, Crowd)]


async def test_what_happens_is_only_noted_until_the_turns_of_those_who_look_on_have_come() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        people = [await house.look_on(name, live, screen=True, motion=False) for name in NAMES]
        for number, one in enumerate(people[1:]):
            await one.resized(Look(24 + number, 90))
        before = [(one.picture, len(one.pictures)) for one in people]
        for one in people:
            one.turns = []
        await submit(live, Move("roll"), 0)
        await live.say(live.table.chairs[0].person, 0, "hello")
        assert [(one.picture, len(one.pictures)) for one in people] == before
        for one, (_, shown) in zip(people, before, strict=True):
            one.take_turns()
            assert len(one.pictures) == shown + 1
            assert "hello" in one.screen


@pytest.mark.parametrize("screen", [True, False])
async def test_turn_and_what_the_computer_answers_are_shown_to_a_crowd_in_one(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        people = [await house.look_on(name, live, screen=screen) for name in NAMES]
        with replying(live):
            await submit(live, Move("p"), 0)
            ats = [house.visits[one].room for one in people]
            assert len({at.crowd for at in ats if isinstance(at, AtTable) and at.crowd is not None}) == 1
            before = [(len(one.pictures), len(one.text)) for one in people]
            for one in people:
                one.turns = []
            plays = live.table.now.plays
            await submit(live, Move(next(text for text in moves(live, 0) if text.startswith("d "))), 0)
        assert live.table.now.plays >= plays + 3
        assert before == [(len(one.pictures), len(one.text)) for one in people]
        for one in people:
            one.take_turns()
        if screen:
            assert [len(one.pictures) for one in people] == [count + 1 for count, _ in before]
        told = {one.text[count:] for one, (_, count) in zip(people, before, strict=True)}
        assert len(told) == len({one.picture for one in people}) == 1
        assert len({at.crowd for at in ats if isinstance(at, AtTable) and at.crowd is not None}) == 1


async def test_who_leaves_before_their_turn_has_come_is_shown_nothing_more() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl, dora = [await house.look_on(name, live, screen=True) for name in NAMES[:2]]
        for one in (carl, dora):
            one.turns = []
        await submit(live, Move("roll"), 0)
        for one in (carl, dora):
            await one.pressed("q")
            shown = len(one.pictures)
            one.take_turns()
            assert len(one.pictures) == shown
        assert not live.listeners


async def test_who_ignores_a_player_is_not_shown_what_the_crowd_hears_of_them() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl, dora, emma = [await house.look_on(name, live, screen=True) for name in NAMES[:3]]
        await submit(live, Move("roll"), 0)
        await command(emma, "ignore Anna")
        await submit(live, Move(moves(live, 0)[0]), 0)
        await live.say(live.table.chairs[0].person, 0, "hello")
        await quiet()
        assert "hello" in carl.screen
        assert "hello" in dora.screen
        assert "hello" not in emma.screen


async def test_each_is_shown_several_events_at_once_as_they_like_it(autojump_clock: MockClock) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl, dora = [await house.look_on(name, live, screen=True) for name in NAMES[:2]]
        emma = await house.look_on("Emma", live, screen=True, motion=False)
        ways = 0
        while live.table.outcome is None:
            assert carl.picture is dora.picture is emma.picture or not ways
            seat = live.table.turn[0]
            await submit(live, Move(moves(live, seat)[0]), seat)
            if len(live.steps(viewer_of(None))) > 1:
                ways += 1
                assert carl.screen == dora.screen != emma.screen
            await trio.sleep(1)
        assert ways


@pytest.mark.parametrize("admitted", NAMES[:3])
async def test_of_a_crowd_only_those_stay_who_are_admitted(admitted: str) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        people = {name: await house.look_on(name, live, screen=True) for name in NAMES[:3]}
        await anna.told("roll", f"admit {admitted}", moves(live, 0)[0])
        await submit(live, Move(moves(live, live.table.turn[0])[0]), live.table.turn[0])
        assert len({one.picture for one in people.values()}) == 1
        await anna.told("watching invited")
        assert [name for name, one in people.items() if one.on_screen] == [admitted]


async def test_who_makes_their_window_larger_sees_there_what_the_others_see() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl, dora = [await house.look_on(name, live, screen=True) for name in NAMES[:2]]
        for _ in range(3):
            seat = live.table.turn[0]
            await submit(live, Move(moves(live, seat)[0]), seat)
        with looked_after():
            await carl.resized(Look(43, 132))
        await carl.resized(Look())
        assert carl.picture is dora.picture


async def test_what_somebody_asks_who_thought_about_it_is_answered_of_the_position_there_is_then() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl, dora = [await house.look_on(name, live, screen=True, motion=False) for name in NAMES[:2]]
        await submit(live, Move("roll"), 0)
        await carl.pressed(":")
        for _ in range(3):
            seat = live.table.turn[0]
            await submit(live, Move(moves(live, seat)[0]), seat)
        at = house.visits[carl].room
        assert isinstance(at, AtTable)
        assert at.crowd is None
        with looked_after():
            await carl.told("score")
        assert await carl.pressed() == await dora.pressed(*":score", "enter")


async def test_nobody_is_told_anything_of_a_table_once_all_have_left() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        people = [await house.look_on(name, live, screen=True) for name in NAMES]
        await submit(live, Move("roll"), 0)
        for one in people[1:]:
            await one.pressed("q")
        people[0].hang_up()
        await quiet()
        assert not live.listeners
        assert not [kept for kept in live.kept.values() if isinstance(kept, Crowd)]


async def test_a_board_that_is_drawn_once_more_on_the_way_out_leads_into_no_crowd() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        visit = house.visits[house.enter("Carl")]
        at = AtTable(visit, Seat(visit.session, live, NO_SEATS), ())
        with at.following():
            await submit(live, Move("roll"), 0)
            at.picture(None, Look())
            assert at.crowd is not None
        at.picture(None, Look())
        assert at.crowd is None
        assert not live.listeners
