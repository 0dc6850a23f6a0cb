"""What is known of a person, folded."""

from __future__ import annotations

import secrets
from itertools import count, islice

from core.people.look_alike_names import skeleton
from core.people.persons import (
    DIGEST_BYTES,
    MOST_HOMES,
    SALT_BYTES,
    CameFrom,
    CodeGiven,
    MadeProgram,
    Named,
    Person,
    SeedPromised,
    SeedUsed,
    TokenSet,
    digest_of,
    evolve,
    evolve_all,
    home_in,
    is_home,
    shown_as,
    unmarked,
)

NETWORK, OTHER = "192.0.2.0/24", "198.51.100.0/24"


def test_person_is_the_fold_of_their_stream():
    events = [Named("Anna"), CodeGiven("ab"), SeedPromised("00" * 32), Named("Bea"), SeedUsed()]
    person = evolve_all(Person("x"), zip(events, range(1, 6), strict=True))
    assert person == Person("x", "Bea", "ab", seq=5)
    assert person.is_known
    assert not Person("x").is_known


def home(network: str) -> CameFrom:
    return home_in(network, secrets.token_hex(SALT_BYTES))


def test_network_is_known_again_and_nothing_is_where_there_is_none():
    homes = [home(NETWORK)]
    assert is_home(homes, NETWORK)
    assert not is_home(homes, "")
    assert not is_home([], NETWORK)


def test_digest_is_another_each_time_and_names_no_network():
    homes = [home(NETWORK) for _ in range(20)]
    assert len({home.digest for home in homes}) > 1
    assert all(len(home.digest) == 2 * DIGEST_BYTES for home in homes)
    assert NETWORK.removesuffix(".0/24") not in repr(homes)


def test_many_networks_share_a_digest_so_that_it_tells_nobody_which_it_was():
    one = home(NETWORK)
    networks = (f"{first}.{two}.{three}.0/24" for first in range(8) for two in range(256) for three in range(256))
    assert len(list(islice((network for network in networks if is_home([one], network)), 2))) == 2


def test_only_the_last_networks_are_kept():
    person = Person("anna")
    for number in range(MOST_HOMES + 1):
        person = evolve(person, home(f"10.0.{number}.0/24"), number + 1)
    assert len(person.homes) == MOST_HOMES
    assert is_home(person.homes, f"10.0.{MOST_HOMES}.0/24")


def test_marks_of_a_shown_name_are_no_part_of_the_name() -> None:
    for is_guest, is_program in ((True, True), (True, False), (False, True), (False, False)):
        shown = shown_as("Robo", is_guest=is_guest, is_program=is_program)
        assert (unmarked(shown), skeleton(shown)) == ("Robo", skeleton("Robo"))
    assert shown_as("Robo", is_guest=True, is_program=True) == "~Robo[bot]"


def test_program_has_an_owner_and_the_last_token_it_was_given() -> None:
    events = (Named("Robo"), MadeProgram("anna"), *map(TokenSet, map(digest_of, ("old", "new"))))
    robo = evolve_all(Person("robo"), zip(events, count(1), strict=False))
    assert (robo.owner, robo.shown_name, robo.is_guest) == ("anna", "Robo[bot]", False)
    assert (robo.has_token("new"), robo.has_token("old"), Person("x").has_token("")) == (True, False, False)
