"""A person's conversation with the house, without I/O: shared by every front-end."""
