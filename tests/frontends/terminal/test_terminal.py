"""What stands before the cursor is made when it is asked for, or fixed for another thread."""

from __future__ import annotations

from frontends.terminal.terminal import Prompt


def test_prompt_offers_what_makes_sense_when_it_is_asked_and_a_fixed_one_what_did_then() -> None:
    moves = ["u 1"]
    prompt = Prompt("> ", lambda: tuple(moves), lambda: f"{len(moves)} moves")
    fixed = prompt.fixed()
    moves.append("d 2")
    assert (prompt.words, prompt.toolbar) == (("u 1", "d 2"), "2 moves")
    assert (fixed.words, fixed.toolbar) == (("u 1",), "1 moves")
    assert (fixed.text, fixed.is_secret) == ("> ", False)


def test_prompt_offers_nothing_by_itself() -> None:
    assert (Prompt().words, Prompt().toolbar) == ((), "")
