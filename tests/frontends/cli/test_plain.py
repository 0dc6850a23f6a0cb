"""Plain lines: a child on pipes, one on a terminal that cannot move its cursor, and one that is read out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from frontends.terminal.picture import Look
from tests.frontends.cli.teletype import BOARD, PROMPT_TOOLKIT, ROOT, Demo
from tests.patience import PATIENCE

ECHO = """
import sys, trio
from frontends.cli.abilities import own_look
from frontends.cli.console import open_console
from frontends.terminal.terminal import Closed, Prompt

async def main():
    async with open_console(own_look()) as terminal:
        terminal.ask(Prompt("never shown> "))
        terminal.ring()
        received = None
        while received != Closed():
            received = await terminal.receive()
            terminal.write(f"{received} {terminal.count_given() - terminal.count_taken()}\\n")
        terminal.write(f"{await terminal.receive()} {'prompt_toolkit' in sys.modules}\\n")

trio.run(main)
"""
TYPED = "p\n\nq é ".encode() + b"\xff\r\nr"
HEARD = [*(f"Line(text='{text}') 0" for text in ("p", "", "q é �", "r")), "Closed() 0", "Closed() False"]


def test_piped_lines_come_in_order_without_prompts_and_end() -> None:
    child = subprocess.run([sys.executable, "-c", ECHO], input=TYPED, capture_output=True, cwd=ROOT, check=False)
    assert (child.returncode, child.stderr) == (0, b"")
    assert child.stdout.decode().splitlines() == HEARD


def test_lines_of_a_file_come_in_the_same_way(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_bytes(TYPED)
    with script.open() as typed:
        child = subprocess.run([sys.executable, "-c", ECHO], stdin=typed, capture_output=True, cwd=ROOT, check=False)
    assert (child.returncode, child.stderr) == (0, b"")
    assert child.stdout.decode().splitlines() == HEARD


def test_a_file_without_end_does_not_keep_the_client_from_ending() -> None:
    """It is always readable, and never has the end of a line."""
    command = [sys.executable, "-u", "-m", "frontends", "--journal", "memory:", "play", "--lines", "mille"]
    with Path("/dev/zero").open() as endless:
        child = subprocess.Popen(command, stdin=endless, stdout=subprocess.PIPE, cwd=ROOT)
    with child:
        assert child.stdout is not None
        assert child.stdout.readline()  # it has begun
        child.terminate()
        child.wait(PATIENCE)


def test_a_reader_of_a_pipe_that_went_away_ends_the_visit() -> None:
    child = subprocess.Popen([sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdout.close()
    os.write(child.stdin.fileno(), b"p\nq\n")
    assert child.wait(PATIENCE) == 0
    child.stdin.close()


@pytest.mark.parametrize(
    ("environment", "look"),
    [({"TERM": "dumb"}, Look(colour=False, single_keys=False)), ({"ACCESSIBLE": "1"}, Look(reader=True))],
)
def test_a_terminal_of_lines_gets_prompts_again_after_what_happens_and_no_escape_sequence(
    environment: dict[str, str], look: Look
) -> None:
    with Demo(**environment) as demo:
        demo.wait_report(f"open {look}")
        demo.order("ask", "move> ", [], "")
        demo.order("receive")
        demo.wait_lines("move>")
        demo.order("write", "Anna draws\x1b[31m a card.\n")
        demo.wait_lines("move>", "Anna draws?[31m a card.", "move>")
        demo.type("draw\n")
        demo.wait_report("got Line(text='draw')")
        demo.order("receive")
        demo.wait_lines("move> draw", "move>")
        demo.type("half")
        demo.wait_lines("move> half")
        demo.type("\x03")
        demo.wait_report("got Key(name='c-c')")
        demo.order("receive")
        demo.wait_lines("move> half^C", "move>")
        demo.order("prefill", "2 left")
        demo.wait_lines("move>", "You had typed: 2 left", "move>")
        demo.type("日本\n")
        demo.wait_report("got Line(text='日本')")
        demo.order("receive")
        demo.type("\x04")
        demo.wait_report("got Key(name='c-d')")
        demo.order("ring")
        demo.order("end")
        assert demo.wait_end() == 0
        assert demo.sane
        assert b"\a" in demo.sent
        assert b"\x1b" not in demo.sent


def test_what_is_written_and_asked_in_one_go_is_followed_by_one_prompt() -> None:
    with Demo(ACCESSIBLE="1") as demo:
        demo.prompt()
        demo.order("batch", [["write", "Anna draws.\n"], ["ask", "your move> ", [], ""], ["write", "You are next.\n"]])
        demo.wait_lines("move>", "Anna draws.", "You are next.", "your move>")


def test_pictures_are_nothing_to_those_who_are_read_to() -> None:
    with Demo(ACCESSIBLE="1") as demo:
        demo.prompt()
        demo.order("screen", True)
        demo.order("mouse", True)
        demo.order("show", BOARD, False)
        demo.order("write", "Your turn.\n")
        demo.wait_lines("move>", "Your turn.", "move>")
        demo.end()
        assert b"\x1b" not in demo.sent


def test_somebody_says_that_they_are_read_to_and_that_they_are_not(demo: Demo) -> None:
    demo.prompt()
    demo.type("reader\rdraw\r2 le")
    demo.wait_report("got Line(text='reader')")
    demo.order("adapt", {"reader": True})
    demo.order("write", "From now on you are read to.\n")
    demo.order("receive")
    demo.wait_report("got Line(text='draw')")
    silent_from = len(demo.sent)
    demo.order("receive")
    demo.wait(lambda: demo.lines[-1:] == ["move>"])
    demo.type("reader off\n")
    demo.wait(lambda: bool(demo.reports))
    assert demo.reports.pop().endswith("reader off')")
    assert b"\x1b" not in demo.sent[silent_from:]
    demo.order("adapt", {"reader": False})
    demo.order("receive")
    demo.wait(lambda: demo.sent.rfind(PROMPT_TOOLKIT) > silent_from)
    demo.type("draw\x7fn\r")
    demo.wait_report("got Line(text='dran')")
    demo.end()


def test_a_board_gives_way_to_lines_for_those_who_are_read_to_and_comes_back(demo: Demo) -> None:
    demo.order("mouse", True)
    demo.board()
    demo.type("r")
    demo.wait_report("got Key(name='r')")
    demo.order("adapt", {"reader": True})
    demo.order("receive")
    demo.order("ask", "> ", [], "")
    demo.wait(lambda: demo.lines[-1:] == [">"])
    assert demo.sane_but_for_settings
    silent_from = len(demo.sent)
    demo.type("reader off\n")
    demo.wait_report("got Line(text='reader off')")
    assert b"\x1b" not in demo.sent[silent_from:]
    demo.order("adapt", {"reader": False})
    demo.order("show", BOARD, False)
    demo.wait_lines(*BOARD)
    demo.end()


def test_secret_is_not_echoed_by_the_system_and_the_next_line_is_again() -> None:
    with Demo(TERM="dumb") as demo:
        demo.wait_report(f"open {Look(colour=False, single_keys=False)}")
        demo.order("ask secretly", "password> ")
        demo.order("receive")
        demo.wait_lines("password>")
        demo.type("secret\n")
        demo.wait_report("got Line(text='secret')")
        demo.order("ask", "move> ", [], "")
        demo.order("receive")
        demo.wait(lambda: any(line.endswith("move>") for line in demo.lines))
        demo.type("draw\n")
        demo.wait_report("got Line(text='draw')")
        assert any("draw" in line for line in demo.lines)
        assert not any("secret" in line for line in demo.lines)
