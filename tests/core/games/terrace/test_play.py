"""Terrace in its seven variants, over random play and as recorded."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice, deal_seed
from core.base.game import Play, Refused, Seat
from core.games.terrace import GAME, Carry, Deal, Up
from core.games.terrace.board import COLUMNS, FOUNDATIONS, VARIANTS, State
from core.games.terrace.events import Moved
from tests.core.games.sentences import concluded, told
from tests.core.games.test_terrace import ORDER, after, deal, each_variant, fold, hint, look, when
from tests.examples import examples

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def wandered(variant: str, number: int, steps: int) -> State:
    """A deal after some moves at random, with deals and foundation moves more often than others."""
    state, chance = deal(variant, number), Dice(deal_seed(number), "wander", 1)
    for _ in range(steps):
        listed = GAME.moves(look(state))
        eager = [text for text in listed if text in ("d", "up") or text.endswith("f")]
        if not (choices := eager if eager and chance.below(3) else list(listed)):
            break
        move = listed[choices[chance.below(len(choices))]]
        state = fold(state, GAME.decide(state, Play(0, move, chance)))
    return state


positions = st.builds(
    wandered, st.sampled_from(tuple(VARIANTS)), number=st.integers(1, 10_000), steps=st.integers(0, 120)
)


@examples(25)
@given(positions)
def test_no_card_is_lost_and_no_space_stays_that_can_be_filled(state: State) -> None:
    piles = (state.stock, state.waste, state.reserve, *state.foundations, *state.columns)
    assert sorted(card for pile in piles for card in pile) == sorted(ORDER)
    rules = VARIANTS[state.variant]
    left = {"r": state.reserve, "w": state.waste, "s": state.stock}
    assert not (state.base and () in state.columns and any(left[source] for source in rules.fill))
    assert len(state.columns) == rules.columns
    assert not (state.locked and () not in state.columns)


@examples(25)
@given(positions)
def test_foundations_go_up_by_one_from_the_base(state: State) -> None:
    for cards in state.foundations:
        ranks = ["A23456789TJQK".index(card[0]) for card in cards]
        assert ranks == [(state.base - 1 + height) % 13 for height in range(len(cards))]
        reds = [card[1] in "dh" for card in cards]
        suits = {card[1] for card in cards}
        in_suit = VARIANTS[state.variant].in_suit
        assert len(suits) <= 1 if in_suit else all(a != b for a, b in pairwise(reds))


@examples(25)
@given(positions)
def test_a_move_is_accepted_exactly_when_it_is_listed(state: State) -> None:
    listed = set(GAME.moves(look(state)).values())
    places = ("s", "w", "r", *FOUNDATIONS, *COLUMNS)
    every = [Carry(source, target) for source in places for target in (*places, "f")]
    for move in (*every, Deal(), Up()):
        try:
            accepted = bool(GAME.decide(state, Play(0, move, Dice(bytes(16), "terrace", 2))))
        except Refused:
            accepted = False
        assert accepted == (move in listed), move


@examples(25)
@given(positions)
def test_every_listed_text_reads_as_its_move(state: State) -> None:
    view = look(state)
    assert all(GAME.read(view, text) == move for text, move in GAME.moves(view).items())


@examples(25)
@given(positions)
def test_a_position_is_stuck_exactly_when_there_is_no_hint(state: State) -> None:
    view = look(state)
    assert view.stuck == (hint(state) is None)
    assert not (view.stuck and ("d" in GAME.moves(view) or "up" in GAME.moves(view)))


@examples(25)
@given(positions)
def test_up_moves_to_foundations_until_nothing_is_safe(state: State) -> None:
    if "up" in GAME.moves(look(state)):
        moved = [event for event in when(state, "up") if isinstance(event, Moved)]
        raised = after(state, "up")
        assert all(event.target in FOUNDATIONS for event in moved)
        assert raised.score == state.score + len(moved) > state.score
        assert "up" not in GAME.moves(look(raised))


def played_again(variant: str, recorded: str) -> str:
    """The text of a game, made from nothing but the number of its deal and the moves in a recorded text."""
    opening, *typed = [line.removeprefix("> ") for line in recorded.splitlines() if line[:2] in ("> ", "de")]
    state = deal(variant, int(opening.removeprefix("deal ")))
    lines = [opening, *_seen(state)]
    for text in typed:
        events = when(state, text)
        state = fold(state, events)
        lines += ["", f"> {text}", *(told(GAME, event, Seat(0)) for event in events)]
    return "\n".join([*lines, "", *_seen(state), concluded(GAME, state) or "No more moves.", ""])


def _seen(state: State) -> list[str]:
    view = look(state)
    piles = {"reserve": view.reserve, "waste": view.waste}
    piles |= dict(zip(COLUMNS, view.columns, strict=False))
    piles |= dict(zip(FOUNDATIONS, view.foundations, strict=True))
    listed = ", ".join(GAME.moves(view))
    figures = f"stock {view.stock}, score {view.score}, moves: {listed or 'none'}; hint: {hint(state) or 'none'}"
    return [*(f"{name} {' '.join(cards)}".rstrip() for name, cards in piles.items()), figures]


@each_variant
def test_a_game_plays_as_recorded(variant: str) -> None:
    recorded = (PLAYTHROUGHS / f"terrace-{variant}.txt").read_text(encoding="utf-8")
    assert played_again(variant, recorded) == recorded
    assert recorded.count("\n> ") > 50


def test_generals_patience_can_be_won() -> None:
    recorded = (PLAYTHROUGHS / "terrace-generals-patience-won.txt").read_text(encoding="utf-8")
    assert played_again("generals-patience", recorded) == recorded
    assert recorded.endswith("All 104 cards are on the foundations.\n")
