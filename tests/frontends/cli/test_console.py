"""However a visit ends, the terminal is as it was before."""

import signal
from collections.abc import Callable

import pytest

from tests.frontends.cli.teletype import BOARD, Demo


@pytest.mark.parametrize(
    ("enter", "number", "got"),
    [
        (Demo.prompt, signal.SIGINT, "Key(name='c-c')"),
        (Demo.prompt, signal.SIGTERM, "Closed()"),
        (Demo.board, signal.SIGTERM, "Closed()"),
        (Demo.board, signal.SIGHUP, "Closed()"),
    ],
)
def test_signals_are_inputs_and_leave_the_terminal_sane(
    demo: Demo, enter: Callable[[Demo], None], number: int, got: str
) -> None:
    demo.order("mouse", True)
    enter(demo)
    demo.type("h")
    demo.child.send_signal(number)
    demo.wait(lambda: f"got {got}" in demo.reports or "got Key(name='h')" in demo.reports)
    demo.order("receive")
    demo.wait(lambda: f"got {got}" in demo.reports)
    demo.end()


@pytest.mark.parametrize("enter", [Demo.prompt, Demo.board])
def test_closing_the_window_ends_the_child(demo: Demo, enter: Callable[[Demo], None]) -> None:
    enter(demo)
    demo.hang_up()
    demo.wait_report("got Closed()")
    demo.order("write", "To whom?\n")
    demo.order("end")
    assert demo.wait_end() == 0


@pytest.mark.parametrize("enter", [Demo.prompt, Demo.board])
def test_a_crash_leaves_the_terminal_sane_and_shows_its_traceback(demo: Demo, enter: Callable[[Demo], None]) -> None:
    demo.order("mouse", True)
    enter(demo)
    demo.type("x\r")
    demo.wait(lambda: bool(demo.reports))
    demo.order("fail")
    assert demo.wait_end() == 1
    assert demo.sane
    assert any("This child was told to crash" in line for line in demo.lines)


@pytest.mark.parametrize("screen", [False, True])
def test_cancelling_before_the_prompt_or_board_is_there_leaves_the_terminal_sane(demo: Demo, screen: bool) -> None:
    demo.order("screen", screen)
    demo.order("show", BOARD, False)
    demo.order("cancel")
    demo.wait_report("cancelled")
    demo.end()


def test_a_second_call_to_go_cancels_a_child_that_does_not_listen(demo: Demo) -> None:
    demo.prompt()
    demo.child.terminate()
    demo.wait_report("got Closed()")
    demo.child.terminate()
    assert demo.wait_end() == 0
    assert demo.sane
