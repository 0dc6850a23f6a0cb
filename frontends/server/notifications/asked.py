"""Who has something sent to the world outside, for those who run the house."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from core.correspondence.sending_limits import Exceeded
from core.sessions.session import Session
from frontends.server import logs


@contextmanager
def counted_refusals(by: str) -> Iterator[None]:
    """Count who may have nothing more sent to the world outside."""
    try:
        yield
    except Exceeded:
        logs.count(by, "refused")
        raise


def note_asked(session: Session, by: str) -> None:
    """Log who has something sent to the world outside."""
    logs.note(logging.INFO, f"{by}-asked", person=session.visitor.id, address=session.address)
