"""Pictures and recordings of games, for people elsewhere: made of what one viewer may see, and of nothing else."""
