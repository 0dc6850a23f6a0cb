"""`parlour log` and `parlour witness`: the public log of a house, and who signs it elsewhere."""
