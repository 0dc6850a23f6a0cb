"""What keeps a house in order: bans, mutes, reports, and attempts that are slowed down."""
