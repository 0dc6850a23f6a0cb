"""The laws that every game keeps, over random play.

Each law is a function of a game, a seed and a length: it plays so many random moves, looks, and returns how many cases
it has looked at. It raises `Broken` when the game does not keep it. `check` runs them all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import TypeAlias

import attrs

from core.base.game import Game, Seat
from core.laws.encoding import events_survive, states_survive, what_folds_can_be_shown, what_is_restored_can_be_shown
from core.laws.messages import messages_are_whole, templates_are_few, templates_of
from core.laws.moves import (
    deciding_again_gives_the_same,
    dice_are_used_as_declared,
    ended_games_refuse,
    listed_moves_are_accepted,
    other_texts_are_refused,
    turns_are_known_to_all,
)
from core.laws.random_play import Broken, Position, play
from core.laws.secrecy import (
    Screen,
    facts_tell_no_more_than_views,
    nobody_sees_what_is_hidden,
    what_is_hidden_is_dealt_anew,
)

__all__ = ["LAWS", "Broken", "Law", "Position", "Report", "Screen", "check", "play"]

Law: TypeAlias = Callable[[Game, bytes, int], int]

LAWS: dict[str, Law] = {
    law.__name__: law
    for law in (
        listed_moves_are_accepted,
        other_texts_are_refused,
        deciding_again_gives_the_same,
        dice_are_used_as_declared,
        turns_are_known_to_all,
        ended_games_refuse,
        nobody_sees_what_is_hidden,
        facts_tell_no_more_than_views,
        what_is_hidden_is_dealt_anew,
        messages_are_whole,
        events_survive,
        states_survive,
        what_folds_can_be_shown,
        what_is_restored_can_be_shown,
    )
}
"""By their names."""


@attrs.frozen
class Report:
    """What a check has looked at; a law with a count of 0 was not put to the test."""

    game: str
    examples: int
    counts: dict[str, int]
    """Cases by law."""
    templates: tuple[str, ...]
    """All that was said, in the order of the alphabet."""


def check(game: Game, examples: int, seed: bytes, screen: Screen | None = None, length: int = 120) -> Report:
    """Put a game to every law so many times, each with random play of up to `length` moves.

    `screen` is what draws a view of this game, in every mode in which it can be drawn.

    Raises:
        Broken: at the first law that the game does not keep.
    """
    laws: dict[str, Law] = {
        **LAWS,
        nobody_sees_what_is_hidden.__name__: partial(nobody_sees_what_is_hidden, screen=screen),
    }
    counts, templates = dict.fromkeys(laws, 0), set[str]()
    seeds = [sha256(seed + example.to_bytes(8, "big")).digest() for example in range(examples)]
    for own in seeds:
        moves = own[0] * length // 255
        for name, law in laws.items():
            counts[name] += law(game, own, moves)
        templates |= templates_of(game, own, moves)
    templates_are_few(templates)
    if not any(_has_first_move(game, own) for own in seeds):
        raise Broken(listed_moves_are_accepted.__name__, "nobody can make a first move, so nothing was played")
    if game.hides and not counts[what_is_hidden_is_dealt_anew.__name__]:
        raise Broken(what_is_hidden_is_dealt_anew.__name__, "the game hides something, but no redeal changed anything")
    return Report(game.name, examples, counts, tuple(sorted(templates)))


def _has_first_move(game: Game, seed: bytes) -> bool:
    state = play(game, seed, 0).state
    return any(game.moves(game.view(state, Seat(seat))) for seat in range(game.seats))
