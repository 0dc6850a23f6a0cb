"""Tournaments: what happens in one, who meets whom, and who stands where. Pure; the house carries them out."""
