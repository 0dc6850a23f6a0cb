"""The public log of a house: what it says of its games in public, so that none can be dropped or changed unseen."""
