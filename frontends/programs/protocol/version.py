"""The numbers of the protocol; README.md says how they change."""

PROTOCOL = 1
"""The number of this protocol. It goes up whenever the schema that is kept changes."""
OLDEST = 1
"""The oldest number that is still spoken."""
