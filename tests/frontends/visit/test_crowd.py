"""Those who look on: what is made for the first of a crowd and looked up for the others is what each would be shown."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import attrs
import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from core.game import Refused
from core.live import LiveTable, News
from core.table import Move, Resign, Undo
from frontends.screens.picture import Look
from frontends.visit.at_table import AtTable
from tests.core.parlour import moves
from tests.frontends.terminals import ListTerminal, open_house

NAMES = ("Carl", "Dora", "Emma", "Fred")
LINES = ("last", "board", "score", "about", "ignore Anna", "hear Anna", "language fr", "motion off", "x", "say hi")
KEYS = ("?", "T", "escape", "enter", "down", "'", "h", "i", "q", ":", "x")
SIZES = (Look(), Look(43, 132), Look(22, 40), Look(colour=False))


@attrs.frozen
class Step:
    """What is done: a player plays or talks, one who looks on does something, somebody outside tells one or all."""

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
    )
    return st.lists(step, min_size=8, max_size=25)


async def do(step: Step, live: LiveTable, people: Sequence[ListTerminal], gus: ListTerminal) -> None:
    table = live.table
    match step.does:
        case "move" if table.outcome is None:
            known = moves(live, table.turn[0])
            await live.submit(Move(known[step.who % len(known)]) if known else Resign(), table.turn[0])
        case "talk":
            await live.say(table.chairs[0].person, 0, f"line {table.seq}")
        case "undo" if table.outcome is None:
            with suppress(Refused):  # there is nothing to take back, or somebody is asked already
                await live.submit(Undo(), 0)
        case "tell":
            await gus.told(f"tell {NAMES[step.who]} look at this")
        case "shout":
            await gus.told(f"shout at {table.seq}")
        case "line":
            await people[step.who].told(f":{step.what}" if people[step.who].on_screen else step.what)
        case "key":
            await people[step.who].pressed(step.what)
        case "size":
            await people[step.who].resized(step.look)
        case _:
            pass


def told(one: ListTerminal, live: LiveTable) -> tuple[object, ...]:
    """All that somebody was told, and the screen they see; every table has an id of its own."""
    rows, styles = (one.picture.rows, one.picture.styles) if one.picture else ((), ())
    return [row.replace(live.id, "Y" * len(live.id)) for row in rows], styles, one.text.replace(live.id, "")


async def shown(order: tuple[str, ...], steps: Sequence[Step]) -> list[object]:
    """All that each of those who look on was shown, step by step."""
    async with open_house() as house:
        live = await house.set_up(*order)
        people = [await house.look_on(name, live, screen=True) for name in NAMES]
        gus = house.enter("Gus")
        seen: list[object] = []
        for step in steps:
            await do(step, live, people, gus)
            seen += [told(one, live) for one in people]
        return seen


GAMES = st.sampled_from(
    [("elixir", "Anna", "Bert"), ("mille", "Anna", "Bert"), ("pileon", "Anna"), ("terrace", "Anna")]
)


@settings(max_examples=40)
@given(GAMES, steps())
def test_each_in_a_crowd_is_shown_what_they_would_be_shown_singly(order: tuple[str, ...], steps: list[Step]) -> None:
    together = trio.run(shown, order, steps, clock=MockClock())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AtTable, "_shown_to_crowd", lambda at: None)
        singly = trio.run(shown, order, steps, clock=MockClock())
    assert together == singly


async def test_what_a_crowd_is_shown_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    take = AtTable._take

    def counted(at: AtTable, live: LiveTable, news: News) -> None:
        made.append(at)
        take(at, live, news)

    monkeypatch.setattr(AtTable, "_take", counted)
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl, dora, _, _ = [await house.look_on(name, live, screen=True) for name in NAMES]
        await live.submit(Move("roll"), 0)
        made.clear()
        await live.say(live.table.chairs[0].person, 0, "hello")
        assert len(made) == 1
        assert carl.picture is dora.picture
