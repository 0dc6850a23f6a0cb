"""A table in play: those who watch it, its talk, what goes on there by itself, and whether it can still be won."""
