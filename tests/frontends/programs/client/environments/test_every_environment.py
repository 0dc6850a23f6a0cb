"""The environments pass the tests that Gymnasium and PettingZoo have for them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from parlour.client.environments.games import CARDS, ENCODINGS, SLOTS
from parlour.client.environments.gymnasium_env import GameEnv, any_legal
from parlour.client.environments.pettingzoo_env import GameAEC, env

EVERY = pytest.mark.parametrize("game", ENCODINGS)


@pytest.fixture
def aec(game: str) -> Iterator[GameAEC]:
    made = env(game)
    yield made
    made.close()


@pytest.fixture
def single(game: str) -> Iterator[GameEnv]:
    made = GameEnv(game)
    yield made
    made.close()


@EVERY
def test_pettingzoo_finds_no_fault(aec: GameAEC) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Its advice, such as on observations that are no pictures.
        api_test(aec, num_cycles=200)


@EVERY
def test_gymnasium_finds_no_fault(single: GameEnv) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(single, skip_render_check=True, skip_close_check=True)


def game_of(made: GameAEC, seed: int) -> list[tuple[str, list[int], int]]:
    """All that is seen and done in a game of random moves."""
    made.reset(seed=seed)
    random = np.random.default_rng(seed)
    seen = []
    while not all(made.terminations.values()):
        observed = made.observe(made.agent_selection)
        action = any_legal(observed, random)
        seen.append((made.agent_selection, observed["observation"].tolist(), action))
        made.step(action)
    return seen


@EVERY
def test_seed_deals_the_same_again_and_another_seed_does_not(aec: GameAEC) -> None:
    first, again, other = (game_of(aec, seed) for seed in (5, 5, 6))
    assert first == again
    assert first != other
    assert sum(aec.rewards.values()) == 0


@pytest.mark.parametrize("game", ["mille"])
def test_agent_sees_its_own_hand_and_never_the_others(aec: GameAEC) -> None:
    aec.reset(seed=3)
    assert not aec.observe("player_1")["observation"].any()
    before = None
    for _ in range(40):
        agent = aec.agent_selection
        other = next(one for one in aec.possible_agents if one != agent)
        if before is not None and before[0] == other:
            assert aec.observe(other)["observation"].tolist() == before[1]
        assert not aec.observe(other)["action_mask"].any()
        before = agent, aec.observe(agent)["observation"].tolist()
        assert all(0 <= number <= len(CARDS) for number in before[1][:SLOTS])
        aec.step(any_legal(aec.observe(agent), np.random.default_rng(1)))


@pytest.mark.parametrize("game", ["mille"])
def test_action_that_is_not_legal_loses(single: GameEnv) -> None:
    observed, _ = single.reset(seed=1)
    illegal = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    _, reward, terminated, _, info = single.step(np.int64(illegal))
    assert (reward, terminated, set(info)) == (-1.0, True, {"illegal"})
