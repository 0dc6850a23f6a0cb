"""What is put out before prompt_toolkit is there."""

from frontends.cli.direct import Direct
from frontends.screens.picture import Look
from frontends.terminal import Prompt
from tests.frontends.cli.demo import picture
from tests.frontends.cli.teletype import BOARD, PROMPT_TOOLKIT, Demo


def test_the_first_picture_and_text_do_not_wait_for_prompt_toolkit(demo: Demo) -> None:
    demo.order("write", "Welcome\x1b[31m.\n")
    demo.wait_lines("Welcome?[31m.")
    demo.order("ring")
    demo.order("screen", True)
    demo.order("show", BOARD, False)
    demo.order("show", ["A board", "of other lines"], False)
    demo.wait_lines("A board", "of other lines")
    assert b"\a" in demo.sent
    assert PROMPT_TOOLKIT not in demo.sent
    demo.order("receive")
    demo.wait(lambda: PROMPT_TOOLKIT in demo.sent)
    demo.wait_lines("A board", "of other lines")


def test_what_is_typed_before_prompt_toolkit_is_there_is_not_lost_and_not_echoed(demo: Demo) -> None:
    demo.type("draw\r")
    demo.order("write", "Welcome.\n")
    demo.wait_lines("Welcome.")
    demo.order("ask", "move> ", [], "")
    demo.order("receive")
    demo.wait_report("got Line(text='draw')")
    assert demo.lines == ["Welcome.", "move> draw"]


def test_prompt_toolkit_is_told_where_things_stand() -> None:
    direct = Direct(Look(), output=-1)
    shown = picture(BOARD)
    direct.ask(Prompt("move> "))
    direct.use_screen(True)
    direct.show(shown)
    assert (direct.prompt, direct.screen, direct.picture) == (Prompt("move> "), True, shown)
    direct.use_screen(False)
    assert (direct.screen, direct.picture) == (False, None)
