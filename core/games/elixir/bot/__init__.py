"""The computer players of El-Ixir, a module for each level, and what they know of the board."""
