"""A child process with a console that does what the test tells it over one pipe and reports over another.

python -m tests.frontends.cli.demo ORDERS REPORTS [HISTORY]      file descriptors, and a file
"""

import json
import math
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import attrs
import trio

from frontends.cli.abilities import own_look
from frontends.cli.console import open_console
from frontends.terminal.picture import Look, Picture, Style
from frontends.terminal.terminal import Prompt, Terminal
from tests.frontends.pictures import of_lines


async def main(orders: int, reports: int, history: Path | None) -> None:
    def report(*words: object) -> None:
        os.write(reports, f"{' '.join(map(str, words))}\n".encode())

    async with open_console(own_look(), history) as terminal, trio.open_nursery() as nursery:
        report("open", terminal.look)
        put, wanted = trio.open_memory_channel[None](math.inf)
        nursery.start_soon(receive, terminal, wanted, report)
        async for name, *arguments in each(orders):
            if name == "end":
                break
            if name == "receive":
                put.send_nowait(None)
            elif name == "counts":
                report("counts", terminal.count_given(), terminal.count_taken())
            elif name == "stop":
                os.kill(os.getpid(), signal.SIGTSTP)
            elif name == "modules":
                report("modules", "prompt_toolkit" in sys.modules)
            elif name == "film":
                report("film", await film(terminal, *arguments))
            elif name == "cancel":
                with trio.move_on_after(0):
                    await terminal.receive()
                report("cancelled")
            else:
                obey(terminal, name, arguments)
        nursery.cancel_scope.cancel()


async def receive(terminal: Terminal, wanted: trio.MemoryReceiveChannel[None], report: Callable[..., None]) -> None:
    async for _ in wanted:
        report("got", await terminal.receive())


async def each(orders: int) -> AsyncIterator[list[Any]]:
    typed = b""
    async for chunk in trio.lowlevel.FdStream(orders):
        *lines, typed = (typed + chunk).split(b"\n")
        for line in lines:
            yield json.loads(line)


async def film(terminal: Terminal, count: int) -> float:
    """Show many pictures, each as soon as the one before is given. Returns: seconds from the first to the last."""
    began = trio.current_time()
    for number in range(count):
        terminal.show(picture(["A board", f"number {number}"]))
        await trio.lowlevel.checkpoint()
    return trio.current_time() - began


def obey(terminal: Terminal, name: str, arguments: list[Any]) -> None:
    match name, arguments:
        case "write", [str(text)]:
            terminal.write(text)
        case "ask", [str(text), list(words), str(toolbar)]:
            terminal.ask(Prompt(text, lambda: tuple(words), lambda: toolbar))
        case "ask secretly", [str(text)]:
            terminal.ask(Prompt(text, is_secret=True))
        case "show", [list(lines), bool(repaint)]:
            terminal.show(picture(lines), repaint)
        case "ring", []:
            terminal.ring()
        case "batch", [list(orders)]:
            for one, *its in orders:
                obey(terminal, one, its)
        case "prefill", [str(text)]:
            terminal.prefill(text)
        case "adapt", [dict(changes)]:
            terminal.adapt(attrs.evolve(terminal.look, **changes))
        case "mouse", [bool(mouse)]:
            terminal.use_mouse(mouse)
        case "screen", [bool(screen)]:
            terminal.use_screen(screen)
        case _:
            raise RuntimeError(f"This child was told to crash: {name}")


def picture(lines: list[str]) -> Picture:
    """Lines of text; the first is styled like a title, and the cursor rests at the end of the last."""
    plain = of_lines(lines, Look(len(lines), 40))
    title = (Style(fg="bright_red", bg="white", bold=True),) * len(plain.styles[0])
    return Picture(plain.rows, (title, *plain.styles[1:]), (len(lines) - 1, len(lines[-1])))


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
