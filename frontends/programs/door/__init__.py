"""A program in the house: what its requests do, through a session, and what it is told."""
