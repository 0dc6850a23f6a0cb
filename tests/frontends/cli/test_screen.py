"""Screen mode in a real terminal: pictures, single keys, the mouse."""

from frontends.terminal.paint import FRAME
from frontends.terminal.picture import Look
from frontends.terminal.terminal import Resized
from tests.frontends.cli.teletype import BOARD, BRACKETED_PASTE, MOUSE, SGR_MOUSE, Demo


def test_a_picture_fills_the_screen_and_keys_have_the_names_screens_know(demo: Demo) -> None:
    demo.board()
    demo.wait(lambda: (demo.screen.cursor.y, demo.screen.cursor.x) == (1, len(BOARD[1])))
    title, plain = demo.screen.buffer[0][0], demo.screen.buffer[1][0]
    assert (title.fg, title.bg, title.bold) == ("brightred", "white", True)
    assert (plain.fg, plain.bg, plain.bold) == ("default", "default", False)
    keys = {"a": "a", "Z": "Z", " ": " ", "?": "?", "é": "é", "日": "日", "\r": "enter", "\t": "tab"}
    keys |= {"\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left", "\x1bOA": "up"}
    keys |= {"\x1b[H": "home", "\x1b[F": "end", "\x1b[3~": "delete", "\x1b[5~": "page up", "\x1b[6~": "page down"}
    keys |= {chr(code): f"c-{chr(code + 96)}" for code in range(1, 26) if code not in (8, 9, 10, 13)}
    keys |= {"\x7f": "backspace"}
    for typed, name in keys.items():
        demo.type(typed)
        demo.wait_report(f"got Key(name={name!r})")
        demo.order("receive")
    demo.type("\x1b")
    demo.wait_report("got Key(name='escape')")
    demo.end()


def test_a_character_that_comes_in_pieces_is_one_key(demo: Demo) -> None:
    demo.board()
    for piece in ("é♠".encode()[:1], "é♠".encode()[1:4], "é♠".encode()[4:]):
        demo.send(piece)
    demo.wait_report("got Key(name='é')")
    demo.order("receive")
    demo.wait_report("got Key(name='♠')")


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
    demo.screen.draw("noise")
    demo.order("show", BOARD, False)
    demo.wait_lines(*BOARD)
    demo.end()


def test_a_picture_that_has_become_too_large_is_not_drawn(demo: Demo) -> None:
    demo.board()
    demo.size(24, 30)
    demo.wait_report(f"got {Resized(Look(columns=30))}")
    before = demo.screen.buffer[0][0]
    demo.order("adapt", {"colour": False})
    demo.order("counts")
    demo.wait_report("counts 1 1")
    assert demo.screen.buffer[0][0] == before


def test_of_many_pictures_in_no_time_the_last_is_shown_and_few_are_sent(demo: Demo) -> None:
    demo.board()
    began = len(demo.sent)
    demo.order("film", 300)
    demo.wait_lines("A board", "number 299")
    demo.wait(lambda: any(report.startswith("film") for report in demo.reports))
    seconds = float(demo.reports.pop().split()[1])
    numbers = demo.sent[began:].count(b"\x1b[2;")
    assert numbers <= seconds / FRAME + 2


def test_without_colour_only_attributes_are_sent() -> None:
    with Demo(NO_COLOR="1") as demo:
        demo.board()
        assert demo.reports[0] == f"open {Look(colour=False)}"
        title = demo.screen.buffer[0][0]
        assert (title.fg, title.bg, title.bold) == ("default", "default", True)
        demo.order("adapt", {"colour": True})
        demo.wait(lambda: demo.screen.buffer[0][0].fg == "brightred")


def test_clicks_and_the_wheel_are_heeded_when_wanted_and_only_in_screen_mode(demo: Demo) -> None:
    demo.order("mouse", True)
    demo.order("write", "Welcome.\n")
    demo.wait_lines("Welcome.")
    assert not demo.has_mode(MOUSE)
    demo.board()
    assert demo.has_mode(MOUSE)
    assert demo.has_mode(SGR_MOUSE)
    demo.type("\x1b[<0;3;2M\x1b[<0;3;2m\x1b[<0;3;2M\x1b[<0;3;2m\x1b[<64;3;2M\x1b[<65;3;2M")
    demo.wait_report("got Clicked(row=1, column=2, is_double=False)")
    for got in ("Clicked(row=1, column=2, is_double=True)", "Key(name='wheel up')", "Key(name='wheel down')"):
        demo.order("receive")
        demo.wait_report(f"got {got}")
    demo.order("mouse", False)
    demo.wait(lambda: not demo.has_mode(MOUSE) and not demo.has_mode(SGR_MOUSE))
    demo.order("mouse", True)
    demo.wait(lambda: demo.has_mode(MOUSE))
    demo.order("screen", False)
    demo.wait(lambda: not demo.has_mode(MOUSE))
    demo.end()


def test_keys_are_counted_before_they_are_received(demo: Demo) -> None:
    demo.board()
    demo.type("abc")
    demo.wait_report("got Key(name='a')")
    demo.order("counts")
    demo.wait_report("counts 3 1")


def test_neither_the_first_picture_nor_keys_wait_for_prompt_toolkit(demo: Demo) -> None:
    demo.type("x")
    demo.order("ring")
    demo.order("screen", True)
    demo.order("show", BOARD, False)
    demo.order("receive")
    demo.wait_report("got Key(name='x')")
    demo.wait_lines(*BOARD)
    assert b"\a" in demo.sent
    assert not demo.has_mode(BRACKETED_PASTE)
    demo.order("modules")
    demo.wait_report("modules False")
    demo.end()
