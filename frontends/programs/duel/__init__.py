"""Duels here: programs in processes of their own, for which this one is the house at their standard streams."""
