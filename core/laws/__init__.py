"""The laws that every game keeps, over random play.

Each law is a function of a game, a seed and a length: it plays so many random moves, looks, and returns how many cases
it has looked at. It raises `Broken` when the game does not keep it. `check` runs them all.
"""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import TypeAlias

import attrs

from core.base.game import Game, Seat
from core.laws import encoding, messages, moves, secrecy
from core.laws.random_play import Broken, play

Law: TypeAlias = Callable[[Game, bytes, int], int]

LAWS: dict[str, Law] = {
    law.__name__: law
    for law in (
        moves.listed_moves_are_accepted,
        moves.other_texts_are_refused,
        moves.deciding_again_gives_the_same,
        moves.dice_are_used_as_declared,
        moves.turns_are_known_to_all,
        moves.ended_games_refuse,
        secrecy.nobody_sees_what_is_hidden,
        secrecy.facts_tell_no_more_than_views,
        secrecy.what_is_hidden_is_dealt_anew,
        messages.messages_are_whole,
        encoding.events_survive,
        encoding.states_survive,
        encoding.what_folds_can_be_shown,
        encoding.what_is_restored_can_be_shown,
    )
}
"""By their names."""
MOST_TEMPLATES = 150
"""Different templates of one game. More of them mean that something is in a template that belongs into a gap."""


@attrs.frozen
class Report:
    """What a check has looked at; a law with a count of 0 was not put to the test."""

    game: str
    examples: int
    counts: dict[str, int]
    """Cases by law."""
    templates: tuple[str, ...]
    """All that was said, in the order of the alphabet."""


def check(game: Game, examples: int, seed: bytes, screen: secrecy.Screen | None = None, length: int = 120) -> Report:
    """Put a game to every law so many times, each with random play of up to `length` moves.

    `screen` is what draws a view of this game, in every mode in which it can be drawn.

    Raises:
        Broken: at the first law that the game does not keep.
    """
    secret = secrecy.nobody_sees_what_is_hidden
    laws: dict[str, Law] = {**LAWS, secret.__name__: partial(secret, screen=screen)}
    counts, templates = dict.fromkeys(laws, 0), set[str]()
    seeds = [sha256(seed + example.to_bytes(8, "big")).digest() for example in range(examples)]
    for own in seeds:
        for name, law in laws.items():
            counts[name] += _cases(name, law, game, own, own[0] * length // 255)
        templates |= messages.templates_of(game, own, own[0] * length // 255)
    if len(templates) > MOST_TEMPLATES:
        raise Broken(f"{len(templates)} templates, such as {sorted(templates)[:5]}", "templates_are_few")
    first = [(seat, play(game, own, 0).state) for own in seeds for seat in range(game.seats)]
    if not any(game.moves(game.view(state, Seat(seat))) for seat, state in first):
        raise Broken("nobody can make a first move, so nothing was played", moves.listed_moves_are_accepted.__name__)
    redeals = secrecy.what_is_hidden_is_dealt_anew.__name__
    if game.hides and not counts[redeals]:
        raise Broken("the game hides something, but no redeal changed anything", redeals)
    return Report(game.name, examples, counts, tuple(sorted(templates)))


def _cases(name: str, law: Law, game: Game, seed: bytes, moves: int) -> int:
    """How many cases a law has looked at. Raises: Broken, with the law's name."""
    try:
        return law(game, seed, moves)
    except Broken as broken:
        raise Broken(broken.why, name) from broken
