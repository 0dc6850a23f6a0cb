"""A game for two as PettingZoo's AECEnv: `env("mille")` or `env("elixir")`."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from parlour.client import State
from parlour.client.environments.games import ENCODINGS, HIGHEST
from parlour.client.environments.hotseat import Hotseat


def env(game: str = "mille") -> GameAEC:
    """An environment of its own process; `close` ends that."""
    return GameAEC(game)


class GameAEC(AECEnv):  # type: ignore[misc]  # which has no types
    """Two agents, one reward at the end: 1 for who wins, -1 for who loses, 0 for both where nobody does.

    An observation is what the seat knew when it was last its turn, with a mask of the legal actions; an action is the
    number of a move in `ENCODINGS[game].actions`.
    """

    metadata = {"name": "parlour_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012
    render_mode = None

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game, self.encoding = game, ENCODINGS[game]
        self.possible_agents = ["player_0", "player_1"]
        count = len(self.encoding.actions)
        row = spaces.Box(0, HIGHEST, (self.encoding.length,), np.int16)
        mask = spaces.Box(0, 1, (count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._hotseat: Hotseat | None = None
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed deals the same."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._hotseat = self._hotseat or Hotseat()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._seen = {agent: self._blank() for agent in self.agents}
        self._look(self._hotseat.begin(self.game, f"{self._random.integers(2**62):x}"))

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is. Raises: parlour.client.Refused for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert self._hotseat is not None
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._look(self._hotseat.play(self.encoding.actions[int(action)]))
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What it knew when it was last its turn."""
        return {name: part.copy() for name, part in self._seen[agent].items()}

    def close(self) -> None:
        """End the process."""
        if self._hotseat is not None:
            self._hotseat.close()
            self._hotseat = None

    def _blank(self) -> dict[str, Any]:
        return {
            "observation": np.zeros(self.encoding.length, np.int16),
            "action_mask": np.zeros(len(self.encoding.actions), np.int8),
        }

    def _look(self, state: State) -> None:
        """Take in what the seat of a state sees."""
        for one in self._seen.values():
            one["action_mask"][:] = 0
        agent = self.possible_agents[state.seat or 0]
        self._seen[agent] = {"observation": self.encoding.row(state), "action_mask": self.encoding.mask(state)}
        self.agent_selection = agent
        if state.outcome is not None:
            winners = [self.possible_agents[seat] for seat in state.outcome.winners]
            decided = len(winners) == 1
            self.rewards = {one: (1.0 if one in winners else -1.0) if decided else 0.0 for one in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
