"""Line mode in a real terminal: what a person types, and what they see meanwhile."""

from pathlib import Path

from frontends.terminal.picture import Look
from frontends.terminal.terminal import Resized
from tests.frontends.cli.teletype import MOVES, Demo


def offered(demo: Demo) -> list[str]:
    """The completions below the prompt on the first line."""
    return " ".join(demo.lines[1:]).split()


def test_events_scroll_above_a_line_that_is_being_typed_edited_and_resized(demo: Demo) -> None:
    demo.prompt()
    demo.type("knight")
    demo.wait_lines("move> knight")
    demo.order("write", "Anna draws a card.\n")
    demo.order("write", "Anna plays 50 miles.\n")
    demo.wait_lines("Anna draws a card.", "Anna plays 50 miles.", "move> knight")
    demo.type("\x7f\x1b[D\x7fg")
    demo.wait_lines("move> knigh")
    demo.size(20, 60)
    demo.wait(lambda: demo.lines[-1:] == ["move> knigh"] and demo.screen.cursor.x == len("move> knig"))
    demo.wait_report(f"got {Resized(Look(rows=20, columns=60))}")
    demo.order("receive")
    demo.type("\r")
    demo.wait_report("got Line(text='knigh')")
    demo.end()
    assert [line for line in demo.lines if line.startswith("move>")] == ["move> knigh"]


def test_prompt_and_toolbar_change_under_a_half_typed_line(demo: Demo) -> None:
    demo.prompt()
    demo.type("dra")
    demo.wait_lines("move> dra")
    demo.order("ask", "your move> ", MOVES, "Anna 25, Bert 75")
    demo.wait(lambda: demo.lines[:1] + demo.lines[-1:] == ["your move> dra", "Anna 25, Bert 75"])
    demo.wait(lambda: demo.screen.cursor.y == 0)
    assert demo.screen.buffer[23][0].reverse
    demo.type("w\r")
    demo.wait_report("got Line(text='draw')")
    assert demo.lines == ["your move> draw"]


def test_toolbar_says_in_whole_words_what_there_is_room_for(demo: Demo) -> None:
    demo.prompt()
    demo.order("ask", "your move> ", MOVES, "Anna 25, Bert 75 | Pileon: Anna, Bert")
    demo.wait(lambda: demo.lines[-1:] == ["Anna 25, Bert 75 | Pileon: Anna, Bert"])
    demo.size(20, 30)
    demo.wait(lambda: demo.lines[-1:] == ["Anna 25, Bert 75 | Pileon: ..."])
    demo.size(20, 29)
    demo.wait(lambda: demo.lines[-1:] == ["Anna 25, Bert 75 | ..."])
    demo.size(20, 40)
    demo.wait(lambda: demo.lines[-1:] == ["Anna 25, Bert 75 | Pileon: Anna, Bert"])


def test_tab_completes_word_by_word_and_follows_what_is_typed(demo: Demo) -> None:
    demo.prompt()
    demo.type("\t")
    demo.wait(lambda: offered(demo) == ["2", "draw"])
    demo.type("2 ")
    demo.wait(lambda: offered(demo) == ["left", "right"])
    demo.type("R")
    demo.wait(lambda: offered(demo) == ["right"])
    demo.type("\t")
    demo.wait_lines("move> 2 right 4")
    demo.type("\r")
    demo.wait_report("got Line(text='2 right 4')")


def test_lines_are_remembered_from_one_visit_to_the_next(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "history"
    for typed, lines in (("draw\r", ["draw"]), ("\x1b[A\x7f\x7f\r", ["draw", "dr"])):
        with Demo(str(file)) as demo:
            demo.prompt()
            demo.type(typed)
            demo.wait_report(f"open {Look()}", f"got Line(text={lines[-1]!r})")
            demo.end()
        assert file.read_text().splitlines() == lines


def test_ctrl_c_is_a_key_and_ctrl_d_on_an_empty_line_too(demo: Demo) -> None:
    demo.prompt()
    demo.type("half\x03")
    demo.wait_report("got Key(name='c-c')")
    demo.order("receive")
    demo.type("x\x04\x7f\x04")
    demo.wait_report("got Key(name='c-d')")
    demo.order("write", "Good-bye.\n")
    demo.end()
    assert demo.lines == ["move> half", "move>", "Good-bye."]


def test_pasted_lines_are_lines_one_after_the_other(demo: Demo) -> None:
    demo.prompt()
    demo.type("\x1b[200~draw\r\n2 left\x1b]\t 1\r\nhal\x1b[201~f\r")
    demo.wait_report("got Line(text='draw')")
    for line in ("2 left] 1", "half"):
        demo.order("receive")
        demo.wait_report(f"got Line(text='{line}')")


def test_what_a_completion_is_about_stands_beside_it_and_is_not_typed(demo: Demo) -> None:
    demo.order("ask", "lobby> ", ["watch ab12\tmille, Anna", "watch cd34\tpileon, Bea"], "")
    demo.order("receive")
    demo.wait_lines("lobby>")
    demo.type("watch \t")
    demo.wait(
        lambda: [line.split() for line in demo.lines[1:]] == [["ab12", "mille,", "Anna"], ["cd34", "pileon,", "Bea"]]
    )
    demo.type("c")
    demo.wait(lambda: offered(demo) == ["cd34", "pileon,", "Bea"])
    demo.type("\t")
    demo.wait_lines("lobby> watch cd34")
    demo.type("\r")
    demo.wait_report("got Line(text='watch cd34')")


def test_all_that_can_be_seen_gets_into_a_line_and_nothing_else(demo: Demo) -> None:
    demo.prompt()
    demo.type("\x11\x16\x1c\x80")
    demo.wait(lambda: b"\a" in demo.sent)
    demo.type("日本\u3000é\x02\x02\x05\r")
    demo.wait_report("got Line(text='日本 é')")
    demo.order("receive")
    demo.type("\x1b[200~日\u3000\x01本\x1b[201~\r")
    demo.wait_report("got Line(text='日 本')")


def test_a_line_can_be_filled_before_the_prompt_is_there_and_not_over_what_is_typed(demo: Demo) -> None:
    demo.order("prefill", "2 left")
    demo.order("ask", "move> ", [], "")
    demo.order("receive")
    demo.wait_lines("move> 2 left")
    demo.order("prefill", "draw")
    demo.type(" 1\r")
    demo.wait_report("got Line(text='2 left 1')")


def test_secret_is_masked_and_not_remembered(demo: Demo) -> None:
    demo.prompt()
    demo.type("list\r")
    demo.wait_report("got Line(text='list')")
    demo.order("ask secretly", "password> ")
    demo.order("receive")
    demo.type("secret")
    demo.wait(lambda: "password> ******" in demo.lines)
    demo.type("\r")
    demo.wait_report("got Line(text='secret')")
    demo.prompt()
    demo.type("\x1b[A")
    demo.wait(lambda: demo.lines[-1:] == ["move> list"])
    assert not any("secret" in line for line in demo.lines)
