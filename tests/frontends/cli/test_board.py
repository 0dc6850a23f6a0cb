"""Screen manner in a real terminal: pictures and single keys."""

from frontends.screens.picture import Look
from frontends.terminal import Resized
from tests.frontends.cli.teletype import BOARD, Demo


def test_a_picture_fills_the_screen_and_keys_have_the_names_screens_know(demo: Demo) -> None:
    demo.board()
    demo.wait(lambda: (demo.screen.cursor.y, demo.screen.cursor.x) == (1, len(BOARD[1])))
    title, plain = demo.screen.buffer[0][0], demo.screen.buffer[1][0]
    assert (title.fg, title.bg, title.bold) == ("brightred", "white", True)
    assert (plain.fg, plain.bg, plain.bold) == ("default", "default", False)
    keys = {"a": "a", "Z": "Z", " ": " ", "?": "?", "é": "é", "\r": "enter", "\t": "tab", "\x7f": "backspace"}
    keys |= {"\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left", "\x1bOA": "up"}
    keys |= {"\x1b[H": "home", "\x1b[F": "end", "\x1b[3~": "delete"}
    keys |= {chr(code): f"c-{chr(code + 96)}" for code in range(1, 27) if code not in (8, 9, 10, 13)}
    for typed, name in keys.items():
        demo.type(typed)
        demo.wait_report(f"got Key(name={name!r})")
        demo.order("receive")
    demo.type("\x1b")
    demo.wait_report("got Key(name='escape')")
    demo.end()


def test_pictures_bells_and_sizes_change_while_keys_are_waited_for(demo: Demo) -> None:
    demo.board()
    demo.order("ring")
    demo.order("show", ["A board", "with another line", "and a third"], False)
    demo.wait_lines("A board", "with another line", "and a third")
    assert b"\a" in demo.sent
    demo.screen.draw("noise")
    demo.order("show", BOARD, True)
    demo.wait_lines(*BOARD)
    demo.size(30, 100)
    demo.wait_report(f"got {Resized(Look(rows=30, columns=100))}")
    demo.wait_lines(*BOARD)
    demo.end()


def test_without_colour_only_attributes_are_sent() -> None:
    with Demo(NO_COLOR="1") as demo:
        demo.board()
        assert demo.reports[0] == f"open {Look(colour=False)}"
        title = demo.screen.buffer[0][0]
        assert (title.fg, title.bg, title.bold) == ("default", "default", True)
        demo.order("adapt", True)
        demo.wait(lambda: demo.screen.buffer[0][0].fg == "brightred")
