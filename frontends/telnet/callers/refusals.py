"""Refused callers: all are counted, and a few of each network logged, so that a flood does not fill the log."""

from __future__ import annotations

import logging

import trio

from core.base.token_bucket import Buckets, a_minute
from frontends.server import logs
from frontends.telnet.callers.listeners import neighbourhood, network_of

MOST_NOTED = 10
"""Refusals a minute from one network that are logged."""


class Refusals:
    """The callers that one house has refused, with TLS or without."""

    def __init__(self) -> None:
        self._noted = Buckets(a_minute(MOST_NOTED))

    def note(self, address: str, why: str) -> None:
        """A caller from there was refused."""
        now = trio.current_time()
        if self._noted.of(network_of(neighbourhood(address)), now).take(now):
            logs.note(logging.INFO, "refused", address=address, why=why)
        else:
            logs.count("refused", why)
