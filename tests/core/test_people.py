"""What is known of a person, folded."""

from __future__ import annotations

import pytest

from core.people import CodeGiven, Named, Person, SeedPromised, SeedUsed, evolve_all, skeleton


def test_person_is_the_fold_of_their_stream():
    events = [Named("Anna"), CodeGiven("ab"), SeedPromised("00"), Named("Bea"), SeedUsed()]
    person = evolve_all(Person("x"), zip(events, range(1, 6), strict=True))
    assert person == Person("x", "Bea", "ab", "", 5)
    assert person.is_known
    assert not Person("x").is_known


@pytest.mark.parametrize("same", ["anna", "A n n a", "an.na", "\uff21NNA"])
def test_names_that_read_alike_have_one_skeleton(same):
    assert skeleton(same) == skeleton("Anna")


def test_other_names_have_other_skeletons():
    assert len({skeleton(name) for name in ("Anna", "Anne", "Ann", "1", "日本", "Ånna")}) == 6
