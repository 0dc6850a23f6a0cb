"""What people do at a table, a family of actions in each module."""
