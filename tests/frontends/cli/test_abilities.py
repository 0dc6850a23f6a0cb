"""What a terminal can do, from what it is and what the environment says."""

from typing import Any

import attrs
import pytest

from frontends.cli.abilities import can_edit, own_look
from frontends.terminal.characters import speaks_utf8
from frontends.terminal.picture import Look
from tests.frontends.cli.teletype import Teletype

LOOK = "from frontends.cli.abilities import own_look; print(own_look())"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, {}),
        ({"NO_COLOR": "1"}, {"colour": False}),
        ({"NO_COLOR": "", "LINES": "9", "COLUMNS": "9"}, {}),
        ({"TERM": "dumb"}, {"colour": False, "single_keys": False}),
        ({"TERM": "vt100"}, {"colour": False}),
        ({"TERM": "vt100", "TERMINFO": "/nowhere", "TERMINFO_DIRS": "/nowhere"}, {"colour": False}),
        ({"TERM": "xterm-mono"}, {"colour": False}),
        ({"TERM": "linux"}, {}),
        ({"TERM": "somebodys-new-terminal"}, {}),
        ({"TERM": "vt100", "COLORTERM": "truecolor"}, {}),
        ({"LC_ALL": "C"}, {"utf8": False}),
        ({"LC_ALL": "", "LANG": "C"}, {"utf8": False}),
        ({"LC_ALL": "", "LANG": ""}, {"utf8": False}),
        ({"LC_ALL": "", "LANG": "C", "LC_CTYPE": "C.UTF-8"}, {}),
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, {"language": "fr"}),
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, {}),
        ({"LC_ALL": "fr_CA.utf8"}, {"language": "fr"}),
        ({"LC_ALL": "tlh_AA.UTF-8"}, {}),
        ({"ACCESSIBLE": "1"}, {"reader": True}),
        ({"ACCESSIBLE": "0"}, {}),
    ],
)
def test_a_terminal_is_what_it_says_and_what_the_environment_says(
    environment: dict[str, str], expected: dict[str, Any]
) -> None:
    with Teletype("-c", LOOK, rows=30, columns=150, environment=environment) as tty:
        tty.wait_end()
        assert tty.lines == [str(attrs.evolve(Look(rows=30, columns=150), **expected))]


def test_arguments_come_before_the_environment() -> None:
    look = own_look(ascii=True, colour=True, reader=True, language="fr")
    assert (look.colour, look.utf8, look.reader, look.language) == (True, False, True, "fr")


@pytest.mark.parametrize(
    ("environ", "speaks"),
    [
        ({"LC_CTYPE": "UTF-8"}, True),
        ({"LANG": "de_DE.UTF-8@euro"}, True),
        ({"LANG": "de_DE@euro"}, False),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_locale_that_counts_says_how_characters_are_written(environ: dict[str, str], speaks: bool) -> None:
    assert speaks_utf8(environ) == speaks


def test_without_a_terminal_there_is_nothing_to_edit(capsys: pytest.CaptureFixture[str]) -> None:
    assert not can_edit()
    assert not own_look().colour
