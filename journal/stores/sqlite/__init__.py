"""The default journal, one SQLite file: many games, any number of processes on one machine."""
