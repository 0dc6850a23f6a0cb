"""Who has left: the last visit of each, as many as are remembered, and none of who is forgotten."""

from __future__ import annotations

from itertools import product

from core.presence.last_seen import MOST, LastSeen, Seen
from core.presence.roster import Present
from tests.core.somebody import Hearer


def visit(name: str, came_at: float = 1.0, person: str = "") -> Seen:
    return Seen(name, person, came_at, came_at + 5, "192.0.2.0/24")


def given(*visits: Seen) -> LastSeen:
    seen = LastSeen()
    for one in visits:
        somebody = Hearer(heard_at=one.heard_at)
        seen.note(Present(one.name, somebody, one.came_at, one.person, share=one.network))
    return seen


def test_last_visit_counts_however_the_name_is_written() -> None:
    assert given(visit("Anna"), visit("anna", 9.0)).of("ANNA") == visit("anna", 9.0)
    assert given(visit("Anna")).of("Bert") is None


def test_only_the_last_ones_are_remembered() -> None:
    names = ["".join(letters) for letters in product("abdefghk", repeat=5)][: MOST + 1]
    seen = given(*map(visit, names))
    assert (seen.of(names[0]), seen.of(names[-1])) == (None, visit(names[-1]))


def test_who_is_forgotten_is_not_known() -> None:
    seen = given(visit("Anna", person="p1"), visit("Bert", person="p2"))
    seen.forget("p1")
    assert (seen.of("Anna"), seen.of("Bert")) == (None, visit("Bert", person="p2"))
