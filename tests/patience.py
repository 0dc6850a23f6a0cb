"""How long a test waits for what has to come."""

PATIENCE = 600.0
"""Seconds after which it never comes: many minutes, so that no machine is slow enough to reach them, only a fault."""
