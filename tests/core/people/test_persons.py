"""What is known of a person, folded."""

from __future__ import annotations

from core.people.persons import CodeGiven, Named, Person, SeedPromised, SeedUsed, evolve_all


def test_person_is_the_fold_of_their_stream():
    events = [Named("Anna"), CodeGiven("ab"), SeedPromised("00" * 32), Named("Bea"), SeedUsed()]
    person = evolve_all(Person("x"), zip(events, range(1, 6), strict=True))
    assert person == Person("x", "Bea", "ab", seq=5)
    assert person.is_known
    assert not Person("x").is_known
