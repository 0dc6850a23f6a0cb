"""The laws every game keeps, over random play."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import codec
from core.chance import Dice
from core.game import SPECTATOR, Game, Play, Refused, Seat, plain
from core.games import GAMES
from core.table import Opened
from journal import seal
from journal.chain import parse

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
TWINS: dict[str, Callable[[Any, int | None, Dice], Any]] = {
    name: importlib.import_module(f"tests.core.games.test_{name}").twin for name in GAMES
}
"""A random state that differs only in what a viewer may not know: each game's tests say how."""
seeds = st.binary(min_size=16, max_size=16)
lengths = st.integers(0, 120)
few = settings(max_examples=25, deadline=None)


def options_of(game: Game, choose: Dice) -> dict[str, str]:
    return {option.name: option.choices[choose.below(len(option.choices))] for option in game.options}


def play_some(game: Game, seed: bytes, length: int) -> tuple[Any, list[Any], int]:
    """A state after some random moves, all events so far, and the number of the next record."""
    choose = Dice(seed, "tests", 1)
    options = options_of(game, choose)
    state = game.start(options)
    events = list(game.begin(options, Dice(seed, game.name, 1)))
    for event in events:
        state = game.evolve(state, event)
    for _ in range(length):
        found = some_move(game, state, choose)
        if found is None:
            break
        seat, move = found
        new = game.decide(state, Play(seat, move, Dice(seed, game.name, len(events) + 2)))
        for event in new:
            state = game.evolve(state, event)
        events += new
    return state, events, len(events) + 2


def some_move(game: Game, state: Any, choose: Dice) -> tuple[int, Any] | None:
    turn = game.view(state, SPECTATOR).turn
    options = [(seat, move) for seat in turn for move in game.moves(game.view(state, Seat(seat))).values()]
    return options[choose.below(len(options))] if options else None


def plays(game: Game, state: Any, seat: int, text: str, dice: Dice) -> tuple[Any, ...] | str:
    """What a typed text leads to: events, or the sentence of the refusal."""
    try:
        return game.decide(state, Play(seat, game.read(game.view(state, Seat(seat)), plain(text)), dice))
    except Refused as refused:
        return str(refused)


@games
@few
@given(seeds, lengths)
def test_every_listed_move_is_accepted(game, seed, length):
    state, _, number = play_some(game, seed, length)
    for seat in range(game.seats):
        for text in game.moves(game.view(state, Seat(seat))):
            assert plain(text) == text
            assert isinstance(plays(game, state, seat, text, Dice(seed, game.name, number)), tuple)


@games
@few
@given(seeds, lengths, st.data())
def test_every_other_text_is_refused(game, seed, length, data):
    state, _, number = play_some(game, seed, length)
    alphabet = st.text("abcdfhjkpqrtuwxyz 0123456789", max_size=12)
    anywhere = {text for seat in range(game.seats) for text in game.moves(game.view(state, Seat(seat)))}
    text = data.draw(st.one_of(alphabet, st.sampled_from(sorted(anywhere)) if anywhere else alphabet))
    for seat in range(game.seats):
        view = game.view(state, Seat(seat))
        if isinstance(plays(game, state, seat, text, Dice(seed, game.name, number)), tuple):
            assert game.read(view, plain(text)) in game.moves(view).values()
        else:
            assert plain(text) not in game.moves(view)


@games
@few
@given(seeds, lengths)
def test_deciding_twice_gives_the_same(game, seed, length):
    first, second = play_some(game, seed, length), play_some(game, seed, length)
    assert first == second


@games
@few
@given(seeds, lengths)
def test_events_survive_the_journal(game, seed, length):
    _, events, _ = play_some(game, seed, length)
    for event in events:
        (record,) = seal(None, [codec.encode(event)], "2026-11-20T20:15:03.120Z")
        record = parse("test", record.line, None)
        codec.check("test", record)
        assert codec.decode(record) == event


@games
@few
@given(seeds, lengths)
def test_folding_again_gives_the_same_state(game, seed, length):
    state, events, _ = play_some(game, seed, length)
    again = game.start(options_of(game, Dice(seed, "tests", 1)))
    for event in events:
        again = game.evolve(again, event)
    assert again == state


@games
@few
@given(seeds, lengths)
def test_ended_game_refuses_everything(game, seed, length):
    state, _, _ = play_some(game, seed, length)
    if game.outcome(state) is None:
        assert game.view(state, SPECTATOR).turn
        return
    assert game.view(state, SPECTATOR).turn == ()
    for seat in range(game.seats):
        assert not game.moves(game.view(state, Seat(seat)))


@games
@few
@given(seeds, lengths)
def test_spectators_have_no_moves_and_views_know_their_seat(game, seed, length):
    state, _, _ = play_some(game, seed, length)
    assert not game.moves(game.view(state, SPECTATOR))
    for seat in (None, *range(game.seats)):
        assert game.view(state, Seat(seat)).seat == seat


@games
@few
@given(seeds, lengths, seeds)
def test_nobody_learns_what_they_may_not_know(game, seed, length, other):
    """The leak law: a viewer cannot tell two states apart that differ only in what is hidden from that viewer."""
    state, _, number = play_some(game, seed, length)
    if game.outcome(state) is not None:
        return
    for seat in (None, *range(game.seats)):
        twin = TWINS[game.name](state, seat, Dice(other, "twin", 1))
        mine, theirs = game.view(state, Seat(seat)), game.view(twin, Seat(seat))
        assert repr(mine) == repr(theirs)
        assert list(game.moves(mine)) == list(game.moves(theirs))
        if seat is not None:
            for text in (*game.moves(mine), "u 1", "u 6", "d 2", "1 right", "t1 f", "w f", "1 2"):
                dice = Dice(seed, game.name, number)
                assert answer(game, state, seat, text, dice) == answer(game, twin, seat, text, dice)


def answer(game: Game, state: Any, seat: int, text: str, dice: Dice) -> str:
    """What a player learns from trying a move: the refusal's sentence, or that it was accepted."""
    result = plays(game, state, seat, text, dice)
    return result if isinstance(result, str) else "accepted"


@games
@few
@given(seeds, lengths)
def test_every_event_can_be_told_to_everybody(game, seed, length):
    _, events, _ = play_some(game, seed, length)
    for event in events:
        for seat in (None, *range(game.seats)):
            assert isinstance(game.tell(event, Seat(seat)), str)


@games
def test_every_game_is_described(game):
    assert game.notation.strip()
    assert game.title
    assert all(attrs.has(event) for event in game.events.values())
    assert ALL not in range(game.seats)
    assert Opened not in game.events.values()
