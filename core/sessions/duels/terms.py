"""What duel somebody wants, from the words they typed: "Robo Bert elixir 200 seconds=5 tables=2"."""

from collections.abc import Mapping, Sequence

import attrs

from core.base.game import Refused
from core.base.message import Message, counted, message
from core.games import GAMES
from core.games.features.bots import bot_of
from core.games.features.titles import title_of
from core.sessions.arrival import order_words
from core.sessions.limits import Budget

USUAL_PAIRS, USUAL_SECONDS = 20, 10
FASTEST, SLOWEST = 2, 600
"""Seconds for a move."""
EXAMPLE = message("duel Robo Bert elixir 200")
HOW = message("Type two bots and a game, such as: {example}", example=EXAMPLE)
COMPUTER = "computer"
"""The word for a computer player, alone or with a level: "computer:strong"."""


@attrs.frozen
class Terms:
    """Who plays what, how often, and how."""

    names: tuple[tuple[str, str], ...]
    """What the two are called: all that it can mean where names have several words."""
    game: str
    options: Mapping[str, str]
    pairs: int
    seconds: int
    at_once: int

    @property
    def told(self) -> str:
        """The game as it is shown."""
        return title_of(self.game, self.options)


def read_terms(words: Sequence[str], budget: Budget) -> Terms:
    """The terms as they were typed, with what is usual for what was left out. Raises: Refused with what to type."""
    at = _game_at(words)
    names = tuple((" ".join(words[:cut]), " ".join(words[cut:at])) for cut in range(1, at))
    given, rest = order_words.split_values(words[at + 1 :], {"seconds", "tables"})
    pairs = next((word for word in rest if word.isascii() and word.isdigit()), "")
    order = order_words.read_open([words[at], *(word for word in rest if word != pairs)])
    if GAMES[order.game].seats != 2:
        title = title_of(order.game, order.options)
        raise Refused("{game} is for one player: choose a game for two.", game=title)
    if order.level or order.luck or order.programs or order.clock or order.opponent not in ("", "computer"):
        raise Refused(HOW)
    return Terms(
        names, order.game, order.options, _pairs(pairs, budget.duel_pairs),
        _seconds(given.get("seconds", str(USUAL_SECONDS))), _tables(given.get("tables", "1"), budget.duel_tables),
    )  # fmt: skip


def _game_at(words: Sequence[str]) -> int:
    """Where the word is that names the game: the first that does after two that may be names. Raises: Refused."""
    for at in range(2, len(words)):
        try:
            order_words.find_game(words[at])
        except Refused:
            continue
        return at
    raise Refused(HOW)


def _pairs(value: str, most: int) -> int:
    otherwise = counted("A duel has one pair of games.", "A duel has from 1 to {n} pairs of games.", most)
    return order_words.number_of(value, most, otherwise) if value else min(USUAL_PAIRS, most)


def _seconds(value: str) -> int:
    number = order_words.read_number(value, SLOWEST)
    if number is None or number < FASTEST:
        raise Refused(
            "Give seconds= a number from {least} to {most}: the time for each move.", least=FASTEST, most=SLOWEST
        )
    return number


def _tables(value: str, most: int) -> int:
    otherwise = message("Give tables= a number from 1 to {most}: how many play at once.", most=most)
    return order_words.number_of(value, most, otherwise)


def level_of(name: str, game: str) -> str:
    """The level of a computer player that is meant by a name; empty for a name. Raises: Refused for no such level."""
    word, colon, level = name.lower().partition(":")
    if word != COMPUTER:
        return ""
    return bot_of(game, level).level if colon else bot_of(game).level


def tell_pairs(pairs: int) -> Message:
    """How many pairs."""
    return counted("{n} pair", "{n} pairs", pairs)
