"""A house that takes a number of its book and never opens the table: python -m tests.core.books.half_opened URL."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import trio

from core.games import GAMES
from core.house.service import open_service
from journal import Record, open_journal
from tests.core.parlour import ANNA, BERT, Changed


async def main(url: str) -> None:
    """Open one table, then half of another; say the stream of that one and wait to be killed."""
    async with open_journal(url) as journal, open_service(journal) as service:

        async def append(stream: str, after: int, records: Sequence[Record]) -> int:
            if stream.startswith("table/"):
                print(stream, flush=True)  # noqa: T201
                await trio.sleep_forever()
            return await journal.append(stream, after, records)

        await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        service.journal = Changed(journal, append)
        await service.open(GAMES["elixir"], {}, [ANNA, BERT])


if __name__ == "__main__":
    trio.run(main, sys.argv[1])
