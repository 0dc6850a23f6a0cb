"""Seed books: house seeds that are fixed before a table is opened, and taken in order."""
