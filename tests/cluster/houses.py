"""Houses in processes of their own on one journal, and people who visit them over telnet."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager

import trio

from journal import Record
from tests.frontends.served import served
from tests.frontends.telnet.clients import Bare, connect
from tests.patience import PATIENCE

AGAIN = 0.1
"""Seconds until a question is asked again."""


async def end_at_once(process: trio.Process) -> None:
    """As a crash does."""
    process.kill()
    await process.wait()


@asynccontextmanager
async def visitor(port: int, name: str) -> AsyncIterator[Bare]:
    """Somebody in the lobby of a house, who insists on a name that a house has had that has just died."""
    async with await connect(port) as stream:
        person = Bare(stream)
        await person.expect("Your name: ")
        while (await person.ask(name, "lobby> |already called"))[0] != "lobby> ":
            await person.expect("Your name: ")
        yield person


@asynccontextmanager
async def two_houses(
    url: str,
) -> AsyncIterator[tuple[tuple[trio.Process, int], tuple[trio.Process, int], Bare, Bare]]:
    """Two houses on one journal, each with its port, Anna in the first one and Bert in the second."""
    async with (
        served(url) as first, served(url) as second,
        visitor(first[1], "Anna") as anna, visitor(second[1], "Bert") as bert,
    ):  # fmt: skip
        yield first, second, anna, bert


async def ask_until(person: Bare, line: str, wanted: str, otherwise: str) -> None:
    """Ask again as long as the answer is the other one.

    What is known of another house, and what is in the lists, comes a moment later, and nobody can say how much later.
    """
    with trio.fail_after(PATIENCE):
        while re.fullmatch(wanted, (await person.ask(line, f"{wanted}|{otherwise}"))[0]) is None:
            await trio.sleep(AGAIN)


async def take_turn(person: Bare) -> None:
    """Pick a card and discard the first that may be, as whoever has the turn in mille."""
    await person.expect("your move> ")
    await person.ask("p", "You pick")
    await person.expect("your move> ")
    for slot in "p123456":
        await person.send(f"d {slot}")
        found = await person.expect(r"You discard|discard a safety")
        if not found[0].startswith("discard"):
            return


def decisions(records: Iterable[Record]) -> Sequence[str]:
    """The names of the decisions in a stream, in order."""
    return [record.play["id"] for record in records if record.has_play]


def houses_of(records: Iterable[Record]) -> set[str]:
    """The processes that made the decisions of a stream: each begins their names with a word of its own."""
    return {id[:8] for id in decisions(records)}
