"""Several houses on one journal, as one parlour: who is in the others, and what is told from house to house.

Each house says every few seconds that it is there, and in between who comes, goes and moves. Nothing of it is stored,
and none of it is needed to play: whatever is lost is made good with the next word of that house, and a house that says
nothing for a while is taken to be gone. There is no leader, no lock and no lease.
"""
