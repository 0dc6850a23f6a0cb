"""The journal on NATS JetStream, for houses on many machines. Nothing here knows games."""

from journal.stores.nats.journal import open_nats

__all__ = ["open_nats"]
