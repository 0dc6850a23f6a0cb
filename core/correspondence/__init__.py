"""Correspondence games: vacations, conditional moves, reminders, and what goes on while nobody is there."""
