"""Names of keys."""

import pytest
from prompt_toolkit.keys import Keys

from frontends.cli.keys import name_of


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("a", "a"),
        (" ", " "),
        (Keys.Up, "up"),
        (Keys.Home, "home"),
        (Keys.Delete, "delete"),
        (Keys.Escape, "escape"),
        (Keys.ControlC, "c-c"),
        (Keys.ControlL, "c-l"),
        (Keys.Enter, "enter"),
        (Keys.ControlJ, "enter"),
        (Keys.Tab, "tab"),
        (Keys.Backspace, "backspace"),
    ],
)
def test_keys_have_the_names_that_screens_know(key: str, name: str) -> None:
    assert name_of(key) == name


@pytest.mark.parametrize("key", [Keys.F1, Keys.PageUp, Keys.ControlLeft, Keys.ControlAt, Keys.CPRResponse, "\x00"])
def test_other_keys_have_none(key: str) -> None:
    assert name_of(key) is None
