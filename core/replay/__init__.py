"""Games that are recorded: stepped through, summed up, exported and imported."""
