"""Houses in processes of their own, as operators run them, and people who come to them."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import attrs
import trio

from tests.frontends.telnet.clients import Bare, connect
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SOURCES = (sys.executable, "-m", "frontends")
"""What runs the program as it stands here."""
CODE = r"resume ([a-z0-9]{5}(?:-[a-z0-9]{4,5}){3})"
"""What leads a guest back to a seat."""
P = TypeVar("P", bound=Bare)


@asynccontextmanager
async def served(journal: str, *more: str, version: Path = ROOT) -> AsyncIterator[tuple[trio.Process, int]]:
    """`parlour serve` on a journal and a port of its own, until the block ends or somebody kills it; logs errors only.

    `more` are words of its command line, `version` is where its program lies.
    """
    command = [sys.executable, "-m", "frontends", "--journal", journal, "serve", "--telnet", "127.0.0.1:0", *more]
    process = await trio.lowlevel.open_process(
        [*command, "--log-level", "error"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=version, env=os.environ | {"PYTHONPATH": str(version)},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        _, port = await _opened(process.stdout)
        yield process, port
    finally:
        if process.returncode is None:
            process.terminate()
        with trio.CancelScope(shield=True), trio.fail_after(PATIENCE):
            await process.wait()
        await process.stdout.aclose()


async def _opened(out: trio.abc.ReceiveStream) -> tuple[str, int]:
    """What a house says until people can come in, and the port to which they can."""
    said = ""
    with trio.fail_after(PATIENCE):
        while (opened := re.search(r"The house is open: telnet \S+ (\d+)\n", said)) is None:
            piece = await out.receive_some()
            assert piece, said
            said += piece.decode()
    return said, int(opened[1])


async def come_in(person: Bare, name: str) -> None:
    await person.expect("Your name: ")
    await person.ask(name, "lobby> ")


@attrs.define
class Serving:
    """A house in a process, and what it has logged."""

    process: trio.Process
    port: int
    said: str = ""
    """On standard output, until people could come in."""
    log: str = ""
    _changed: trio.Event = attrs.field(factory=trio.Event)

    async def read(self) -> None:
        """Take in the log until the process ends."""
        assert self.process.stderr is not None
        async with self.process.stderr as stream:
            async for chunk in stream:
                self.log += chunk.decode()
                self._changed.set()
                self._changed = trio.Event()

    async def wait_log(self, pattern: str, times: int = 1) -> None:
        """Wait until something stands in the log so many times."""
        with trio.fail_after(PATIENCE):
            while len(re.findall(pattern, self.log)) < times:
                await self._changed.wait()


@asynccontextmanager
async def serving(
    *words: str | Path, files: int | None = None, program: Sequence[str | Path] = SOURCES
) -> AsyncIterator[Serving]:
    """`parlour serve` with these words on a port of its own, until the block ends, with all that it logs."""

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    command = [*program, "serve", "--telnet", "127.0.0.1:0", *words]
    process = await trio.lowlevel.open_process(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit
    )
    assert process.stdout is not None
    try:
        said, port = await _opened(process.stdout)
        async with trio.open_nursery() as nursery:
            house = Serving(process, port, said)
            nursery.start_soon(house.read)
            yield house
            if process.returncode is None:
                process.terminate()
    finally:
        if process.returncode is None:
            process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()
            await process.stdout.aclose()


@asynccontextmanager
async def visitors(house: Serving, *kinds: type[P]) -> AsyncIterator[list[P]]:
    """People with their clients, who are let in one after the other."""
    async with AsyncExitStack() as stack:
        yield [kind(await stack.enter_async_context(await connect(house.port))) for kind in kinds]
