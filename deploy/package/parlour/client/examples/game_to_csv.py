"""Follows a game as a watcher, and writes it to a CSV file: game_to_csv HOST:PORT TABLE FILE"""

from __future__ import annotations

import csv
import json
import sys

import anyio

from parlour.client import Event, Gone, Over, State, connect


async def main(address: str, id: str, path: str) -> None:
    """Write a line for each thing that happens, as soon as it does, until the game is over."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["record", "kind", "facts", "said"])
        async with connect(address, name="Scribe") as house:
            async for news in await house.watch(id):
                match news:
                    case Event():
                        table.writerow([news.at, news.kind, json.dumps(news.facts), news.text])
                    case State(reason="slow" | "too_old"):
                        table.writerow([news.at, "gap", "", ""])
                    case Over():
                        table.writerow([news.at, "over", json.dumps(news.outcome.figures), news.text])
                    case State() | Gone():
                        pass
                file.flush()


if __name__ == "__main__":
    address, id, path = sys.argv[1:]
    anyio.run(main, address, id, path)
