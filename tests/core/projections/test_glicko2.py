"""Ratings by Glicko-2."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.projections.glicko2 import PERIOD, SURE, Rating, _Player, play

NEW = Rating()
ratings = st.builds(
    Rating, st.floats(800, 2400), st.floats(40, 350), st.floats(0.04, 0.09), st.integers(1, 500), st.just(0.0)
)


def test_example_of_the_paper_comes_out():
    player = _Player(1500, 200, 0.06)
    player.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert player.rating == pytest.approx(1464.06, abs=0.02)
    assert player.rd == pytest.approx(151.52, abs=0.01)
    assert player.vol == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(
    ("own", "other", "score"),
    [(NEW, NEW, 1.0), (Rating(2100, 60), Rating(1500, 60), 0.0), (Rating(1800, 120), NEW, 0.5)],
)
def test_volatility_is_where_the_function_of_the_paper_is_zero(own: Rating, other: Rating, score: float):
    after, _ = play(own, other, score, 1.0)
    mu, phi, vol = (own.value - 1500) / 173.7178, own.deviation / 173.7178, own.volatility
    mu2, phi2 = (other.value - 1500) / 173.7178, other.deviation / 173.7178
    g = 1 / math.sqrt(1 + 3 * phi2**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (mu - mu2)))
    v = 1 / (g**2 * expected * (1 - expected))
    delta = v * g * (score - expected)

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - math.log(vol**2)) / 0.25

    low, high = math.log(vol**2) - 5, math.log(vol**2) + 5
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    assert after.volatility == pytest.approx(math.exp(low / 2), rel=1e-5)
    assert after.deviation == pytest.approx(173.7178 / math.sqrt(1 / (phi**2 + after.volatility**2) + 1 / v), rel=1e-6)


@given(ratings, ratings, st.sampled_from([0.0, 0.5, 1.0]))
def test_winner_rises_loser_falls_and_both_become_surer(one: Rating, other: Rating, score: float):
    first, second = play(one, other, score, 1.0)
    if score == 1.0:
        assert first.value > one.value
        assert second.value < other.value
    if score == 0.0:
        assert first.value < one.value
    assert first.deviation < math.hypot(one.deviation, 0.1 * 173.7178)
    assert (first.games, second.games) == (one.games + 1, other.games + 1)
    assert play(other, one, 1.0 - score, 1.0) == (second, first)


def test_beginner_is_provisional_until_some_games_are_played_and_again_after_a_long_rest():
    rating, games = NEW, 0
    while rating.is_provisional:
        rating, games = play(rating, Rating(1500, 60, games=9), games % 2, float(games))[0], games + 1
    assert 5 < games < 20
    rested, _ = play(attrs_rested(rating), NEW, 1.0, 1000 * PERIOD)
    assert rested.deviation > SURE


def attrs_rested(rating: Rating) -> Rating:
    """The same, as it was left long ago."""
    return Rating(rating.value, rating.deviation, rating.volatility, rating.games, 0.0)


def test_deviation_never_grows_beyond_that_of_a_beginner():
    after, _ = play(Rating(1500, 340, 0.06, 1, 0.0), Rating(2400, 350, 0.06, 1, 0.0), 1.0, 1e9)
    assert after.deviation <= NEW.deviation
