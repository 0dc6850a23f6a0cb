"""Stepping through a recorded game."""
