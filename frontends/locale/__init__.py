"""The languages people read in."""
