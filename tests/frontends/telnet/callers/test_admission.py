"""Who may come in: nobody fills the house alone, and newcomers find a place at the door whoever stands there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from frontends.server import logs
from frontends.server.config import Limits
from frontends.telnet.callers.admission import MOST_NOTED, Admission, Refusals
from frontends.telnet.output import Why
from tests.frontends.logged import logged


@attrs.define(eq=False)
class Somebody:
    neighbourhood: str
    has_name: bool = False
    has_spoken: bool = False
    has_gone: bool = False


SMALL = Limits(connections=5, connections_of_one_address=3, arrivals_a_minute=6, door_places=4)


def come(admission: Admission[Somebody], address: str, **kind: bool) -> Somebody:
    somebody = Somebody(address, **kind)
    assert admission.add(somebody) is None
    return somebody


def test_one_address_has_so_many_places_and_gets_them_back() -> None:
    admission = Admission[Somebody](SMALL)
    first, *_ = [come(admission, "a") for _ in range(3)]
    assert admission.objection("a", 0.0) is Why.MANY
    assert admission.objection("b", 0.0) is None
    admission.remove(first)
    assert admission.objection("a", 0.0) is None


def test_house_is_full_of_people_with_names_only() -> None:
    admission = Admission[Somebody](SMALL)
    people = [come(admission, f"p{number}", has_name=True) for number in range(4)]
    for number in range(3):
        come(admission, f"s{number}")
    assert admission.objection("new", 0.0) is None
    people.append(come(admission, "p4"))
    people[-1].has_name = True
    assert admission.objection("new", 0.0) is Why.FULL
    admission.remove(people[0])
    assert admission.objection("new", 0.0) is None


def test_whoever_comes_again_and_again_has_to_wait_a_little() -> None:
    admission = Admission[Somebody](SMALL)
    for _ in range(6):
        assert admission.objection("a", 0.0) is None
        admission.remove(come(admission, "a"))
    assert admission.objection("a", 0.0) is Why.OFTEN
    assert admission.objection("b", 0.0) is None
    assert admission.objection("a", 11.0) is None


def subscriber(number: int) -> str:
    """A /64 of one /48."""
    return f"2001:db8:1:{number:x}::/64"


def machine(number: int) -> str:
    """An address of one /24."""
    return f"192.0.2.{number}"


IN_A_NETWORK = pytest.mark.parametrize(
    ("one", "stranger"), [(subscriber, "2001:db8:2:1::/64"), (machine, "192.0.3.1")], ids=["IPv6", "IPv4"]
)
One = Callable[[int], str]
"""An address of a network, by number."""


@IN_A_NETWORK
def test_one_network_has_the_places_of_several_addresses_and_gets_them_back(one: One, stranger: str) -> None:
    admission = Admission[Somebody](attrs.evolve(SMALL, connections=100, door_places=100, addresses_of_a_network=2))
    first, *_ = [come(admission, one(number)) for number in range(6)]
    assert admission.objection(one(9), 0.0) is Why.MANY
    assert admission.objection(stranger, 0.0) is None
    admission.remove(first)
    assert admission.objection(one(9), 0.0) is None


@IN_A_NETWORK
def test_one_network_comes_as_often_as_several_addresses(one: One, stranger: str) -> None:
    admission = Admission[Somebody](attrs.evolve(SMALL, addresses_of_a_network=2))
    assert [admission.objection(one(number), 0.0) for number in range(12)] == [None] * 12
    assert admission.objection(one(12), 0.0) is Why.OFTEN
    assert admission.objection(stranger, 0.0) is None
    assert admission.objection(one(12), 5.0) is None


@IN_A_NETWORK
def test_room_at_the_door_is_made_by_the_network_with_most(one: One, stranger: str) -> None:
    admission = Admission[Somebody](SMALL)
    come(admission, "alone")
    come(admission, stranger)
    crowd = [come(admission, one(number)) for number in range(2)]
    assert admission.add(Somebody("new")) is crowd[0]


def test_room_at_the_door_is_made_by_the_silent_of_the_address_with_most() -> None:
    admission = Admission[Somebody](SMALL)
    come(admission, "alone")
    come(admission, "many", has_spoken=True)
    silent = come(admission, "many")
    come(admission, "other")
    assert admission.add(Somebody("new")) is silent


def test_who_has_hung_up_makes_room_before_those_who_are_there() -> None:
    admission = Admission[Somebody](SMALL)
    for _ in range(2):
        come(admission, "many")
    gone = come(admission, "other", has_spoken=True, has_gone=True)
    come(admission, "another")
    assert admission.add(Somebody("new")) is gone


def test_of_several_alike_the_first_makes_room() -> None:
    admission = Admission[Somebody](SMALL)
    first = come(admission, "1")
    for number in range(2, 5):
        come(admission, str(number))
    assert admission.add(Somebody("new")) is first


def test_those_who_said_their_name_make_no_room() -> None:
    admission = Admission[Somebody](SMALL)
    named = come(admission, "1")
    named.has_name = True
    for number in range(2, 5):
        come(admission, str(number))
    assert admission.add(Somebody("new")) is None


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(["come", "name", "speak", "go"])), max_size=80))
def test_counts_hold_whatever_people_do(steps: list[tuple[str, str]]) -> None:
    admission, inside = Admission[Somebody](attrs.evolve(SMALL, arrivals_a_minute=1e6)), list[Somebody]()
    for address, what in steps:
        if what == "come":
            if admission.objection(address, 0.0) is None:
                somebody = Somebody(address)
                inside.append(somebody)
                if (shown_out := admission.add(somebody)) is not None:
                    assert not shown_out.has_name
                    assert shown_out is not somebody
                    inside.remove(shown_out)
                    admission.remove(shown_out)
        elif found := next((one for one in inside if one.neighbourhood == address), None):
            if what == "go":
                inside.remove(found)
                admission.remove(found)
            else:
                found.has_name, found.has_spoken = found.has_name or what == "name", True
        assert len(admission) == len(inside)
        assert sum(not one.has_name for one in inside) <= SMALL.door_places
        assert sum(one.neighbourhood == address for one in inside) <= SMALL.connections_of_one_address


def counted() -> int:
    return logs.counts()["refused", "many-of-address"]


async def test_flood_is_counted_and_not_written_down(autojump_clock: Any) -> None:
    refusals, before = Refusals(), counted()
    with logged() as log:
        for number in range(3 * MOST_NOTED):
            refusals.note(f"2001:db8::{number}", "many-of-address")
        refusals.note("192.0.2.7", "many-of-address")
        await trio.sleep(60)
        refusals.note("2001:db8::1", "many-of-address")
    assert log.getvalue().count("event=refused address=2001:db8::") == MOST_NOTED + 1
    assert log.getvalue().count("address=192.0.2.7") == 1
    assert counted() == before + 3 * MOST_NOTED + 2
