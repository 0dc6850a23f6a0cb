"""What is logged, for tests to read."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from frontends.server import logs


@contextmanager
def logged(level: str = "info") -> Iterator[io.StringIO]:
    """What operators would read, until the block ends."""
    logger = logging.getLogger(logs.LOGGER)
    before = logger.level, logger.handlers[:], logger.propagate
    stream = io.StringIO()
    logs.configure(level, stream)
    try:
        yield stream
    finally:
        logger.level, logger.handlers[:], logger.propagate = before
