"""The console without prompt_toolkit: a child on pipes, and one on a terminal that cannot move its cursor."""

import os
import subprocess
import sys

from frontends.screens.picture import Look
from tests.frontends.cli.teletype import ROOT, Demo

ECHO = """
import sys, trio
from frontends.cli.console import open_console
from frontends.terminal import Closed, Prompt

async def main():
    async with open_console() as terminal:
        terminal.ask(Prompt("never shown> "))
        terminal.ring()
        received = None
        while received != Closed():
            received = await terminal.receive()
            terminal.write(f"{received}\\n")
        terminal.write(f"{await terminal.receive()} {'prompt_toolkit' in sys.modules}\\n")

trio.run(main)
"""


def echoed(typed: bytes) -> list[str]:
    child = subprocess.run(
        [sys.executable, "-c", ECHO], input=typed, capture_output=True, cwd=ROOT, timeout=30, check=False
    )
    assert (child.returncode, child.stderr) == (0, b"")
    return child.stdout.decode().splitlines()


def test_piped_lines_come_in_order_without_prompts_and_end() -> None:
    lines = [f"Line(text='{text}')" for text in ("p", "", "q é �", "r")]
    assert echoed("p\n\nq é ".encode() + b"\xff\r\nr") == [*lines, "Closed()", "Closed() False"]


def test_a_reader_that_went_away_ends_the_visit() -> None:
    child = subprocess.Popen([sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdout.close()
    os.write(child.stdin.fileno(), b"p\nq\n")
    assert child.wait(30) == 0
    child.stdin.close()


def test_a_dumb_terminal_gets_prompts_again_after_what_happens() -> None:
    with Demo(TERM="dumb") as demo:
        demo.wait_report(f"open {Look(colour=False, single_keys=False)}")
        demo.order("ask", "move> ", [], "")
        demo.order("receive")
        demo.wait_lines("move>")
        demo.order("write", "Anna draws a card.\n")
        demo.wait_lines("move>", "Anna draws a card.", "move>")
        demo.type("draw\n")
        demo.wait_report("got Line(text='draw')")
        demo.order("receive")
        demo.type("\x03")
        demo.wait_report("got Key(name='c-c')")
        demo.order("receive")
        demo.type("\x04")
        demo.wait_report("got Closed()")
        demo.order("end")
        assert demo.wait_end() == 0
        assert demo.sane
        assert b"\x1b" not in demo.sent
