"""Random play, in which the laws are looked for."""

from typing import Any

import attrs

from core.base.chance import Dice
from core.base.game import EVERYONE, SPECTATOR, Game, Refused, Seat, Viewer


class Broken(AssertionError):
    """A game does not keep a law."""

    def __init__(self, why: str, law: str = "") -> None:
        super().__init__(f"{law}: {why}" if law else why)
        self.law = law
        """The name of the law's function; empty as long as only that function knows of it."""
        self.why = why


@attrs.frozen
class Position:
    """A state of random play, and how it came about."""

    options: dict[str, str]
    state: Any
    events: tuple[Any, ...]
    draw: int
    """The number of the next draw."""


def play(game: Game, seed: bytes, length: int) -> Position:
    """The position after so many random moves, or fewer when the game is over before."""
    choose = Dice(seed, "laws", 1)
    options = {option.name: option.choices[choose.below(len(option.choices))] for option in game.options}
    events = game.begin(options, Dice(seed, game.name, 1))
    state, draw = game.fold(game.start(options), events), 1 + has_draw(game, events)
    for _ in range(length):
        listed = [(seat, text) for seat in game.turn(state) for text in game.moves(game.view(state, Seat(seat)))]
        if not listed:
            break
        seat, text = listed[choose.below(len(listed))]
        new = game.decide_typed(state, seat, text, Dice(seed, game.name, draw))
        state, events, draw = game.fold(state, new), events + new, draw + has_draw(game, new)
    return Position(options, state, events, draw)


def answer(game: Game, state: Any, seat: int, text: str, dice: Dice) -> tuple[Any, ...] | Refused:
    """The events of a typed move, or its refusal."""
    try:
        return game.decide_typed(state, seat, text, dice)
    except Refused as refused:
        return refused


def has_draw(game: Game, events: tuple[Any, ...]) -> bool:
    """Whether these events are a draw."""
    return any(isinstance(event, game.draws) for event in events)


def viewers(game: Game) -> tuple[Viewer, ...]:
    """All who may look on while a game is played."""
    return (*map(Seat, range(game.seats)), SPECTATOR)


def viewers_now(game: Game, state: Any) -> tuple[Viewer, ...]:
    """All who may look on now: everyone, too, once the game is over."""
    return viewers(game) if game.outcome(state) is None else (*viewers(game), EVERYONE)


def require(holds: bool, why: str) -> None:
    """Raises `Broken` unless this holds."""
    if not holds:
        raise Broken(why)
