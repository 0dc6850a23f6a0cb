"""What a session has at a table, and does there."""
