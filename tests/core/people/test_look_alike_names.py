"""What may be a name, and which names read alike."""

# ruff: noqa: RUF001  (letters that look alike are what this is about)

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.base.text import clean
from core.people.look_alike_names import LONGEST, SHORTEST, is_same, read_name, skeleton
from core.people.persons import GUEST


@pytest.mark.parametrize(
    "same", ["anna", "A n n a", "an.na", "\uff21NNA", "Ànna", "Ånna", "Αννα".upper().replace("Ν", "n"), GUEST + "Anna"]
)
def test_names_that_read_alike_have_one_skeleton(same):
    assert skeleton(same) == skeleton("Anna")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bill", "B1II"), ("Otto", "0tt0"), ("Computer", "Сomputer"), ("Вова", "BoBa"), ("Zoé", "ZOE"),
     ("Computer", "Cornputer"), ("Wanda", "Vvanda"), ("Avwe", "Awve"), ("Avwe", "Avvve"), ("Мама", "RNARNA")],
)  # fmt: skip
def test_look_alikes_have_one_skeleton_and_are_not_the_same_name(one, other):
    assert skeleton(one) == skeleton(other)
    assert not is_same(one, other)


def test_other_names_have_other_skeletons():
    assert len({skeleton(name) for name in ("Anna", "Anne", "Ann", "2", "日本", "Onna")}) == 6


@pytest.mark.parametrize(
    ("typed", "name"), [("  Anna ", "Anna"), ("\uff21nna", "Anna"), ("Zoe\u0301", "Zoé"), ("x2", "x2")]
)
def test_name_is_composed(typed, name):
    assert read_name(typed) == name


@pytest.mark.parametrize(
    "name",
    ["", " ", "A", "x" * 17, "An na", "Anna.", "An\u200bna", "Anna\u202e", "\u2060Anna", "{1}", "1Anna", "12345",
     "日本", "Сomputer", "Iван", "Ꭺnna", "ʟisa", "שרה", "Anna\u0301\u0301\u0301", "k3f9q-aaaa-aaaa-aaaaa", "-anna"],
)  # fmt: skip
def test_what_cannot_be_a_name_is_refused(name):
    with pytest.raises(Refused):
        read_name(name)


@given(st.text(max_size=20))
def test_name_is_what_was_typed_and_can_be_shown_or_is_refused(text):
    with suppress(Refused):
        name = read_name(text)
        assert clean(text, 20) == name == read_name(name)
        assert SHORTEST <= len(name) <= LONGEST
        assert skeleton(name)
        assert skeleton(GUEST + name) == skeleton(name)


@given(st.text(max_size=20))
def test_skeleton_is_its_own_and_that_of_every_case(text):
    with suppress(Refused):
        name = read_name(text)
        assert skeleton(skeleton(name)) == skeleton(name)
        assert is_same(name, name.casefold())
        assert skeleton(name.casefold()) == skeleton(name)
