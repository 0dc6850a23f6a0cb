"""Who is in the house: found by name, by person and by table, whatever they do."""

from __future__ import annotations

import sys

from hypothesis import given
from hypothesis import strategies as st

from core.message import message
from core.presence import Kind, Notice, Presence, Present
from tests.frontends.logged import logged

NAMES = st.sampled_from(["Anna", "anna", "Bert", "Carla"])
IDS = st.sampled_from(["", "p1", "p2"])
TABLES = st.sampled_from(["", "t1", "t2"])
HELLO = Notice(Kind.TELL, message("Hello."))


def present(name: str = "Anna") -> Present:
    return Present(name, lambda _: None, 0.0, 0.0)


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
        presence.tell(HELLO, [Present("Anna", fail, 0.0, 0.0), Present("Bert", heard.append, 0.0, 0.0)])
    assert heard == [HELLO]
    assert "Somebody was not told something." in log.getvalue()


def test_somebody_who_does_nothing_costs_little_memory() -> None:
    assert sys.getsizeof(present()) <= 160
