"""What a terminal can do, from what it is and what the environment says."""

import attrs
import pytest

from frontends.cli.abilities import can_edit, own_look
from frontends.screens.picture import Look
from tests.frontends.cli.teletype import Teletype

LOOK = "from frontends.cli.abilities import own_look; print(own_look(ascii=False, colour=None))"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, {}),
        ({"NO_COLOR": "1"}, {"colour": False}),
        ({"NO_COLOR": "", "LINES": "9", "COLUMNS": "9"}, {}),
        ({"TERM": "dumb"}, {"colour": False, "single_keys": False}),
        ({"LC_ALL": "C"}, {"utf8": False}),
    ],
)
def test_a_terminal_is_what_it_says_and_what_the_environment_says(
    environment: dict[str, str], expected: dict[str, bool]
) -> None:
    with Teletype("-c", LOOK, rows=30, columns=100, environment=environment) as tty:
        tty.wait_end()
        assert tty.lines == [str(attrs.evolve(Look(rows=30, columns=100), **expected))]


def test_arguments_come_before_the_environment() -> None:
    look = own_look(ascii=True, colour=True)
    assert (look.colour, look.utf8) == (True, False)


def test_without_a_terminal_there_is_nothing_to_edit(capsys: pytest.CaptureFixture[str]) -> None:
    assert not can_edit()
    assert not own_look(ascii=False, colour=None).colour
