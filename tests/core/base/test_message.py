"""Messages: what fills the gaps is never looked into."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.message import Message, Person, Who, called, counted, english, introduced, message, render, said_of


def test_gaps_are_filled() -> None:
    said = message("{who} plays {card} for {points} points.", who=Who(1), card=message("Go"), points=0)
    assert english(said, ("Ann", "Bob")) == "Bob plays Go for 0 points."


def test_several_are_shown_with_commas() -> None:
    assert english(message("You roll {tiles}.", tiles=("a1", message("{n}", n=2), Who(0))), ("Ann",)) == (
        "You roll a1, 2, Ann."
    )


def test_message_of_messages_names_the_players_inside() -> None:
    inner = message("after {who} left", who=Who(0))
    assert english(message("It was {when}.", when=inner), ("Ann",)) == "It was after Ann left."


def test_putting_in_names_leaves_nothing_to_the_collector() -> None:
    class Names:
        def __call__(self, id: str) -> str:
            return id.upper()

    names = Names()
    gone = weakref.ref(names)
    gc.disable()
    try:
        said = introduced(message("It was {when}.", when=message("after {who} left", who=Person("ann"))), names)
        del names
        assert gone() is None
    finally:
        gc.enable()
    assert english(said) == "It was after ANN left."


@pytest.mark.parametrize("names", [(), ("",), ("", "Bob")])
def test_free_seat_is_called_by_its_number(names: tuple[str, ...]) -> None:
    assert english(message("{who} starts.", who=Who(0)), names) == "Seat 1 starts."


@given(st.text() | st.sampled_from(["{1}", "{who}", "{0} resigns", "%s", "\\1", "\\g<0>", "You"]))
def test_name_changes_nothing_but_how_somebody_is_called(name: str) -> None:
    said = message("{who} takes {what} from {who}.", who=Who(0), what="{who}")
    assert english(said, (name or "x",)) == f"{name or 'x'} takes {{who}} from {name or 'x'}."


def test_template_without_arguments_is_said_as_it_is() -> None:
    assert english(message("The game is over.")) == "The game is over."


def test_equal_messages_are_equal() -> None:
    assert message("{a}", a=1) == Message("{a}", (("a", 1),))
    assert hash(message("{a}", a=(Who(0), "x"))) == hash(message("{a}", a=(Who(0), "x")))


@pytest.mark.parametrize(("n", "said"), [(0, "0 cards for Ann."), (1, "1 card for Ann."), (2, "2 cards for Ann.")])
def test_number_chooses_the_template(n: int, said: str) -> None:
    assert english(counted("{n} card for {who}.", "{n} cards for {who}.", n, who=Who(0)), ("Ann",)) == said


def test_message_is_filled_after_it_was_chosen() -> None:
    chosen = message("{who} plays {card}.")
    assert chosen.filled(who=Who(0), card="7") == message("{who} plays {card}.", who=Who(0), card="7")
    assert counted("{n} of {all}", "{n} of {all}", 2).filled(all=3) == counted("{n} of {all}", "{n} of {all}", 2, all=3)


def test_forgotten_person_can_be_called_otherwise_in_another_language() -> None:
    said = message("{who} and {name} and {other}", who=Who(0), name=called("somebody"), other=called("Bob"))
    assert render(
        said, ("somebody",), lambda one, n: one.template.upper() if one == called("somebody") else one.template
    ) == ("SOMEBODY and SOMEBODY and Bob")


def test_message_is_another_one_for_the_seat_itself_than_for_all_others() -> None:
    own, others = message("You win {n} points."), message("{who} wins {n} points.")
    assert english(said_of(True, own, others, 1, n=3), ("Ann", "Bob")) == "You win 3 points."
    assert english(said_of(False, own, others, 1, n=3), ("Ann", "Bob")) == "Bob wins 3 points."
