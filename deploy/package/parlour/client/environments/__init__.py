"""Games for those who train players, with the interfaces of PettingZoo and Gymnasium.

`pettingzoo_env.env("mille")` is a game for two agents, `gymnasium_env.GameEnv("elixir")` one against an opponent of
your own. Each plays in a process of its own, `parlour --journal memory: programs --training`: the rules are the
house's, and an agent is given what its seat may know and nothing else.
"""
