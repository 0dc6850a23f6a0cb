"""Duels on paired deals: what a game of one is, what its results say, and how one goes in a house. Pure.

`house/duel_game.py` sees to a game, `house/duel_steward.py` to a whole duel in a house.
"""
