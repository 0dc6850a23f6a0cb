"""Callers who are not let in: each is counted, and a few of an address are written down, so no flood is in the log."""

from __future__ import annotations

import logging

import trio

from core.base.token_bucket import Buckets, a_minute
from frontends.server import logs
from frontends.telnet.callers.listeners import neighbourhood, network_of

MOST_NOTED = 10
"""Refusals a minute from one address, or one network, that are logged."""


class Refusals:
    """The callers whom one house has not let in, whichever door they came to."""

    def __init__(self) -> None:
        self._noted = Buckets(a_minute(MOST_NOTED))

    def note(self, address: str, why: str) -> None:
        """Somebody from there was not let in."""
        now = trio.current_time()
        if self._noted.of(network_of(neighbourhood(address)), now).take(now):
            logs.note(logging.INFO, "refused", address=address, why=why)
        else:
            logs.count("refused", why)
