"""Following a journal: cursors, and files that change."""
