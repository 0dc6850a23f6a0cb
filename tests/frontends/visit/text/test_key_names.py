"""Keys as people call them, in their own language."""

from __future__ import annotations

from frontends.locale.language import language
from frontends.visit.text.key_names import said_keys, shown_key


def test_keys_are_called_what_people_call_them():
    keys = [" ", "c-x", "escape", "a", "A", "page up", "enter"]
    assert [shown_key(key) for key in keys] == ["Space", "Ctrl-X", "Esc", "a", "A", "Page up", "Enter"]


def test_each_key_is_said_in_the_persons_language_and_letters_stay():
    assert said_keys("Enter", language("en")) == "Enter"
    assert said_keys("arrows 1-6", language("fr")) == "Flèches 1-6"
    assert said_keys("P Esc Ctrl-R", language("fr")) == "P Échap Ctrl-R"
