"""Following a journal: cursors, files that change, and others in the same process."""
