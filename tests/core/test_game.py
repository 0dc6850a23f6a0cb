"""What all games share: how a typed text is compared, and reading it off the list of moves."""

import pytest

from core.game import Refused, plain, read_listed

MOVES = {"take 3": 3}


@pytest.mark.parametrize("typed", ["take 3", " TAKE   3 ", "Take\t3\n"])
def test_typed_text_is_compared_without_case_and_blanks(typed):
    assert plain(typed) == "take 3"
    assert read_listed(lambda view: MOVES)(None, typed) == 3


def test_text_that_is_not_listed_is_no_move_and_is_not_repeated_at_length():
    with pytest.raises(Refused, match=r"type \? for those that are") as refused:
        read_listed(lambda view: MOVES)(None, "x" * 500)
    assert len(str(refused.value)) < 100
