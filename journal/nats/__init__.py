"""The journal on NATS JetStream, for houses on many machines. Nothing here knows games."""

from __future__ import annotations

__all__: list[str] = []
