"""Why things happened: every fact that a game can tell of has its rule, in words that fit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.game import SPECTATOR, Play, Seat, Viewer
from core.base.message import english
from core.games import elixir, mille
from core.games.elixir.board import Embrace
from core.games.elixir.why import why as why_elixir
from core.games.mille.why import why as why_mille
from tests.core.games.mille.positions import events_of, tableau
from tests.core.games.mille.positions import given as prepared

NAMES = ("Ann", "Bob")
VIEWERS: tuple[Viewer, ...] = (Seat(0), Seat(1), SPECTATOR)
FINISHING = prepared(
    "100", own=tableau("Go", distances=("100",) * 9, safeties=("Extra Tank",)), other=tableau(distances=()), end=1000
)


def explained(state: mille.State, text: str, viewer: Viewer = VIEWERS[0]) -> list[str]:
    """What is said of each thing that a move in mille brings."""
    found = []
    for event in events_of(state, text):
        state = mille.GAME.evolve(state, event)
        fact = mille.GAME.reveal(event, viewer)
        said = None if fact is None else why_mille(mille.GAME.view(state, viewer), fact)
        found.append("" if said is None else english(said, NAMES))
    return found


def test_points_of_a_hand_are_taken_apart() -> None:
    said = explained(FINISHING, "u p")[-1]
    assert said.startswith("Ann finished the trip. You: 1000 for miles, 100 for safeties, 400 for the trip")
    assert "200 for the extension" in said
    assert "500 because the other had no miles. Bob: 0 for miles." in said


def test_coup_is_explained() -> None:
    state = prepared("Extra Tank", own=tableau("Out of Gas", fresh=True))
    assert "answered Out of Gas in the turn just after" in explained(state, "u p")[0]


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@settings(max_examples=10, deadline=None)
@given(st.binary(min_size=16, max_size=16))
def test_whatever_happens_in_mille_is_explained_whole(viewer: Viewer, seed: bytes) -> None:
    state, choose = mille.GAME.start({}), Dice(seed, "random", 1)
    events = mille.GAME.begin({}, Dice(seed, "mille", 1))
    for record in range(2, 120):
        for event in events:
            state = mille.GAME.evolve(state, event)
            fact = mille.GAME.reveal(event, viewer)
            if fact is not None and (said := why_mille(mille.GAME.view(state, viewer), fact)):
                assert "{" not in english(said, NAMES)
        seats = mille.GAME.turn(state)
        if not seats:
            break
        moves = [*mille.GAME.moves(mille.GAME.view(state, Seat(seats[0]))).values()]
        play = Play(seats[0], moves[choose.below(len(moves))], Dice(seed, "mille", record))
        events = mille.GAME.decide(state, play)


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@pytest.mark.parametrize(
    ("fact", "part"),
    [
        (elixir.Rolled(0, ("a1",)), "every free tile as likely"),
        (elixir.Placed(0, ("a1",)), "until the next one is not free"),
        (elixir.Anchored(0, ("a1",)), "That tile is joined to a corner"),
        (elixir.Anchored(0, ("a1", "a2")), "Those 2 tiles are joined to a corner"),
        (elixir.Embraced(0, Embrace.COMPLETE, ("a1",), 1), "wall closed round"),
        (elixir.Embraced(0, Embrace.COMPLETE, ("a1",), 0), "no points yet"),
        (elixir.Embraced(0, Embrace.ANCHORED, ("a1",), 1), "Nothing free was left"),
    ],
)
def test_whatever_happens_in_elixir_is_explained(viewer: Viewer, fact: elixir.Event, part: str) -> None:
    assert part in english(why_elixir(elixir.GAME.view(elixir.State(), viewer), fact), NAMES)
