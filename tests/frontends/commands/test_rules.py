"""`parlour rules` in a shell."""

from __future__ import annotations

from typing import Any

from frontends.commands.rules import show_rules


def test_rules_are_printed_for_eyes_and_for_a_reader(capsys: Any) -> None:
    assert show_rules(("pileon", "example"), ascii=False, reader=True, language="en") == 0
    assert "Pile 1 has" in capsys.readouterr().out
    assert show_rules(("PILEON", "example"), ascii=True, reader=False, language="en") == 0
    assert "Pile 1 has" not in capsys.readouterr().out


def test_words_that_name_no_game_fail_with_a_sentence(capsys: Any) -> None:
    assert show_rules(("checkers",), ascii=False, reader=False, language="en") == 2
    assert capsys.readouterr().err.startswith('parlour: "checkers" is not a game here')
