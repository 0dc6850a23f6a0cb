"""Lessons: the list of them, and the room of one."""
