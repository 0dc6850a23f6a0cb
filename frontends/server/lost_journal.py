"""Telling the people in a house that its journal is lost."""

from collections.abc import Callable, Sequence

from core.base.message import Message
from core.house.service import Service
from core.records.follower import follow_from_now
from core.records.house_events import STREAM
from journal import Closed, Damaged, Lost, Record, Unreadable


async def watch_journal(service: Service, tell: Callable[[Message], None]) -> None:
    """Wait until the journal is lost, and call `tell` once, with its path.

    It follows a stream for that alone, because a follower is woken as soon as the store notices.
    """
    try:
        await follow_from_now(service.journal, STREAM, _pass_over)
    except Lost as lost:
        tell(lost.sentence)
    except (Damaged, Unreadable, Closed):
        pass  # What operators did cannot be read; people can play on.


async def _pass_over(records: Sequence[Record]) -> None:
    pass
