"""The rules of Pileon."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.cards import PACK
from core.base.chance import Dice, deal_seed
from core.base.game import SPECTATOR, Play, Refused, Seat
from core.games.pileon import FULL, GAME, PILES, Dealt, Move, Moved, State, View, is_frozen, text, why_not
from tests.core.games.sentences import concluded, hinted, told

PLAYTHROUGH = Path(__file__).parent / "playthroughs" / "pileon.txt"
SEED = bytes(16)


def given_piles(*rows: str) -> State:
    """Piles 1, 2, ... as "2c 7d"; the piles that are left out are filled with frozen ranks, then empty."""
    piles = [tuple(row.split()) for row in rows]
    seen = {card for pile in piles for card in pile}
    whole = [tuple(f"{rank}{suit}" for suit in "cdhs") for rank in "KQJT98765432A"]
    piles += [rank for rank in whole if not seen & set(rank)]
    assert len(piles) <= 15
    return State(tuple(piles) + ((),) * (15 - len(piles)))


def deal(number: int) -> State:
    state: State = GAME.dealt({}, number)
    return state


def look(state: State) -> View:
    seen: View = GAME.view(state, Seat(0))
    return seen


def when(state: State, typed: str) -> tuple[Moved, ...]:
    play = Play(0, GAME.read(look(state), typed), Dice(SEED, "pileon", 2))
    return GAME.decide(state, play)


def after(state: State, typed: str) -> State:
    folded: State = GAME.fold(state, when(state, typed))
    return folded


def refusal(state: State, typed: str) -> str:
    with pytest.raises(Refused) as refused:
        when(state, typed)
    return str(refused.value)


def test_deal_lays_four_cards_at_a_time() -> None:
    state = GAME.evolve(State(), Dealt(PACK))
    assert state.piles[0] == ("Ac", "2c", "3c", "4c")
    assert state.piles[12] == ("Ts", "Js", "Qs", "Ks")
    assert state.piles[13:] == ((), ())


def test_pile_dealt_complete_is_frozen_and_counts() -> None:
    cards = ("7c", "7d", "7h", "7s", *(card for card in PACK if card[0] != "7"))
    view = look(GAME.evolve(State(), Dealt(cards)))
    assert is_frozen(view.piles[0])
    assert view.score == 4


def test_card_moves_onto_equal_rank() -> None:
    state = given_piles("2c 3d", "2d 3c")
    assert when(state, "1 2") == (Moved(1, 2, ("3d",), completes=False),)
    assert after(state, "1 2").piles[:2] == (("2c",), ("2d", "3c", "3d"))


def test_card_does_not_move_onto_another_rank() -> None:
    state = given_piles("2c", "3c")
    assert refusal(state, "1 2") == (
        "You cannot move the two of clubs onto the three of clubs: choose the same rank or an empty pile."
    )


@given(st.integers(1, 10_000), st.lists(st.integers(0, 1000), max_size=40))
def test_moves_are_all_that_the_rules_allow_in_the_order_of_the_piles(number: int, chosen: list[int]) -> None:
    state = deal(number)
    for choice in [*chosen, 0]:
        every = [Move(one, other, count) for one in range(1, PILES + 1) for other in range(1, PILES + 1)
                 for count in range(1, FULL + 1)]  # fmt: skip
        allowed = {text(move): move for move in every if why_not(state.piles, move) is None}
        found = GAME.moves(look(state))
        assert list(found.items()) == list(allowed.items())
        if not found:
            return
        state = after(state, list(found)[choice % len(found)])


def test_any_part_of_a_run_moves() -> None:
    state = given_piles("2c 3d 3h 3s", "2d 3c", "")
    assert after(state, "1 3 1").piles[2] == ("3s",)
    assert after(state, "1 3 2").piles[2] == ("3h", "3s")
    assert after(state, "1 2 2").piles[1] == ("2d", "3c", "3h", "3s")


def test_move_without_a_number_takes_as_many_as_fit() -> None:
    state = given_piles("2c 3d 3h 3s", "2d 2h 3c", "")
    assert GAME.read(look(state), "1 2") == Move(1, 2, 1)
    assert GAME.read(look(state), "1 3") == Move(1, 3, 3)


def test_move_without_a_number_that_cannot_be_made_is_read_all_the_same() -> None:
    assert GAME.read(look(given_piles("2c", "3c")), "1 2") == Move(1, 2, 1)


def test_more_than_fits_is_refused_with_what_would_fit() -> None:
    state = given_piles("2c 3d 3h 3s", "2d 2h 3c")
    assert refusal(state, "1 2 3") == "Pile 2 has room for only 1 more: type 1 2 1"


def test_full_pile_takes_nothing() -> None:
    state = given_piles("2c 3d", "2d 2h 2s 3c")
    assert refusal(state, "1 2") == "Pile 2 is full: it has four cards already."


def test_more_than_the_run_is_refused() -> None:
    state = given_piles("2c 3d", "2d 3h 3s", "")
    assert refusal(state, "1 3 2") == "You can move only the top card of pile 1."
    assert refusal(state, "2 3 3") == "You can move only the top 2 cards of pile 2."


def test_four_of_a_rank_are_frozen_for_four_points() -> None:
    state = given_piles("2c 3d", "3h 3s 3c", "2d 2h 2s")
    assert when(state, "1 2") == (Moved(1, 2, ("3d",), completes=True),)
    assert look(after(state, "1 2")).score == look(state).score + 4


def test_frozen_pile_gives_and_takes_nothing() -> None:
    state = given_piles("2c", "2d 2h 2s 3c", "3d 3h 3s", "")
    assert refusal(state, "5 1") == "Pile 5 is frozen: its kings cannot be moved."
    assert refusal(state, "1 5") == "Pile 5 is frozen and takes no more cards."


def test_pile_is_not_dropped_on_itself() -> None:
    assert refusal(given_piles("2c", "2d", "2h 2s"), "1 1") == "Choose another pile to move the cards to."


def test_empty_pile_gives_nothing() -> None:
    assert refusal(given_piles("2c 2d", "2h 2s", ""), "3 1") == "Pile 3 is empty: take cards from another one."


@pytest.mark.parametrize("typed", ["", "3", "up", "1 2 3 4", "1 x", "-1 2", "1 2222", "¹ ²"])
def test_what_is_not_two_or_three_numbers_is_no_move(typed: str) -> None:
    assert "is not a move" in refusal(deal(1), typed)


def test_pile_that_does_not_exist_is_no_move() -> None:
    assert refusal(deal(1), "16 1") == "Choose piles from 1 to 15."
    assert refusal(deal(1), "1 0") == "Choose piles from 1 to 15."


def test_no_cards_are_no_move() -> None:
    assert refusal(deal(1), "1 14 0") == "Move at least one card."


def test_game_is_won_when_every_pile_is_frozen_or_empty() -> None:
    state = given_piles("2c", "2d 2h 2s")
    assert GAME.outcome(state) is None
    won = after(state, "1 2")
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert look(won).score == 52
    assert look(won).turn == ()
    assert refusal(won, "2 1") == "This game is over: deal a new one."


NOTHING_FITS = (
    "Ks 5d Tc 3s", "2d 8s 6c", "2s 7s 5c", "3h 8d Qh Td",
    "4c Ts Qd Ac", "6s 6h 9s 9h", "4s 4d Jd Js", "5s 3c 6d As",
    "3d 5h Qs Th", "2c 2h 7h Qc", "Jc Ad 9d 4h", "Kc Ah Kh 9c",
    "Jh 8c 8h", "7c 7d", "Kd",
)  # fmt: skip
NOTHING_HELPS = (
    "8h Kh Td", "Qs 8d 4d 4s", "Ad 9h 9c 6d", "Jc Ac 5c 5d",
    "3s Ts Kd Ah", "As Jd Kc 7c", "Qc Tc 4c", "Qh 7s 2h 5s",
    "Th 9d 7h 7d", "2s Qd 3c 3h", "6c 6s 8s 3d", "4h 6h 5h 9s",
    "2d Ks Jh Js", "2c", "8c",
)  # fmt: skip
"""One four could still be moved, but not both that lie on the eight of diamonds."""


@pytest.mark.parametrize(("piles", "legal"), [(NOTHING_FITS, []), (NOTHING_HELPS, ["2 7 1"])])
def test_game_that_nothing_helps_is_stuck_but_not_over(piles: tuple[str, ...], legal: list[str]) -> None:
    view = look(given_piles(*piles))
    assert view.stuck
    assert view.turn == (0,)
    assert GAME.outcome(given_piles(*piles)) is None
    assert list(GAME.moves(view)) == legal
    assert hinted(GAME, view) is None


def hint(*piles: str) -> str | None:
    return hinted(GAME, look(given_piles(*piles)))


def test_hint_moves_what_uncovers_another_rank() -> None:
    piles = (*NOTHING_FITS[:12], "Jh 8c 6h", "7c 7d 6s", "Kd 8h")
    assert hint("2d 8s 6c", *piles[0:1], *piles[2:5], "9s 9h", *piles[6:]) == (
        "Move the six of clubs onto the six of hearts (1 13): without its sixes, pile 1 shows the eight of spades."
    )


def test_hint_names_the_pile_that_takes_the_last_of_a_run() -> None:
    piles = (*NOTHING_HELPS[:11], "6h 5h 9s", "2d Ks Jh Js", "2c", "8c 4h")
    assert hint(*piles) == (
        "Move the four of spades onto the four of hearts (2 15): without its fours, pile 2 shows the eight of diamonds."
    )


def test_hint_empties_a_pile_of_one_rank() -> None:
    piles = (*NOTHING_FITS[:13], "7c", "Kd 7d")
    assert hint(*piles) == (
        "Move the seven of clubs onto the seven of diamonds (14 15): without its sevens, pile 14 is empty."
    )


def test_hint_stops_at_a_space_as_the_original_does() -> None:
    assert hint("2c 2d", "2h 2s 3d", "3c 3h 3s") == (
        "Move a card to pile 15: it is empty and takes any card. Or move the three of diamonds onto the three "
        "of spades (2 3)."
    )


def test_spectator_sees_the_same_and_has_no_move() -> None:
    view = GAME.view(deal(1), SPECTATOR)
    assert view.piles == look(deal(1)).piles
    assert view.turn == (0,)
    assert GAME.moves(view) == {}


def test_move_is_told_in_words() -> None:
    assert told(GAME, Moved(3, 14, ("7c",), completes=False), Seat(0)) == "The seven of clubs from pile 3 to pile 14."
    assert told(GAME, Moved(3, 14, ("6c", "6d"), completes=True), SPECTATOR) == (
        "Two sixes from pile 3 to pile 14: all four sixes, frozen."
    )


@given(st.integers(1, 10_000))
def test_random_play_keeps_the_laws_of_the_piles(number: int) -> None:
    state, chance = deal(number), Dice(deal_seed(number), "play", 1)
    for _ in range(60):
        view = look(state)
        assert sorted(card for pile in view.piles for card in pile) == sorted(PACK)
        assert view.score == 4 * sum(map(is_frozen, view.piles))
        assert max(map(len, view.piles)) <= 4
        assert not (view.stuck and () in view.piles)
        if not (listed := list(GAME.moves(view))):
            break
        before = [pile for pile in view.piles if is_frozen(pile)]
        state = after(state, listed[chance.below(len(listed))])
        assert set(before) <= {pile for pile in state.piles if is_frozen(pile)}


@given(st.integers(1, 10_000), st.tuples(st.integers(1, 15), st.integers(1, 15), st.integers(0, 5)))
def test_move_is_accepted_exactly_when_it_is_listed(number: int, numbers: tuple[int, int, int]) -> None:
    state = deal(number)
    typed = " ".join(map(str, numbers))
    if typed in GAME.moves(look(state)):
        assert len(when(state, typed)) == 1
    else:
        assert refusal(state, typed)


def played_again(recorded: str) -> str:
    """The text of a game, made from nothing but the number of its deal and the moves in a recorded text."""
    opening, *typed = [line.removeprefix("> ") for line in recorded.splitlines() if line[:2] in ("> ", "de")]
    state = deal(int(opening.removeprefix("deal ")))
    lines = [opening, *_seen(state, range(1, 16))]
    for move in typed:
        (moved,) = when(state, move)
        state = GAME.evolve(state, moved)
        lines += ["", f"> {move}", told(GAME, moved, Seat(0)), *_seen(state, (moved.source, moved.target))]
    return "\n".join([*lines, "", *_seen(state, range(1, 16)), concluded(GAME, state), ""])


def _seen(state: State, numbers: Iterable[int]) -> list[str]:
    view = look(state)
    return [
        *(f"{number:2} {' '.join(view.piles[number - 1])}".rstrip() for number in numbers),
        f"score {view.score}, {len(GAME.moves(view))} moves, hint: {hinted(GAME, view) or 'none'}",
    ]


def test_game_plays_as_recorded() -> None:
    recorded = PLAYTHROUGH.read_text(encoding="utf-8")
    assert played_again(recorded) == recorded
    assert recorded.endswith("52 points.\n")
