"""Tournaments as people have them: announcing one, taking part, and what they are shown of it."""
