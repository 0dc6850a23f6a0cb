"""Laws of mille over random play, and what nobody but the owner of a hand may know."""

from __future__ import annotations

import itertools
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.game import SPECTATOR, Play, Seat, Viewer
from core.games.mille import GAME
from core.games.mille.cards import PACK, Card
from core.games.mille.scoring import scores_of, totals_of
from core.games.mille.state import Deed, Phase, State
from tests.core.games.sentences import concluded, told
from tests.examples import examples

PLAYTHROUGH = Path(__file__).parent / "playthroughs" / "mille.txt"
seeds = st.binary(min_size=16, max_size=16)
few = examples(12, quick=5)


def random_hands(seed: bytes, steps: int) -> list[State]:
    """The states of a session of random moves; a finished hand is followed by another."""
    choose = Dice(seed, "tests", 1)
    state = GAME.start({})
    events = list(GAME.begin({}, Dice(seed, "mille", 1)))
    states = []
    for number in range(2, steps + 2):
        state = GAME.fold(state, events)
        states.append(state)
        seat = state.turn
        texts = GAME.moves(GAME.view(state, Seat(seat)))
        move = texts[list(texts)[choose.below(len(texts))]] if "another" not in texts else texts["another"]
        events = list(GAME.decide(state, Play(seat, move, Dice(seed, "mille", number))))
    return states


def cards_on_the_table(state: State) -> list[Card]:
    """Every card of a hand wherever it is: held, in the deck, or got rid of."""
    gone = [step.card for step in state.steps if step.card is not None]
    return [*state.deck, *state.hands[0], *state.hands[1], *gone]


@few
@given(seeds)
def test_every_card_is_somewhere(seed: bytes) -> None:
    for state in random_hands(seed, 300):
        assert sorted(cards_on_the_table(state)) == sorted(PACK)


@few
@given(seeds)
def test_drawn_cards_are_held_or_gone(seed: bytes) -> None:
    for state in random_hands(seed, 200):
        for seat in (0, 1):
            gone = [step.card for step in state.steps if step.seat == seat and step.card]
            assert sorted(state.drawn[seat]) == sorted([*state.hands[seat], *gone])


@few
@given(seeds)
def test_scores_follow_from_what_was_played(seed: bytes) -> None:
    for state in random_hands(seed, 300):
        for seat, score in enumerate(scores_of(state)):
            played = [step.card for step in state.steps if step.seat == seat and step.deed is Deed.PLAYED]
            tableau = state.tableaus[seat]
            assert score.miles == sum(int(card) for card in played if card and card.isdigit()) <= state.end
            assert score.safeties == 100 * sum(card in tableau.safeties for card in played)
            assert set(tableau.coups) <= set(tableau.safeties)
            assert totals_of(state)[seat] == state.carried[seat] + score.hand
            assert score.bonus.sum == 0 or state.finisher == seat


@few
@given(seeds)
def test_hands_hold_six_cards_between_turns_while_there_is_a_deck(seed: bytes) -> None:
    states = random_hands(seed, 300)
    for before, state in itertools.pairwise(states):
        if state.deck and state.phase is Phase.PLAY:
            assert len(state.hands[1 - state.turn]) == 6
            if before.turn != state.turn:
                assert len(state.hands[state.turn]) == 6


@few
@given(seeds)
def test_turn_is_never_that_of_an_empty_hand(seed: bytes) -> None:
    for state in random_hands(seed, 400):
        if state.phase is Phase.PLAY:
            assert state.hands[state.turn]


@few
@given(seeds)
def test_finisher_stands_exactly_at_the_end(seed: bytes) -> None:
    for state in random_hands(seed, 600):
        if state.phase is Phase.HAND_OVER:
            at_end = [seat for seat in (0, 1) if state.tableaus[seat].miles == state.end]
            assert at_end == ([] if state.finisher is None else [state.finisher])


def shown(state: State, viewer: Viewer) -> str:
    """Hands, deck and totals as one viewer sees them."""
    view = GAME.view(state, viewer)
    hands = [
        f"{count} cards" if hand is None else " ".join(card.replace(" ", "_") for card in hand) or "nothing"
        for hand, count in zip(view.hands, view.counts, strict=True)
    ]
    return f"{' | '.join(hands)} | {view.deck} | {view.totals[0]} : {view.totals[1]}"


def regenerated(text: str) -> str:
    """The playthrough that its own moves make."""
    head, *turns = text.split("\n> ")
    state, record, written = GAME.start({}), 1, head
    for turn in turns:
        move = turn.split("\n")[0]
        seat, typed = int(move[0]), move[2:]
        chance = Dice(bytes(range(16)), "mille", record)
        begun = GAME.begin({}, chance) if typed == "sits down" else None
        events = begun or GAME.decide(state, Play(seat, GAME.read(GAME.view(state, Seat(seat)), typed), chance))
        state = GAME.fold(state, events)
        record += len(events)
        written += f"\n> {move}\n"
        for viewer, name in ((Seat(0), "0"), (Seat(1), "1"), (SPECTATOR, "-")):
            sentences = " ".join(told(GAME, event, viewer) for event in events)
            written += f"{name}: {sentences}".rstrip() + f"\n   {shown(state, viewer)}\n"
    ended = concluded(GAME, state)
    return f"{written}\n{ended}\n" if ended else written


def test_recorded_playthrough_comes_out_the_same() -> None:
    text = PLAYTHROUGH.read_text()
    assert "picks a card" in text
    assert "wins the session" in text
    assert regenerated(text) == text
