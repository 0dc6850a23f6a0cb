"""The journal on NATS JetStream, for houses on many machines. Nothing here knows games."""

from __future__ import annotations

from journal.stores.nats.journal import open_nats

__all__ = ["open_nats"]
