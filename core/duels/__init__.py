"""Duels on paired deals: what a game of one is, and what its results say. Pure; `house/duel_game.py` sees to a game."""
