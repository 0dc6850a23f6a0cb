"""A small house for tests of its log: books, games with their numbers, ends, and what else befalls them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import attrs
import trio

from core.base.chance import commitment
from core.base.merkle_tree import inclusion_proof, leaf_hash, root_of
from core.public_log.directory import OwnDirectory
from core.public_log.formats.signed_notes import SIGNS, PrivateKey
from core.public_log.leaves import Leaf, Unknown, read_leaf
from core.public_log.publisher import Publisher
from journal import Draft, Journal, Record, seal

KEY = PrivateKey("parlour.example/log", SIGNS, bytes(range(32)))
AT = "2026-11-26T10:00:00.000Z"
NOW = 1_795_687_200.0
"""The same as AT, in seconds since the epoch."""


class Book:
    """A book as a house keeps it."""

    def __init__(self, id: str, size: int = 16) -> None:
        self.id, self.size, self.taken = id, size, 0
        secret = hashlib.sha256(id.encode()).digest()
        numbers = (number.to_bytes(8, "big") for number in range(size))
        self.seeds = [hmac.digest(secret, b"parlour seed" + number, "sha256") for number in numbers]
        self.hashes = [leaf_hash(bytes.fromhex(commitment(seed))) for seed in self.seeds]
        self.root = root_of(self.hashes).hex()

    def number(self, number: int) -> dict[str, Any]:
        proof = [hash.hex() for hash in inclusion_proof(self.hashes, number)]
        return {"id": self.id, "number": number, "proof": proof, "root": self.root, "size": self.size}


def opened(table: str, seed: bytes, number: dict[str, Any] | None) -> Draft:
    """The first record of a table, with what matters to a log."""
    data = {"table": table, "game": "mille", "house_seed": seed.hex(), "deal": None}
    return Draft("table.opened", data | ({"book": number} if number else {}))


def ended(reason: str = "resigned", winners: Sequence[int] = (1,), figures: Sequence[int] = (0,)) -> Draft:
    return Draft("table.ended", {"reason": reason, "winners": list(winners), "figures": list(figures)})


@attrs.define
class House:
    """A journal, and the streams in it."""

    journal: Journal
    at: str = AT

    async def append(self, stream: str, *drafts: Draft) -> tuple[Record, ...]:
        records = await self.journal.read(stream)
        added = seal(records[-1] if records else None, drafts, self.at)
        await self.journal.append(stream, len(records), added)
        return (*records, *added)

    async def open_book(self, id: str, size: int = 16) -> Book:
        book = Book(id, size)
        data = {"house": "abcd2345", "root": book.root, "secret": "00" * 32, "size": size}
        await self.append(f"book/{id}", Draft("book.opened", data))
        return book

    async def take(self, book: Book, table: str) -> int:
        await self.append(f"book/{book.id}", Draft("book.taken", {"number": book.taken, "table": table}))
        book.taken += 1
        return book.taken - 1

    async def close_book(self, book: Book, reason: str = "stopped") -> None:
        await self.append(f"book/{book.id}", Draft("book.closed", {"reason": reason, "used": book.taken}))

    async def open_game(self, book: Book, table: str) -> str:
        number = await self.take(book, table)
        await self.append(f"table/{table}", opened(table, book.seeds[number], book.number(number)))
        return f"table/{table}"

    async def play(self, stream: str, *drafts: Draft) -> tuple[Record, ...]:
        move = Draft("table.seated", {"seat": 0, "person": "anna1", "bot": "", "luck": "tortoise"})
        return await self.append(stream, *(drafts or (move,)))

    async def play_out(self, book: Book, table: str) -> tuple[Record, ...]:
        """A game from its opening to its end."""
        stream = await self.open_game(book, table)
        await self.play(stream)
        return await self.play(stream, ended())

    async def drop(self, stream: str) -> None:
        await self.append("house", Draft("house.dropped", {"first": "", "stream": stream}))
        await self.journal.drop(stream)


@asynccontextmanager
async def published(journal: Journal, folder: Path, now: float = NOW, key: PrivateKey = KEY) -> AsyncIterator[None]:
    """A log of a journal that is kept meanwhile; at the beginning of the block it has all that is stored."""
    done = trio.Event()
    publisher = Publisher(journal, OwnDirectory(folder / "log", key), folder / "kept", lambda: now)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(publisher.run, done.set)
        await done.wait()
        yield
        nursery.cancel_scope.cancel()


async def publish(journal: Journal, folder: Path, now: float = NOW, key: PrivateKey = KEY) -> list[Leaf]:
    """Bring a log up to date. Returns: all that it says then."""
    async with published(journal, folder, now, key):
        return said(folder, key)


def said(folder: Path, key: PrivateKey = KEY) -> list[Leaf]:
    """What a log says."""
    leaves = map(read_leaf, OwnDirectory(folder / "log", key).load())
    return [leaf for leaf in leaves if not isinstance(leaf, Unknown)]
