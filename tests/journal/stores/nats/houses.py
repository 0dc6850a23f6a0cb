"""Journals on NATS for tests: of a house with less patience, or with something between it and its server."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import attrs

from journal.stores.nats.journal import NatsJournal, open_nats
from tests.journal.stores.nats.nodes import Nodes
from tests.journal.stores.nats.proxy import Proxy, between
from tests.patience import PATIENCE


@asynccontextmanager
async def house(url: str, patience: float = PATIENCE) -> AsyncIterator[NatsJournal]:
    """A journal by its URL."""
    async with open_nats(url.removeprefix("nats:"), patience=patience) as journal:
        yield journal


def lose_patience(journal: NatsJournal, seconds: float) -> None:
    """Ask again for so many seconds from now on."""
    journal._jetstream = journal._appender._jetstream = attrs.evolve(journal._jetstream, patience=seconds)


@asynccontextmanager
async def house_and_proxy(nodes: Nodes, url: str) -> AsyncIterator[tuple[NatsJournal, Proxy]]:
    """A journal on one node that is reached through a proxy only."""
    async with (
        between(nodes.ports[0]) as proxy,
        house(re.sub(r"127\.0\.0\.1:\d+", f"127.0.0.1:{proxy.port}", url)) as journal,
    ):
        yield journal, proxy
