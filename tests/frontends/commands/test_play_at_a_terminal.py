"""What people see who start `parlour` at a terminal of their own: a real one, with the program in a process."""

from __future__ import annotations

import re
from pathlib import Path

import pyte
import pytest

from tests.frontends.cli.teletype import MOUSE, PROMPT_TOOLKIT, Teletype
from tests.frontends.shell import Parlour, played

ESCAPE = b"\x1b"
FRENCH = {"LC_ALL": "fr_FR.UTF-8"}


def at_terminal(home: Path, *words: str | Path, **environment: str) -> Teletype:
    """`parlour` at a terminal of 80x24."""
    given = {"XDG_DATA_HOME": str(home / "home"), **environment}
    return Teletype("-m", "frontends", *map(str, words), environment=given)


def shows(tty: Teletype, text: str) -> bool:
    """Whether a text is on the screen, wherever its lines are broken."""
    return text in " ".join(" ".join(tty.lines).split())


def wait_shown(tty: Teletype, text: str) -> None:
    tty.wait(lambda: shows(tty, text))


def drawn(before: list[str], sent: bytes, row: int, columns: slice) -> set[str]:
    """All that stood at a place of the screen while it was drawn."""
    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    stream.feed("\r\n".join(before).encode())
    found = set()
    for octet in sent:
        stream.feed(bytes((octet,)))
        found.add(screen.display[row][columns])
    return found


def leave(tty: Teletype, yes: str = "y") -> None:
    """Leave the table, and find the terminal as it was; `yes` is a letter of the person's own language."""
    tty.type("q")
    tty.wait(lambda: f"({yes}/n)" in tty.lines[-1])
    tty.type(yes)
    assert tty.wait_end() == 0
    assert tty.sane


@pytest.mark.parametrize(
    ("journal", "question", "farewell"),
    [
        ("", "Leave the table? Nothing was played, so it is not saved. (y/n)", ""),
        ("memory:", "Leave the table? This game is not saved. (y/n)", ""),
    ],
)
def test_a_game_is_drawn_and_left_with_the_terminal_as_it_was(
    home: Path, journal: str, question: str, farewell: str
) -> None:
    journal_words = ("--journal", journal) if journal else ()
    with at_terminal(home, "play", "pileon", "--deal", "7", "--name", "Anna", *journal_words) as tty:
        wait_shown(tty, "Arrows choose")
        assert tty.has_mode(MOUSE)
        tty.type("q")
        tty.wait(lambda: tty.lines[-1] == question)
        tty.type("y")
        assert tty.wait_end() == 0
        assert tty.sane
        assert ("is saved. To go on" in " ".join(tty.lines)) == bool(farewell)
        assert not farewell or shows(tty, farewell)


@pytest.mark.parametrize(
    ("words", "environment"),
    [(("--reader",), {}), ((), {"ACCESSIBLE": "1"}), (("--reader",), FRENCH)],
    ids=["option", "variable", "french"],
)
def test_reader_gets_lines_without_a_single_escape_sequence(
    home: Path, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    with at_terminal(home, "play", "mille", *words, **environment) as tty:
        tty.wait(lambda: tty.lines[-1:] == ["à vous>" if environment == FRENCH else "your move>"])
        tty.type("p\n")
        wait_shown(tty, "Vous piochez" if environment == FRENCH else "You pick")
        tty.type("quit\n")
        yes = "o" if environment == FRENCH else "y"
        wait_shown(tty, f"({yes}/n)")
        tty.type(f"{yes}\n")
        assert tty.wait_end() == 0
        assert tty.sane
    assert ESCAPE not in tty.sent
    assert all(len(line) < 80 for line in tty.sent.decode().split("\r\n"))
    assert not re.search("[─-▟■-◿]", tty.sent.decode())


@pytest.mark.parametrize(
    ("words", "environment"), [(("--language", "fr"), {}), (("--language", "Français"), {}), ((), FRENCH)]
)
def test_screen_is_french_for_those_who_ask_for_it(
    home: Path, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    with at_terminal(home, "play", "mille", *words, **environment) as tty:
        wait_shown(tty, "Piochez une carte")
        tty.type("p")
        wait_shown(tty, "Vous piochez")
        assert not re.search("Milestones|Hand Total|Pick|leave|help", "\n".join(tty.lines))
        leave(tty, "o")
        assert shows(tty, "La partie est enregistrée. Pour la continuer : parlour play --table ")


def test_screen_is_german_for_those_who_ask_for_it(home: Path) -> None:
    with at_terminal(home, "play", "mille", "--language", "Deutsch") as tty:
        wait_shown(tty, "Zieh eine Karte")
        tty.type("p")
        wait_shown(tty, "Du ziehst")
        assert not re.search("Milestones|Hand Total|Pick|leave", "\n".join(tty.lines))
        leave(tty, "j")
        assert shows(tty, "Das Spiel ist gespeichert. Weiter damit: parlour play --table ")


def test_words_win_over_the_locale(home: Path) -> None:
    with at_terminal(home, "play", "mille", "--language", "en", **FRENCH) as tty:
        wait_shown(tty, "Pick a card")
        leave(tty)


def in_lobby(tty: Teletype, prompt: str) -> None:
    tty.wait(lambda: tty.lines[-1:] == [prompt])


def look_in(home: Path, prompt: str, *words: str) -> None:
    """Come into the lobby, where this is the prompt, and leave."""
    with at_terminal(home, "play", *words) as tty:
        in_lobby(tty, prompt)
        tty.type("quit\n")
        assert tty.wait_end() == 0


def test_what_is_chosen_at_home_holds_the_next_time_but_for_what_is_given_then(home: Path) -> None:
    with at_terminal(home, "play") as tty:
        in_lobby(tty, "lobby>")
        tty.type("language fr\n")
        in_lobby(tty, "salon>")
        tty.type("lines\nquit\n")
        assert tty.wait_end() == 0
    with at_terminal(home, "play", "pileon", "--deal", "7") as tty:
        tty.wait(lambda: "à vous>" in tty.lines)  # a line that tells how things stand comes under it
        assert ESCAPE + b"[?1049h" not in tty.sent
        tty.type("quit\no\n")
        assert tty.wait_end() == 0
    with at_terminal(home, "play", "pileon", "--deal", "7", "--screen", "--language", "en") as tty:
        wait_shown(tty, "Arrows choose")
        leave(tty)
    look_in(home, "lobby>", "--name", "Bert")
    look_in(home, "salon>")


def test_reader_is_kept_at_home_and_an_option_wins_over_it(home: Path) -> None:
    with at_terminal(home, "play", "pileon", "--deal", "7", "--reader") as tty:  # an option alone is not kept
        in_lobby(tty, "your move>")
        tty.type("quit\ny\n")
        assert tty.wait_end() == 0
    with at_terminal(home, "play") as tty:
        in_lobby(tty, "lobby>")
        assert ESCAPE in tty.sent
        tty.type("reader\nquit\n")
        assert tty.wait_end() == 0
    with at_terminal(home, "play", "pileon", "--deal", "7") as tty:
        in_lobby(tty, "your move>")
        assert ESCAPE not in tty.sent
        tty.type("quit\ny\n")
        assert tty.wait_end() == 0
    for word in ("--no-reader", "--screen"):
        with at_terminal(home, "play", "pileon", "--deal", "7", word) as tty:
            wait_shown(tty, "Arrows choose")
            leave(tty)


def test_nothing_is_kept_of_what_is_chosen_in_a_replay(home: Path) -> None:
    id = played("pileon", "--deal", "7", typed="1 14\nquit\ny\n")
    with at_terminal(home, "replay", id) as tty:
        wait_shown(tty, "Pileon")
        tty.type("L")
        wait_shown(tty, "replay 0/1>")
        tty.type("language fr\nquit\n")
        assert tty.wait_end() == 0
    look_in(home, "lobby>")


@pytest.mark.parametrize("moves", [True, False])
def test_what_happens_in_one_go_is_shown_step_by_step_unless_nothing_is_to_move(home: Path, moves: bool) -> None:
    words = () if moves else ("--no-motion",)
    with at_terminal(home, "play", "terrace", "--deal", "7", *words) as tty:
        wait_shown(tty, "Enter")
        tty.wait(lambda: "─89─" in "\n".join(tty.lines))
        before, sent = tty.lines, len(tty.sent)
        tty.type("3f")
        wait_shown(tty, "Turned the six of spades.")
        tty.wait(lambda: "─82─" in "\n".join(tty.lines))
        stocks = drawn(before, tty.sent[sent:], 3, slice(3, 5))
        leave(tty)
    assert {"89", "82"} < stocks if moves else stocks == {"89", "82"}


def is_looking(tty: Teletype) -> bool:
    told = r"Looking for a deal that can be won\. Press Enter to stop\. \d+ s$"
    return re.search(told, " ".join(tty.lines)) is not None


def test_search_for_a_deal_is_told_and_ended_at_once(home: Path) -> None:
    has_looked = False
    while not has_looked:
        with at_terminal(home, "play", "generals-patience", "--winnable") as tty:
            tty.wait(lambda: is_looking(tty) or shows(tty, "Choose the base"))
            if has_looked := is_looking(tty):  # Now and then the first deal that is looked at can be seen to be won.
                tty.type("\x03")
                assert tty.wait_end() == 0
                assert shows(tty, "The search was stopped.")
                assert tty.sane
            else:
                leave(tty)


def test_partners_pass_the_keyboard_on_before_they_see_their_hands(home: Path) -> None:
    with at_terminal(home, "play", "mille", "--hotseat", "Ann,Bea") as tty:
        wait_shown(tty, "Pick a card")
        tty.type("pd\t\r")  # the first card that may be discarded: the first of all may be a safety
        wait_shown(tty, "Pass the keyboard to Bea, then press Enter.")
        assert not shows(tty, "Hand")
        tty.type("\r")
        wait_shown(tty, "Pick a card")
        leave(tty)


def test_a_game_of_a_file_is_stepped_through(home: Path, parlour: Parlour) -> None:
    file = home / "game.jsonl"
    parlour("export", played("pileon", "--deal", "7", typed="resign\ny\nquit\n"), file)
    with at_terminal(home, "replay", file) as tty:
        tty.wait(lambda: "help" in "".join(tty.lines[-1:]))
        assert "undo" not in tty.lines[-1]
        tty.type("q")
        assert tty.wait_end() == 0
        assert tty.sane


def test_window_that_is_closed_before_the_first_move_leaves_no_table(home: Path, parlour: Parlour) -> None:
    with at_terminal(home, "play", "pileon", "--deal", "7") as tty:
        wait_shown(tty, "Arrows choose")
        tty.hang_up()
        tty.child.wait()
    assert parlour("list")[1].startswith("Nobody is playing now.")


def test_lines_are_edited_where_nothing_is_drawn(home: Path) -> None:
    with at_terminal(home, "play", "pileon", "--lines") as tty:
        tty.wait(lambda: PROMPT_TOOLKIT in tty.sent and any("your move>" in line for line in tty.lines))
        tty.type("1 14\r")
        tty.wait(lambda: any("to pile 14." in line for line in tty.lines))
        tty.type("quix\x7ft\r")
        tty.wait(lambda: any("The game is saved. (y/n)" in line for line in tty.lines))
        tty.type("y\r")
        assert tty.wait_end() == 0
        assert tty.sane
