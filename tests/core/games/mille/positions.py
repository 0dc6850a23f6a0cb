"""Prepared positions: what a test is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import SPECTATOR, Play, Refused, Seat
from core.base.message import english
from core.games.mille import GAME
from core.games.mille.bot.normal import choose
from core.games.mille.cards import MILES, PACK, SAFETIES, Card
from core.games.mille.moves import Verb, discard_refusal, pick_refusal, use_refusal
from core.games.mille.state import Phase, State, Tableau, position_of
from core.games.mille.views import View

SEED = bytes(range(16))


def dice(record: int = 1) -> Dice:
    return Dice(SEED, "mille", record)


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in names)


def tableau(
    battle: str | None = None,
    speed: str | None = None,
    distances: tuple[str, ...] = (),
    safeties: tuple[str, ...] = (),
    **more: Any,
) -> Tableau:
    """What lies before a player, by the names of the cards."""
    laid = cards(*distances)
    return Tableau(
        Card(battle) if battle else None,
        Card(speed) if speed else None,
        safeties=cards(*safeties),
        distances=laid,
        miles=sum(MILES[card] for card in laid),
        **more,
    )


ROLLING = tableau("Go")
BLANK = tableau()
JUNK = cards("25", "25", "25", "25", "25", "25")
"""Six cards that do nothing in a test."""


def given(*hand: str, own: Tableau = ROLLING, other: Tableau = ROLLING, **more: Any) -> State:
    """Seat 0 to play and holding these cards at the left, from P on, filled up with 25s."""
    left = cards(*hand)
    mine = left + cards(*("25",) * (7 - len(left)))
    fields: dict[str, Any] = {"hands": (mine, JUNK), "deck": PACK[:20], "dealt": 1} | more
    return State(phase=Phase.PLAY, tableaus=(own, other), **fields)


def last_cards(mine: tuple[Card, ...], theirs: tuple[Card, ...], **more: Any) -> State:
    """Seat 0 to play, the deck being empty."""
    return given(hands=(mine, theirs), deck=(), **more)


def events_of(state: State, text: str, seat: int | None = None) -> tuple[Any, ...]:
    """What a typed move causes; by default it is made by whoever is in turn."""
    turn = GAME.view(state, SPECTATOR).turn
    seat = turn[0] if seat is None else seat
    view = GAME.view(state, Seat(seat))
    events: tuple[Any, ...] = GAME.decide(state, Play(seat, GAME.read(view, text), dice(state.dealt + 1)))
    return events


def after(state: State, *texts: str) -> State:
    """The state once these moves were made, each by whoever is in turn."""
    for text in texts:
        state = GAME.fold(state, events_of(state, text))
    return state


def refusal(state: State, text: str, seat: int | None = None) -> str:
    """The sentence with which a move is refused."""
    with pytest.raises(Refused) as refused:
        events_of(state, text, seat)
    return str(refused.value)


def in_short(state: State, text: str) -> str:
    """The short words against a move of the seat in turn."""
    move = GAME.read(GAME.view(state, Seat(state.turn)), text)
    at = position_of(state, state.turn)
    match move.verb:
        case Verb.PICK:
            said = pick_refusal(at)
        case Verb.DISCARD:
            said = discard_refusal(at, move.slot)
        case _:
            said = use_refusal(at, move.slot)
    assert said is not None
    return english(said)


def ended(state: State, **more: Any) -> State:
    """The hand over, with fields of choice."""
    return replace(state, phase=Phase.HAND_OVER, **more)


ALL_SAFETIES = tuple(str(card) for card in SAFETIES)


def play_on(view: View, dice: Dice, player: Callable[[View, Dice], str] = choose) -> str:
    """Like the player, but wants another hand whenever that is asked: for computer players among themselves."""
    return Verb.ANOTHER.value if view.phase is Phase.HAND_OVER else player(view, dice)
