"""Whatever two people type, press, click, resize and break off: the house stands, and every game follows the rules."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

import attrs
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock, wait_all_tasks_blocked

from core.records import fold
from frontends.locale.language import LANGUAGES, PSEUDO
from frontends.terminal.picture import Look
from frontends.visit.action import words_of
from frontends.visit.lobby import room
from frontends.visit.replay import room as replay
from frontends.visit.table.actions import all_actions as table
from tests.examples import examples
from tests.frontends.terminals import House, ListTerminal, open_house, quiet
from tests.patience import PATIENCE

ORDERS = (
    "new mille", "new mille person", "new elixir person", "new elixir hotseat", "new mille hotseat",
    "new pileon deal=7", "new signora",
    "new mille luck=tortoise", "new terrace deal=5 clock=60", "new elixir person clock=3",
)  # fmt: skip
"""What opens a table, without the computer players that think in another process."""
WORDS = tuple({*words_of(table.ACTIONS), *words_of(replay.ACTIONS), *words_of(room.ACTIONS)} - {"winnable"})
"""Every action but the one that works in another process."""
AT_TABLES = (
    "p", "roll", "y", "n", "another", "stop", "mark a", "return a", "save", "a", "say hello", "'", "demo fast", "+",
    "go 5", "go", "go end", "go 0:10", "go hello", "hand back", "colour off", "reader", "reader off", "language fr",
    "language en", "motion off", "motion on", "mouse off", "new", "stats",
)  # fmt: skip
IN_LOBBY = (
    "list", "list all", "list mine 2", "fair", "join <table> luck=hare", "join <table>", "watch <table>",
    "resume <code>", "saves <code>", "return <code> a", "replay <table>", "stats", "resume", "saves", "join",
    "watch nowhere", "name Carl", "help", "rules mille",
)  # fmt: skip
KEYS = (
    *"yn qQ?'/LTUXuyhRnmMsDApdowrgeabf123456+-#", "enter", "escape", "tab", "backspace", "delete", "up", "down", "left",
    "right", "home", "end", "page up", "wheel up", "wheel down", "c-c", "c-l", "c-d", "c-u", "c-z", "c-r",
)  # fmt: skip


@attrs.frozen
class Step:
    """Something one of the two does."""

    who: int
    does: str
    """"line", "keys", "move", "click", "size", "wait" or "gone"."""
    what: str = ""
    keys: tuple[str, ...] = ()
    number: int = 0
    look: Look | None = None


def steps() -> st.SearchStrategy[list[Step]]:
    who = st.integers(0, 1)
    looks = st.builds(
        Look, st.integers(1, 50), st.integers(1, 140), st.booleans(), st.booleans(), st.booleans(),
        st.sampled_from([*LANGUAGES, PSEUDO]),
    )  # fmt: skip
    lines = st.one_of(st.sampled_from((*AT_TABLES, *IN_LOBBY)), st.text(max_size=12), st.sampled_from(WORDS))
    step = st.one_of(
        st.builds(Step, who, st.just("line"), st.sampled_from(ORDERS)),
        *[st.builds(Step, who, st.just("line"), lines)] * 3,
        st.builds(Step, who, st.just("line"), st.sampled_from(("replay", "replay <table>", "watch <table>", "resume"))),
        *[st.builds(Step, who, st.just("keys"), keys=st.lists(st.sampled_from(KEYS), max_size=6).map(tuple))] * 3,
        *[st.builds(Step, who, st.just("move"), number=st.integers(0, 99))] * 6,
        *[st.builds(Step, who, st.just("click"), number=st.integers(0, 99))] * 2,
        st.builds(Step, who, st.just("size"), look=looks),
        st.builds(Step, who, st.just("wait"), number=st.integers(1, 5)),
        st.builds(Step, who, st.just("gone")),
    )
    return st.lists(step, min_size=15, max_size=60)


def legal(person: ListTerminal) -> list[str]:
    """The moves among the words that the prompt offers."""
    return [word for word in person.prompt.words if word.split()[0] not in WORDS and word != "winnable"]


async def do(step: Step, people: list[ListTerminal], house: House, clock: MockClock) -> None:
    person = people[step.who]
    match step.does:
        case "line":
            tables = await house.tables()
            code = re.findall(r"resume (\S+-\S+)", person.text)
            line = step.what.replace("<table>", tables[0] if tables else "x")
            person.type(line.replace("<code>", code[-1] if code else "x-y"))
        case "keys":
            person.press(*step.keys)
        case "move":
            moves = legal(person)
            person.type(moves[step.number % len(moves)] if moves else "")
        case "click":
            spots = person.picture.spots if person.picture and person.on_screen else ()
            if spots:
                person.click(spots[step.number % len(spots)].name, is_double=step.number % 5 == 0)
        case "size":
            person.resize(step.look or Look())
        case "wait":
            clock.jump(step.number)
        case _:
            person.hang_up()
            await wait_all_tasks_blocked()
            people[step.who] = house.enter("Bert" if step.who else "Anna", screen=bool(step.who))
    await wait_all_tasks_blocked()
    if people[step.who].status is not None:
        people[step.who] = house.enter("Dora")
        await wait_all_tasks_blocked()


async def until_all_have_left(house: House, clock: MockClock) -> None:
    """Let time go by for those who wait for lists, or for a solver to end; nobody else needs any to leave."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await wait_all_tasks_blocked(0.001)
        await quiet()
        if all(person.status is not None for person in house.visits) and not house.service.tables_in_play:
            return
        clock.jump(1)
    raise AssertionError("Somebody does not leave, or a table stays open.")


async def live_through(order: str, steps: Sequence[Step], clock: MockClock) -> None:
    async with open_house() as house:
        people = [house.enter("Anna"), house.enter("Bert", screen=True)]
        for step in (Step(0, "line", order), Step(1, "line", "join <table>"), *steps):
            await do(step, people, house, clock)
        for person in house.visits:
            person.hang_up()
        await until_all_have_left(house, clock)
        for summary in (await house.service.journal.streams("table/")).summaries:
            fold.verify(summary.stream, await house.service.journal.read(summary.stream))
        for person in house.visits:
            assert "Something went wrong" not in person.text
            assert "went wrong" not in person.text


@examples(60, quick=10)
@given(st.sampled_from(ORDERS), steps())
def test_nothing_that_people_do_breaks_the_house_or_a_game(order: str, steps: list[Step]) -> None:
    clock = MockClock()
    trio.run(live_through, order, steps, clock, clock=clock)
