"""Duels as people and programs have them: ordering one, agreeing to one, stopping it, and what they are shown of it."""
