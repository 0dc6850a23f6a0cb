"""What the games of a duel come to: against figures that are known, or worked out by hand."""

from __future__ import annotations

from itertools import product
from math import sqrt

import pytest

from core.base.chance import Dice
from core.duels.score import Figure, GameResult, mean_of, score_of, share_of


def games(*points: tuple[int, int], lead: int | None = None) -> list[GameResult]:
    """Pairs in which the first side got these half points."""
    numbered = enumerate(points, 1)
    return [
        GameResult(pair, game, f"t{pair}{game}", got[game - 1], lead=lead) for pair, got in numbered for game in (1, 2)
    ]


@pytest.mark.parametrize(
    ("won", "pairs", "low", "high"),
    [(0, 10, 0.0, 0.326), (5, 10, 0.238, 0.762), (10, 10, 0.674, 1.0), (60, 100, 0.502, 0.69)],
)
def test_where_both_games_of_a_pair_always_go_one_way_it_is_the_interval_of_agresti_and_coull(
    won: int, pairs: int, low: float, high: float
) -> None:
    figure = share_of([1.0] * won + [0.0] * (pairs - won))
    assert figure.mean == won / pairs
    assert (round(figure.low, 3), round(figure.high, 3)) == (low, high)


def test_pairs_that_are_split_say_that_neither_is_stronger_more_surely_than_as_many_games_would() -> None:
    split, by_game = share_of([0.5] * 100), share_of([1.0, 0.0] * 100)
    assert (split.mean, by_game.mean) == (0.5, 0.5)
    assert split.high - split.low < (by_game.high - by_game.low) / 3


def test_pairs_that_all_end_alike_do_not_make_a_few_of_them_certain() -> None:
    assert share_of([1.0, 1.0]).low < 0.5
    assert share_of([1.0] * 100).low > 0.9


def test_interval_holds_the_true_share_as_often_as_it_says() -> None:
    dice = Dice(b"28", "duels", 1)
    urn = (0.0, 0.25, 0.5, 0.5, 0.5, 0.5, 0.75, 0.75, 1.0, 1.0, 1.0)
    true, held = sum(urn) / len(urn), 0
    for _ in range(1000):
        figure = share_of([urn[dice.below(len(urn))] for _ in range(60)])
        held += figure.low <= true <= figure.high
    assert 930 <= held <= 970


def test_mean_of_leads_has_the_usual_interval() -> None:
    mean, low, high = (getattr(mean_of([10, 20, 30]), name) for name in ("mean", "low", "high"))
    assert mean == 20
    assert high - mean == pytest.approx(mean - low) == pytest.approx(1.96 * 10 / sqrt(3))


def test_score_counts_games_and_measures_pairs() -> None:
    score = score_of(games((2, 0), (2, 2), (1, 0), (2, 1), lead=7))
    assert score is not None
    assert (score.pairs, score.wins, score.draws, score.losses) == (4, 4, 2, 2)
    assert score.share == share_of([0.5, 1.0, 0.25, 0.75])
    assert score.lead == Figure(7, 7, 7)


def test_half_a_pair_does_not_count_and_the_order_of_games_says_nothing() -> None:
    whole = games((2, 0), (2, 2))
    half = GameResult(3, 1, "t31", 0)
    assert score_of([half, *reversed(whole)]) == score_of(whole)
    assert score_of([half]) is None


def test_games_lost_before_their_end_count_for_points_and_not_for_the_lead() -> None:
    lost = [GameResult(4, 1, "t41", 2, "crashed", 1), GameResult(4, 2, "t42", 2, lead=9)]
    score = score_of([*games((2, 0), (0, 2), lead=3), *lost])
    assert score is not None
    assert (score.pairs, score.wins) == (3, 4)
    assert score.lead == Figure(3, 3, 3)


def test_a_share_is_that_of_the_points_of_a_pair() -> None:
    found = {(one, other): score_of(games((one, other))) for one, other in product((0, 1, 2), repeat=2)}
    assert {sum(pair) / 4 for pair in found} == {0, 0.25, 0.5, 0.75, 1}
    assert all(score is not None and score.share.mean == sum(pair) / 4 for pair, score in found.items())
