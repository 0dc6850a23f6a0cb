"""What stores do alike."""

from __future__ import annotations

import pytest

from journal import Closed, JournalError
from journal.stores.base import Store


async def test_store_that_is_closed_or_read_only_refuses_a_change() -> None:
    store = Store()
    await store.compact()
    assert await store.is_compact()
    store._refusal = Closed("The journal is closed.")
    with pytest.raises(Closed):
        await store.compact()
    with pytest.raises(JournalError, match="for reading only"):
        await Store(read_only=True).compact()


async def test_header_is_checked_although_it_is_not_kept() -> None:
    await Store().note({"names": {"a1": "Anna"}})
    with pytest.raises(ValueError, match="no header"):
        await Store().note({"names": 7})
