"""A game for two as Gymnasium's Env: you are the first seat, and an opponent of your own choice the second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from parlour.client import State
from parlour.client.environments.games import ENCODINGS, HIGHEST
from parlour.client.environments.hotseat import Hotseat

Opponent: TypeAlias = Callable[[dict[str, Any], np.random.Generator], int]
"""Chooses an action from an observation."""


def any_legal(observation: dict[str, Any], random: np.random.Generator) -> int:
    """The opponent that plays any legal move."""
    return int(random.choice(np.flatnonzero(observation["action_mask"])))


class GameEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One reward at the end: 1 for a win, -1 for a loss, 0 for neither. An action that is not legal loses at once."""

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self, game: str = "mille", opponent: Opponent = any_legal, render_mode: str | None = None) -> None:
        self.game, self.opponent, self.encoding, self.render_mode = game, opponent, ENCODINGS[game], render_mode
        count = len(self.encoding.actions)
        row = spaces.Box(0, HIGHEST, (self.encoding.length,), np.int16)
        self.observation_space = spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (count,), np.int8)})
        self.action_space = spaces.Discrete(count)
        self._hotseat: Hotseat | None = None
        self._observed: dict[str, Any] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; the same seed deals the same."""
        super().reset(seed=seed)
        self._hotseat = self._hotseat or Hotseat()
        self._go_on(self._hotseat.begin(self.game, f"{self.np_random.integers(2**62):x}"))
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move, and let the opponent play until it is one's turn again."""
        assert self._hotseat is not None, "reset first"
        if not self._observed["action_mask"][action]:
            return self._observation(), -1.0, True, False, {"illegal": self.encoding.actions[int(action)]}
        state = self._go_on(self._hotseat.play(self.encoding.actions[int(action)]))
        return self._observation(), _reward(state), state.outcome is not None, False, {}

    def close(self) -> None:
        """End the process."""
        if self._hotseat is not None:
            self._hotseat.close()
            self._hotseat = None

    def _go_on(self, state: State) -> State:
        """Let the opponent play. Returns: the state when it is one's turn, or the game is over."""
        assert self._hotseat is not None
        while state.outcome is None and state.seat != 0:
            action = self.opponent(self._of(state), self.np_random)
            state = self._hotseat.play(self.encoding.actions[action])
        if state.seat == 0:  # Where the last state is not one's own, one knows what one knew.
            self._observed = self._of(state)
        return state

    def _of(self, state: State) -> dict[str, Any]:
        return {"observation": self.encoding.row(state), "action_mask": self.encoding.mask(state)}

    def _observation(self) -> dict[str, Any]:
        return {name: part.copy() for name, part in self._observed.items()}


def _reward(state: State) -> float:
    if state.outcome is None or len(state.outcome.winners) != 1:
        return 0.0
    return 1.0 if state.outcome.winners == [0] else -1.0
