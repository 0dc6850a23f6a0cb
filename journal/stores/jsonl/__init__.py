"""The journal in one file of lines: one game, its save file."""
