"""Ctrl-Z under a shell with job control: the terminal is the shell's meanwhile, and `fg` goes on."""

from collections.abc import Callable, Iterator

import pytest

from frontends.terminal.picture import Look
from frontends.terminal.terminal import Resized
from tests.frontends.cli.teletype import BOARD, MOUSE, SECOND_SCREEN, Demo, Job, Tireless


@pytest.fixture
def job() -> Iterator[Job]:
    with Job() as job:
        job.wait_report(f"open {Look()}")
        yield job


def stopped(job: Job) -> None:
    """The shell has the terminal, as it left it."""
    job.wait(lambda: job.lines[-1:] == ["$"])
    assert job.sane_but_for_settings
    job.shell("stty -a | grep -ow icanon", "icanon")
    job.shell("stty -a | grep -ow echo", "echo")


def go_on(job: Job) -> None:
    job.type("fg\n")
    job.wait_report(f"got {Resized(Look())}")
    job.order("receive")


def test_a_board_gives_the_screen_and_the_mouse_to_the_shell_and_takes_them_again(job: Job) -> None:
    job.order("mouse", True)
    job.board()
    job.type("\x1a")
    stopped(job)
    job.type("fg\n")
    job.wait_report(f"got {Resized(Look())}")
    job.wait(lambda: job.has_mode(MOUSE) and job.has_mode(SECOND_SCREEN))
    job.wait(lambda: job.lines[: len(BOARD)] == BOARD)
    job.order("receive")
    job.type("\x1b[<0;3;2M")
    job.wait_report("got Clicked(row=1, column=2, is_double=False)")


def test_a_half_typed_line_is_there_again_and_can_be_edited(job: Job) -> None:
    job.prompt()
    job.type("2 lert")
    job.wait_lines("move> 2 lert")
    job.type("\x1a")
    stopped(job)
    go_on(job)
    job.wait_lines("move> 2 lert")
    job.type("\x7f\x7fft 1\r")
    job.wait_report("got Line(text='2 left 1')")


def test_who_is_read_to_gets_the_prompt_again_without_any_escape_sequence(job: Job) -> None:
    job.order("adapt", {"reader": True})
    job.prompt()
    silent_from = len(job.sent)
    job.type("\x1a")
    stopped(job)
    job.type("fg\n")
    job.wait_report(f"got {Resized(Look(reader=True))}")
    job.order("receive")
    job.wait_lines("move>")
    job.type("draw\n")
    job.wait_report("got Line(text='draw')")
    assert b"\x1b" not in job.sent[silent_from:]


@pytest.mark.parametrize("enter", [Job.prompt, Job.board])
def test_it_can_be_suspended_again_and_ended_then(job: Job, enter: Callable[[Job], None]) -> None:
    enter(job)
    for _ in range(2):
        job.type("\x1a")
        stopped(job)
        go_on(job)
        job.wait(lambda: not job.sane_but_for_settings)
    job.order("end")
    job.wait(lambda: job.lines[-1:] == ["$"])
    assert job.sane_but_for_settings
    job.shell("echo $?", "0")


def test_a_signal_suspends_it_too_and_the_window_may_change_meanwhile(job: Job) -> None:
    job.board()
    job.order("stop")
    stopped(job)
    job.size(30, 100)
    job.type("fg\n")
    job.wait(lambda: f"got {Resized(Look(rows=30, columns=100))}" in job.reports)


@pytest.mark.parametrize("enter", [Demo.prompt, Demo.board])
def test_a_child_that_must_not_stop_rings_and_goes_on(enter: Callable[[Demo], None]) -> None:
    with Tireless() as demo:
        demo.wait_report(f"open {Look()}")
        enter(demo)
        demo.type("x\x1a")
        demo.wait(lambda: b"\a" in demo.sent)
        demo.type("y\r")
        demo.wait(lambda: demo.reports[:1] in (["got Line(text='xy')"], ["got Key(name='x')"]))
        demo.end()


def test_where_no_shell_could_wake_it_nothing_stops(demo: Demo) -> None:
    demo.board()
    demo.type("\x1a")
    demo.wait_report(f"got {Resized(Look())}")
    demo.order("receive")
    demo.type("y")
    demo.wait_report("got Key(name='y')")
    demo.end()
