"""What is known of a person, folded."""

from __future__ import annotations

import secrets
from itertools import islice

from core.people.persons import (
    DIGEST_BYTES,
    MOST_HOMES,
    SALT_BYTES,
    CameFrom,
    CodeGiven,
    Named,
    Person,
    SeedPromised,
    SeedUsed,
    evolve,
    evolve_all,
    home_in,
    is_home,
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
