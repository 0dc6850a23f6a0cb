"""Who is in the house: found by name, by person and by table, whatever they do."""

from __future__ import annotations

import sys
from collections import deque

import attrs
from hypothesis import given
from hypothesis import strategies as st

from core.base.message import message
from core.presence.roster import Claim, Elsewhere, Kind, Notice, Presence, Present
from tests.core.somebody import Hearer
from tests.frontends.logged import logged

NAMES = st.sampled_from(["Anna", "anna", "Bert", "Carla"])
IDS = st.sampled_from(["", "p1", "p2"])
TABLES = st.sampled_from(["", "t1", "t2"])
HELLO = Notice(Kind.TELL, message("Hello."))


def present(name: str = "Anna") -> Present:
    return Present(name, Hearer(), 0.0)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["come", "go", "change"]), NAMES, IDS, TABLES)))
def test_everybody_is_found_by_what_they_are_now_and_nobody_else(steps) -> None:
    presence, those = Presence(), [present() for _ in range(4)]
    for number, what, name, person, table in steps:
        one, is_in = those[number], those[number] in presence.everybody()
        if what == "come" and not is_in:
            presence.come(one)
        elif what == "go":
            presence.go(one)
        elif what == "change" and is_in:
            presence.change(one, name=name, person=person, is_guest=False, table=table, seats=())
    those_in = presence.everybody()
    for name in ("ANNA", "Bert", "Carla"):
        assert set(presence.named(name)) == {one for one in those_in if one.name.lower() == name.lower()}
    for key in ("", "p1", "p2"):
        assert set(presence.of(key)) == {one for one in those_in if key and one.person == key}
    for key in ("", "t1", "t2"):
        assert set(presence.at(key)) == {one for one in those_in if key and one.table == key}
    assert set(presence.in_lobby()) == {one for one in those_in if not one.table}
    for one in those_in:
        presence.go(one)
    assert vars(presence) == vars(Presence())


def test_one_who_cannot_be_told_keeps_nobody_else_from_hearing() -> None:
    heard: list[Notice] = []

    def fail(notice: Notice) -> None:
        raise RuntimeError("no screen")

    presence = Presence()
    with logged() as log:
        presence.tell(HELLO, [Present("Anna", Hearer(fail), 0.0), Present("Bert", Hearer(heard.append), 0.0)])
    assert heard == [HELLO]
    assert "Somebody was not told something." in log.getvalue()


class Bare:
    """An object without fields."""

    __slots__ = ("__weakref__",)


def test_somebody_who_does_nothing_costs_little_memory() -> None:
    """Nothing but what every object has, which is another size in each version of Python, and its fields."""
    assert sys.getsizeof(present()) <= sys.getsizeof(Bare()) + 8 * len(attrs.fields(Present))


class Twin(Elsewhere):
    """One of two houses that hear of each other some time later, but in order."""

    def __init__(self, name: str) -> None:
        self.presence = Presence(name)
        self.presence.elsewhere = self
        self.name = name
        self.own: dict[int, Present] = {}
        self.there: dict[int, Present] = {}
        self.unheard: deque[tuple[int, tuple[int, ...], int]] = deque()
        """What the other one has not heard yet: who sits where, and with what rank."""

    def enter(self, number: int) -> None:
        def give_up(claim: Claim) -> None:
            assert claim is Claim.SEATS
            self.sit(number, ())

        one = self.own[number] = Present(f"Anna{self.name}{number}", Hearer(on_claim=give_up), 0.0)
        one.number = number
        self.presence.come(one)

    def sit(self, number: int, seats: tuple[int, ...]) -> None:
        one = self.own[number]
        self.presence.change(one, name=one.name, person="p", is_guest=True, table="t", seats=seats)

    def show(self, present: Present) -> None:
        self.unheard.append((present.number, present.seats, present.rank))

    def forget(self, present: Present, *, lost: bool) -> None: ...

    def spread(self, notice: Notice) -> None: ...

    def hear(self, other: Twin) -> None:
        number, seats, rank = other.unheard.popleft()
        if number not in self.there:
            one = Present(f"Anna{other.name}{number}", Hearer(), 0.0, number=number, house=other.name)
            self.there[number] = one
            self.presence.come(one)
        there = self.there[number]
        self.presence.change(there, name=there.name, person="p", is_guest=True, table="t", seats=seats, rank=rank)

    def seated(self) -> dict[str, tuple[int, ...]]:
        return {one.name: one.seats for one in self.presence.at("t")}


def deliver(twins: list[Twin]) -> None:
    """Let both hear everything."""
    while twins[0].unheard or twins[1].unheard:
        for twin, other in zip(twins, reversed(twins), strict=True):
            if other.unheard:
                twin.hear(other)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([(0,), (1,), (0, 1)]), st.integers(1, 2))))
def test_who_sits_down_takes_the_seat_from_those_it_is_known_of(steps) -> None:
    twins = [Twin("a"), Twin("b")]
    for twin in twins:
        for number in (1, 2):
            twin.enter(number)
    for which, seats, number in steps:
        twins[which].sit(number, seats)
        deliver(twins)
        held = {one.name: one.seats for twin in twins for one in twin.own.values() if set(one.seats) & set(seats)}
        assert held == {twins[which].own[number].name: seats}


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([(0,), (1,), (0, 1), "hear", "hear"]), st.integers(1, 2))))
def test_whoever_hears_of_whom_when_a_seat_is_held_by_one_visit_in_the_end(steps) -> None:
    twins = [Twin("a"), Twin("b")]
    for twin in twins:
        for number in (1, 2):
            twin.enter(number)
    wanted: set[int] = set()
    for which, what, number in steps:
        twin, other = twins[which], twins[1 - which]
        if what != "hear":
            twin.sit(number, what)
            wanted |= set(what)
        elif other.unheard:
            twin.hear(other)
    deliver(twins)
    held = [seat for twin in twins for one in twin.own.values() for seat in one.seats]
    assert len(held) == len(set(held))
    if wanted == {0} or wanted == {1}:
        assert set(held) == wanted
    assert twins[0].seated().items() >= {name: seats for name, seats in twins[1].seated().items() if seats}.items()
