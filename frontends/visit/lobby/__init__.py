"""The lobby: choosing what to play, own games, the deals of the day."""
