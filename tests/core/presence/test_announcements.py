"""What a house tells of its people: each thing once, to those whom it concerns, and summed up when it is much."""

from __future__ import annotations

import attrs
import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from core.base.durations import DAY
from core.base.message import english, message
from core.games import GAMES
from core.house.service import Service
from core.presence.announcements import GOINGS, ONE_BY_ONE, PAUSE, SLICE, Announcer
from core.presence.roster import Kind, Notice, Presence, Present
from core.table import AcceptStandIn, LendSeat, TakeSeatBack
from tests.core.correspondence.slow_games import Clock, agree
from tests.core.parlour import ANNA, BERT, a_service, submit
from tests.core.somebody import Hearer


@attrs.define
class Hall:
    """A house in which time passes when a test says so."""

    now: float = 1000.0
    presence: Presence = attrs.field(factory=Presence)
    announcer: Announcer = attrs.field(init=False)
    heard: dict[str, list[str]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.announcer = Announcer(self.presence, lambda _: None, lambda: self.now)

    def come(self, name: str, table: str = "", seats: tuple[int, ...] = ()) -> Present:
        lines = self.heard.setdefault(name, [])
        hearer = Hearer(lambda notice: lines.append(english(notice.said)), heard_at=self.now)
        present = Present(name, hearer, self.now)
        self.presence.come(present)
        self.announcer.come(present)
        if table:
            self.go_to(present, table, seats)
        return present

    def go_to(self, present: Present, table: str, seats: tuple[int, ...] = ()) -> None:
        before = present.table, present.seats
        self.presence.change(present, name=present.name, person="", is_guest=False, table=table, seats=seats)
        self.announcer.moved(present, *before)

    def leave(self, present: Present, *, lost: bool = False) -> None:
        self.presence.go(present)
        self.announcer.go(present, lost=lost)


@pytest.fixture
def hall() -> Hall:
    return Hall()


async def told(hall: Hall) -> None:
    """Let everybody be told."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(hall.announcer.run)
        await wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()


async def test_lobby_hears_who_comes_goes_loses_the_line_and_is_back(hall: Hall) -> None:
    hall.come("Anna")
    bert = hall.come("Bert")
    hall.leave(bert, lost=True)
    hall.leave(hall.come("Bert"))
    hall.now += 60
    hall.come("Bert")
    await told(hall)
    assert hall.heard["Anna"] == [
        "Bert is here.",
        "Bert lost the connection.",
        "Bert is back.",
        "Bert left.",
        "Bert is here.",
    ]


async def test_crowd_is_summed_up(hall: Hall) -> None:
    hall.come("Anna")
    crowd = [hall.come(f"Bert{number}") for number in range(500)]
    await told(hall)
    lines = hall.heard["Anna"]
    assert len(lines) <= ONE_BY_ONE.at_once
    hall.now += 60
    await told(hall)
    assert lines[-1] == f"{501 - ONE_BY_ONE.at_once} more people came."
    for one in crowd:
        hall.leave(one)
    hall.now += 60
    await told(hall)
    assert len(lines) <= 2 * ONE_BY_ONE.at_once + 2


async def test_those_at_a_table_hear_what_happens_there_and_the_lobby_does_not(hall: Hall) -> None:
    anna, carl = hall.come("Anna", "t1", (0,)), hall.come("Carl")
    await told(hall)
    hall.heard["Carl"].clear()
    hall.heard["Anna"].clear()
    hall.go_to(carl, "t1")
    hall.go_to(carl, "")
    hall.go_to(anna, "")
    bert = hall.come("Bert", "t1", (1,))
    hall.go_to(anna, "t1", (0,))
    hall.leave(bert, lost=True)
    await told(hall)
    assert hall.heard["Anna"] == [
        "Carl is watching.",
        "Carl stopped watching.",
        "Bert is here.",
        "Bert lost the connection.",
    ]
    assert hall.heard["Bert"] == ["Anna is at the table."]


async def test_many_are_told_after_one_another_and_others_go_on_meanwhile(hall: Hall) -> None:
    for number in range(4 * SLICE):
        hall.come(f"Anna{number}")
    await told(hall)
    for lines in hall.heard.values():
        lines.clear()
    reached: list[int] = []

    async def look() -> None:
        while not all(hall.heard.values()):
            reached.append(sum(map(bool, hall.heard.values())))
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(hall.announcer.run)
        await wait_all_tasks_blocked()
        hall.announcer.spread(Notice(Kind.SHOUT, message("Dinner.")), hall.presence.everybody())
        nursery.start_soon(look)
        await wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert len(set(reached)) >= 2
    assert all(lines == ["Dinner."] for lines in hall.heard.values())


async def test_who_comes_to_a_table_and_goes_again_and_again_is_told_of_a_few_times_only(hall: Hall) -> None:
    hall.come("Anna", "t1", (0,))
    carl = hall.come("Carl")
    for _ in range(100):
        hall.go_to(carl, "t1")
        hall.go_to(carl, "")
    await told(hall)
    lines = [line for line in hall.heard["Anna"] if line.startswith(("Carl is watching", "Carl stopped watching"))]
    assert len(lines) == GOINGS.at_once


def enter(service: Service, person: str) -> list[Notice]:
    """Somebody comes into the lobby of a house. Returns: what they are told of their turns from now on."""
    heard: list[Notice] = []

    def hear(notice: Notice) -> None:
        if notice.kind is Kind.TURN:
            heard.append(notice)

    service.presence.come(Present(person.title(), Hearer(hear), service.now(), person=person))
    return heard


async def test_person_who_is_lent_a_seat_is_told_of_the_turn_once_and_so_is_who_has_it_back(
    autojump_clock: object,
) -> None:
    clock = Clock()
    async with a_service(now=clock) as service:
        anna, carl = enter(service, "anna"), enter(service, "carl")
        id = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        async with service.table(id, attended=False) as live:
            seat = await agree(live, DAY, bot="", person="carl")
            await submit(live, AcceptStandIn(seat, "carl"), None)
            await trio.sleep(2 * PAUSE)
            assert (len(anna), len(carl)) == (1, 0)
            clock.at += DAY
            await submit(live, LendSeat(seat), None)
            await trio.sleep(2 * PAUSE)
            assert (len(anna), len(carl)) == (1, 1)
            assert english(carl[0].said) == f"It is your turn at table {id}: El-Ixir."
            assert carl[0].rings
            await submit(live, TakeSeatBack(), seat)
            await trio.sleep(2 * PAUSE)
            assert (len(anna), len(carl)) == (2, 1)
