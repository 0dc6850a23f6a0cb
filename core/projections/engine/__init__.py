"""What every read model stands on: its store, what records change, and the task that keeps up."""
