"""The console in a real terminal, from a child process's side and from the person's."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from frontends.screens.picture import Look
from frontends.terminal import Resized
from tests.frontends.cli.teletype import Teletype

MOVES = ["2 left 1", "2 right 4", "draw"]
BOARD = ["A board", "of two lines"]


@pytest.fixture
def tty() -> Iterator[Teletype]:
    with Teletype("demo") as tty:
        tty.wait_report(f"open {Look()}")
        yield tty


def prompted(tty: Teletype) -> None:
    tty.order("ask", "move> ", MOVES, "")
    tty.order("receive")
    tty.wait_lines("move>")


def boarded(tty: Teletype) -> None:
    tty.order("screen", True)
    tty.order("show", BOARD, False)
    tty.order("receive")
    tty.wait(lambda: b"\x1b[?2004h" in tty.sent)
    tty.wait_lines(*BOARD)


def offered(tty: Teletype) -> list[str]:
    """The completions below the prompt on the first line."""
    return " ".join(tty.lines[1:]).split()


def ended(tty: Teletype) -> None:
    tty.order("end")
    assert tty.wait_end() == 0
    assert tty.sane


def test_events_scroll_above_a_line_that_is_being_typed_edited_and_resized(tty: Teletype) -> None:
    prompted(tty)
    tty.type("knight")
    tty.wait_lines("move> knight")
    tty.order("write", "Anna draws a card.\n")
    tty.order("write", "Anna plays 50 miles.\n")
    tty.wait_lines("Anna draws a card.", "Anna plays 50 miles.", "move> knight")
    tty.type("\x7f\x1b[D\x7fg")
    tty.wait_lines("move> knigh")
    tty.size(20, 60)
    tty.wait(lambda: tty.lines[-1:] == ["move> knigh"] and tty.screen.cursor.x == len("move> knig"))
    tty.wait_report(f"got {Resized(Look(rows=20, columns=60))}")
    tty.order("receive")
    tty.type("\r")
    tty.wait_report("got Line(text='knigh')")
    ended(tty)
    assert [line for line in tty.lines if line.startswith("move>")] == ["move> knigh"]


def test_prompt_and_toolbar_change_under_a_half_typed_line(tty: Teletype) -> None:
    prompted(tty)
    tty.type("dra")
    tty.wait_lines("move> dra")
    tty.order("ask", "your move> ", MOVES, "Anna 25, Bert 75")
    tty.wait(lambda: tty.lines[:1] + tty.lines[-1:] == ["your move> dra", "Anna 25, Bert 75"])
    assert tty.screen.cursor.y == 0
    assert tty.screen.buffer[23][0].reverse
    tty.type("w\r")
    tty.wait_report("got Line(text='draw')")
    assert tty.lines == ["your move> draw"]


def test_tab_completes_word_by_word_and_follows_what_is_typed(tty: Teletype) -> None:
    prompted(tty)
    tty.type("\t")
    tty.wait(lambda: offered(tty) == ["2", "draw"])
    tty.type("2 ")
    tty.wait(lambda: offered(tty) == ["left", "right"])
    tty.type("R")
    tty.wait(lambda: offered(tty) == ["right"])
    tty.type("\t")
    tty.wait_lines("move> 2 right 4")
    tty.type("\r")
    tty.wait_report("got Line(text='2 right 4')")


def test_lines_are_remembered_from_one_visit_to_the_next(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "history"
    for typed, lines in (("draw\r", ["draw"]), ("\x1b[A\x7f\x7f\r", ["draw", "dr"])):
        with Teletype("demo", str(file)) as tty:
            prompted(tty)
            tty.type(typed)
            tty.wait_lines(f"move> {lines[-1]}")
            ended(tty)
        assert file.read_text().splitlines() == lines


def test_ctrl_c_is_a_key_and_ctrl_d_on_an_empty_line_the_end(tty: Teletype) -> None:
    prompted(tty)
    tty.type("half\x03")
    tty.wait_report("got Key(name='c-c')")
    tty.order("receive")
    tty.type("x\x04\x7f\x04")
    tty.wait_report("got Closed()")
    tty.order("receive")
    tty.wait_report("got Closed()")
    tty.order("write", "Good-bye.\n")
    ended(tty)
    assert tty.lines == ["move> half", "move>", "Good-bye."]


def test_pasted_lines_are_lines_one_after_the_other(tty: Teletype) -> None:
    prompted(tty)
    tty.type("\x1b[200~draw\r\n2 left\x1b]\t 1\r\nhal\x1b[201~f\r")
    tty.wait_report("got Line(text='draw')")
    for line in ("2 left] 1", "half"):
        tty.order("receive")
        tty.wait_report(f"got Line(text='{line}')")


def test_a_picture_fills_the_screen_and_keys_have_the_names_screens_know(tty: Teletype) -> None:
    boarded(tty)
    tty.wait(lambda: (tty.screen.cursor.y, tty.screen.cursor.x) == (1, len(BOARD[1])))
    title, plain = tty.screen.buffer[0][0], tty.screen.buffer[1][0]
    assert (title.fg, title.bg, title.bold) == ("brightred", "white", True)
    assert (plain.fg, plain.bg, plain.bold) == ("default", "default", False)
    keys = {"a": "a", "Z": "Z", " ": " ", "?": "?", "é": "é", "\r": "enter", "\t": "tab", "\x7f": "backspace"}
    keys |= {"\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left", "\x1bOA": "up"}
    keys |= {"\x1b[H": "home", "\x1b[F": "end", "\x1b[3~": "delete"}
    keys |= {chr(code): f"c-{chr(code + 96)}" for code in range(1, 27) if code not in (8, 9, 10, 13)}
    for typed, name in keys.items():
        tty.type(typed)
        tty.wait_report(f"got Key(name={name!r})")
        tty.order("receive")
    tty.type("\x1b")
    tty.wait_report("got Key(name='escape')")
    ended(tty)


def test_pictures_bells_and_sizes_change_while_keys_are_waited_for(tty: Teletype) -> None:
    boarded(tty)
    tty.order("ring")
    tty.order("show", ["A board", "with another line", "and a third"], False)
    tty.wait_lines("A board", "with another line", "and a third")
    assert b"\a" in tty.sent
    tty.screen.draw("noise")
    tty.order("show", BOARD, True)
    tty.wait_lines(*BOARD)
    tty.size(30, 100)
    tty.wait_report(f"got {Resized(Look(rows=30, columns=100))}")
    tty.wait_lines(*BOARD)
    ended(tty)


def test_what_is_typed_ahead_belongs_to_the_manner_it_arrives_in(tty: Teletype) -> None:
    prompted(tty)
    tty.type("screen\rab")
    tty.wait_report("got Line(text='screen')")
    boarded(tty)
    tty.wait_report("got Key(name='a')")
    tty.type("cLdr")
    for key in "bcL":
        tty.order("receive")
        tty.wait_report(f"got Key(name='{key}')")
    tty.order("write", "Back to lines.\n")
    tty.order("screen", False)
    tty.order("receive")
    tty.wait(lambda: "move> dr" in tty.lines)
    tty.type("aw\r")
    tty.wait_report("got Line(text='draw')")
    assert tty.lines[-2:] == ["Back to lines.", "move> draw"]
    ended(tty)


def test_a_half_typed_line_is_there_again_after_a_board(tty: Teletype) -> None:
    prompted(tty)
    tty.type("2 le")
    tty.wait_lines("move> 2 le")
    tty.order("screen", True)
    tty.order("show", BOARD, False)
    tty.wait_lines(*BOARD)
    tty.order("screen", False)
    tty.wait(lambda: "move> 2 le" in tty.lines)
    tty.type("ft 1\r")
    tty.wait_report("got Line(text='2 left 1')")


def test_without_colour_only_attributes_are_sent() -> None:
    with Teletype("demo", NO_COLOR="1") as tty:
        boarded(tty)
        assert tty.reports[0] == f"open {Look(colour=False)}"
        title = tty.screen.buffer[0][0]
        assert (title.fg, title.bg, title.bold) == ("default", "default", True)
        tty.order("adapt", True)
        tty.wait(lambda: tty.screen.buffer[0][0].fg == "brightred")


@pytest.mark.parametrize(
    ("enter", "number", "got"),
    [
        (prompted, signal.SIGINT, "Key(name='c-c')"),
        (prompted, signal.SIGTERM, "Closed()"),
        (boarded, signal.SIGTERM, "Closed()"),
        (boarded, signal.SIGHUP, "Closed()"),
    ],
)
def test_signals_are_inputs_and_leave_the_terminal_sane(
    tty: Teletype, enter: Callable[[Teletype], None], number: int, got: str
) -> None:
    enter(tty)
    tty.type("h")
    tty.child.send_signal(number)
    tty.wait(lambda: f"got {got}" in tty.reports or "got Key(name='h')" in tty.reports)
    tty.order("receive")
    tty.wait(lambda: f"got {got}" in tty.reports)
    ended(tty)


@pytest.mark.parametrize("enter", [prompted, boarded])
def test_closing_the_window_ends_the_child(tty: Teletype, enter: Callable[[Teletype], None]) -> None:
    enter(tty)
    tty.hang_up()
    tty.wait_report("got Closed()")
    tty.order("write", "To whom?\n")
    tty.order("end")
    assert tty.wait_end() == 0


@pytest.mark.parametrize("enter", [prompted, boarded])
def test_a_crash_leaves_the_terminal_sane_and_shows_its_traceback(
    tty: Teletype, enter: Callable[[Teletype], None]
) -> None:
    enter(tty)
    tty.type("x\r")
    tty.wait(lambda: bool(tty.reports))
    tty.order("fail")
    assert tty.wait_end() == 1
    assert tty.sane
    assert any("This child was told to crash" in line for line in tty.lines)


@pytest.mark.parametrize("screen", [False, True])
def test_cancelling_before_the_prompt_or_board_is_there_leaves_the_terminal_sane(tty: Teletype, screen: bool) -> None:
    tty.order("screen", screen)
    tty.order("show", BOARD, False)
    tty.order("cancel")
    tty.wait_report("cancelled")
    ended(tty)


@pytest.mark.parametrize("enter", [prompted, boarded])
def test_cancelling_while_waiting_loses_nothing(tty: Teletype, enter: Callable[[Teletype], None]) -> None:
    enter(tty)
    tty.type("\r")
    tty.wait(lambda: bool(tty.reports))
    tty.order("cancel")
    tty.wait(lambda: "cancelled" in tty.reports)
    tty.type("y\r")
    tty.order("receive")
    tty.wait(lambda: tty.reports[-1] in ("got Line(text='y')", "got Key(name='y')"))
    ended(tty)


def test_a_second_call_to_go_cancels_a_child_that_does_not_listen(tty: Teletype) -> None:
    prompted(tty)
    tty.child.terminate()
    tty.wait_report("got Closed()")
    tty.child.terminate()
    assert tty.wait_end() == 0
    assert tty.sane
