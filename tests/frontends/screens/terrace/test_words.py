"""Terrace in words."""

from __future__ import annotations

import pytest
from hypothesis import given

from core.base.message import english
from core.games.terrace.board import VARIANTS, State
from frontends.locale.language import language
from frontends.screens.terrace import SCREEN
from frontends.screens.terrace.words import TITLES, title
from frontends.terminal.picture import Look
from tests.core.games.terrace.test_play import positions
from tests.core.games.test_terrace import after, deal, given_board, look, nearly_won
from tests.examples import examples
from tests.frontends.screens.terrace_boards import deep, seen

READER = Look(columns=79, utf8=False, reader=True)


def test_titles_are_those_of_the_variants() -> None:
    assert {variant: english(said) for variant, said in TITLES.items()} == {
        variant: rules.title for variant, rules in VARIANTS.items()
    }


@pytest.mark.parametrize("room", [40, 58, 78])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_row_has_the_score_and_as_much_else_as_fits(variant: str, room: int) -> None:
    left, right = title(seen(deal(variant, 1)), language("en"), room)
    assert len(left) + 2 + len(right) <= room
    assert " of 104" in right


@pytest.mark.parametrize("shown", [Look(columns=40), Look(columns=79), READER, Look(columns=40, reader=True)])
@examples(15, quick=5)
@given(positions)
def test_it_is_described_in_lines_and_read_out_in_letters(shown: Look, state: State) -> None:
    lines = SCREEN.describe(seen(state), shown)
    assert all(line and "\n" not in line for line in lines)
    assert not shown.reader or all(line.isascii() for line in lines)


def test_it_is_described_with_the_cards_of_the_board() -> None:
    state = given_board("signora", columns="9c 8d,Td,5h Ad,-", foundations="Kc,Kd As", waste="2c 3c", reserve="3c 9h")
    assert list(SCREEN.describe(seen(state), Look(columns=60))) == [
        "Signora. 3 of 104 cards are up.",
        "The foundations start with a king.",
        "There are 0 cards in the stock.",
        "Reserve (2): 3♣ 9♥",
        "Waste (2): 2♣ 3♣",
        "Column 1 (2): 9♣ 8♦",
        "Column 2 (1): 10♦",
        "Column 3 (2): 5♥ A♦",
        "Column 4: empty.",
        *(f"Column {number} (1): A♣" for number in range(5, 10)),
        "Foundations: K♣, A♠, 6 empty.",
        "The stock is used up.",
    ]


def test_it_is_read_out_by_the_names_of_cards_with_the_top_one_first() -> None:
    state = given_board("signora", columns="9c 8d,Td,-", foundations="Kc", waste="2c 3c 4c 5c", reserve="3c 9h")
    lines = SCREEN.describe(seen(state), READER)
    assert "Reserve, 2 cards, the top one first: nine of hearts, three of clubs." in lines
    assert "Waste, 4 cards, on top: five of clubs, four of clubs, three of clubs." in lines
    assert "Column 1, 2 cards, the top one first: eight of diamonds, nine of clubs." in lines
    assert "Column 2: ten of diamonds." in lines
    assert "Column 3: empty." in lines
    assert "Foundations: king of clubs, 7 empty." in lines


def test_the_score_counts_the_cards_that_are_up() -> None:
    assert english(SCREEN.score(seen(nearly_won()))) == "103 of 104 cards are up."
    assert english(SCREEN.score(seen(deal("wood", 1)))) == "1 of 104 cards is up."


def test_the_hand_is_what_can_be_moved() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc 9s", reserve="2h")
    said = "You can move: nine of clubs (1), nine of spades (waste)."
    assert english(SCREEN.hand(seen(state))) == said
    assert english(SCREEN.hand(seen(deal("terrace", 1)))).count("(") == 4
    assert english(SCREEN.hand(seen(nearly_won(), seat=None))) == "No card can move."


@examples(25)
@given(positions)
def test_queries_take_at_most_two_lines(state: State) -> None:
    assert all(len(english(said)) <= 2 * 79 for said in (SCREEN.score(seen(state)), SCREEN.hand(seen(state))))


def test_the_deep_board_says_why_no_card_is_turned() -> None:
    assert "Stock locked: use the waste first." in SCREEN.describe(seen(deep()), Look())
    assert look(deep()).locked


def test_the_last_line_says_what_to_type() -> None:
    def last(state: State, seat: int | None = 0) -> str:
        return " ".join(" ".join(SCREEN.describe(seen(state, seat), Look(columns=200))[-1:]).split())

    stuck = given_board(columns="7c 8d,9c", foundations="Kc", reserve="9d", waste="9s")
    assert last(stuck) == "There are no more moves."
    assert last(stuck, None) == "There are no more moves."
    assert last(deal("terrace", 1)) == "Choose the base card: b 1, b 2, b 3 or b 4."
    assert last(after(nearly_won(), "up")) == "All 104 cards are up: the game is won."
