"""Networks by which a person is known again, and which nobody else learns."""

from __future__ import annotations

from core.people.home_networks import DIGEST_BYTES, home_in, is_home
from core.people.persons import MOST_HOMES, Person, evolve

NETWORK, OTHER = "192.0.2.0/24", "198.51.100.0/24"


def test_network_is_known_again_and_nothing_is_where_there_is_none():
    homes = [home_in(NETWORK)]
    assert is_home(homes, NETWORK)
    assert not is_home(homes, "")
    assert not is_home([], NETWORK)


def test_digest_is_another_each_time_and_names_no_network():
    homes = [home_in(NETWORK) for _ in range(20)]
    assert len({home.digest for home in homes}) > 1
    assert all(len(home.digest) == 2 * DIGEST_BYTES for home in homes)
    assert NETWORK.removesuffix(".0/24") not in repr(homes)


def test_many_networks_share_a_digest_so_that_it_tells_nobody_which_it_was():
    home = home_in(NETWORK)
    networks = (f"{one}.{two}.{three}.0/24" for one in range(8) for two in range(256) for three in range(256))
    assert sum(is_home([home], network) for network in networks) > 1


def test_only_the_last_networks_are_kept():
    person = Person("anna")
    for number in range(MOST_HOMES + 1):
        person = evolve(person, home_in(f"10.0.{number}.0/24"), number + 1)
    assert len(person.homes) == MOST_HOMES
    assert is_home(person.homes, f"10.0.{MOST_HOMES}.0/24")
