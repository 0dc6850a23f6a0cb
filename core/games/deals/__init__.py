"""Deals of the solitaires: that of the day, how hard one is, and what has been found out about numbered ones."""
