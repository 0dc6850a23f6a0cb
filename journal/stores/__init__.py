"""Where a journal can be: in memory, in a file of lines, in SQLite, on NATS."""
