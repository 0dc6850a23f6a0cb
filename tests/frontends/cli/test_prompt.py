"""What is put out and typed before prompt_toolkit is there, and from one mode to the other and back."""

from collections.abc import Callable

import pytest

from tests.frontends.cli.teletype import BOARD, PROMPT_TOOLKIT, Demo


def test_the_first_words_do_not_wait_for_prompt_toolkit(demo: Demo) -> None:
    demo.order("write", "Welcome\x1b[31m.\n")
    demo.wait_lines("Welcome?[31m.")
    assert PROMPT_TOOLKIT not in demo.sent
    demo.order("receive")
    demo.wait(lambda: PROMPT_TOOLKIT in demo.sent)
    demo.order("write", "And\x1b[31m again.\n")
    demo.wait(lambda: "And?[31m again." in demo.lines)


def test_what_is_typed_before_prompt_toolkit_is_there_is_not_lost_and_not_echoed(demo: Demo) -> None:
    demo.type("draw\r")
    demo.order("write", "Welcome.\n")
    demo.wait_lines("Welcome.")
    demo.order("ask", "move> ", [], "")
    demo.order("receive")
    demo.wait_report("got Line(text='draw')")
    assert demo.lines == ["Welcome.", "move> draw"]


def test_what_is_typed_ahead_belongs_to_the_mode_it_is_received_in(demo: Demo) -> None:
    demo.prompt()
    demo.type("screen\rab")
    demo.wait_report("got Line(text='screen')")
    demo.board()
    demo.wait_report("got Key(name='a')")
    demo.type("cLdr")
    for key in "bcL":
        demo.order("receive")
        demo.wait_report(f"got Key(name='{key}')")
    demo.order("screen", False)
    demo.order("write", "Back to lines.\n")
    demo.order("receive")
    demo.wait(lambda: "move> dr" in demo.lines)
    demo.type("aw\r")
    demo.wait_report("got Line(text='draw')")
    assert demo.lines[-2:] == ["Back to lines.", "move> draw"]
    demo.end()


def test_a_half_typed_line_is_there_again_after_a_board(demo: Demo) -> None:
    demo.prompt()
    demo.type("2 le")
    demo.wait_lines("move> 2 le")
    demo.order("screen", True)
    demo.order("show", BOARD, False)
    demo.wait_lines(*BOARD)
    demo.order("screen", False)
    demo.wait(lambda: "move> 2 le" in demo.lines)
    demo.type("ft 1\r")
    demo.wait_report("got Line(text='2 left 1')")


@pytest.mark.parametrize("enter", [Demo.prompt, Demo.board])
def test_cancelling_while_waiting_loses_nothing(demo: Demo, enter: Callable[[Demo], None]) -> None:
    enter(demo)
    demo.type("\r")
    demo.wait(lambda: bool(demo.reports))
    demo.order("cancel")
    demo.wait(lambda: "cancelled" in demo.reports)
    demo.type("y\r")
    demo.order("receive")
    demo.wait(lambda: demo.reports[-1] in ("got Line(text='y')", "got Key(name='y')"))
    demo.end()
