"""The dice: the published vectors, and that draws are fair and reproducible."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Dice, commitment, deal_seed

SEED = bytes(range(16))


def test_draws_are_those_of_the_published_vectors():
    dice = Dice(SEED, "mille", 1)
    assert [dice.below(6) for _ in range(5)] == VECTORS["below(6)"]
    assert [dice.below(101) for _ in range(5)] == VECTORS["below(101)"]
    assert dice.shuffled(range(10)) == VECTORS["shuffled"]


def test_commitment_and_deal_seed_are_those_of_the_published_vectors():
    assert commitment(SEED) == VECTORS["commitment"]
    assert deal_seed(12345).hex() == VECTORS["deal 12345"]


@given(st.binary(min_size=16, max_size=16), st.integers(1, 2**63), st.integers(1, 2**64))
def test_draw_lies_below_and_repeats(seed, record, k):
    first, again = Dice(seed, "g", record).below(k), Dice(seed, "g", record).below(k)
    assert 0 <= first < k
    assert first == again


@given(st.binary(min_size=16, max_size=16), st.lists(st.integers(), max_size=60))
def test_shuffle_keeps_every_item(seed, items):
    assert Counter(Dice(seed, "g", 1).shuffled(items)) == Counter(items)


def test_draws_differ_between_games_records_and_seeds():
    streams = [Dice(SEED, "a", 1), Dice(SEED, "b", 1), Dice(SEED, "a", 2), Dice(b"\0" * 16, "a", 1)]
    assert len({dice.below(2**64) for dice in streams}) == len(streams)


def test_every_order_of_three_is_equally_likely():
    orders = Counter(Dice(SEED, "g", record).shuffled("abc") for record in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


@pytest.mark.parametrize("k", [0, -1, 2**64 + 1])
def test_nonsense_is_refused(k):
    with pytest.raises(ValueError):
        Dice(SEED, "g", 1).below(k)


VECTORS = {
    "below(6)": [5, 4, 3, 4, 4],
    "below(101)": [8, 94, 26, 25, 63],
    "shuffled": (0, 1, 2, 4, 9, 3, 5, 8, 6, 7),
    "commitment": "a6085e23d2214f9e952792f55d4d384f4a8908c72139f9623bd538a8a6aa009d",
    "deal 12345": "041bdd0be3bff00d03e646b6938d950d",
}
