"""What the log and the metrics have of visitors who wanted more than they may."""

from __future__ import annotations

import logging

from frontends.server import logs


class LimitLog:
    """The `Recorder` of a house that strangers come to."""

    def refused(self, what: str) -> None:
        """Count what somebody may not do any more for a while."""
        logs.count("budget", what)

    def locked_out(self, address: str, what: str) -> None:
        """Note a lockout, once for each."""
        logs.note(logging.WARNING, "locked-out", address=address, what=what)
