"""Persons: who they are, their names and passwords, and where each of these is kept."""
