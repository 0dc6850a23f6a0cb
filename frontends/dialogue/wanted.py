"""What somebody wants to play, from the words they used: shared by the lobby and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Game, Refused, plain
from core.games import GAMES
from frontends.dialogue.effects import Open

OPPONENTS = ("computer", "person", "hotseat")


def find_game(word: str) -> tuple[Game, dict[str, str]]:
    """A game by its name, its title, or the name of one of its variants; with the option that says so.

    Raises: Refused with the games there are.
    """
    wanted = plain(word).replace(" ", "-").replace("'", "")
    for game in GAMES.values():
        if wanted in (game.name, plain(game.title).replace(" ", "-")):
            return game, {}
    for game in GAMES.values():
        for option in game.options:
            if option.name == "variant" and wanted in option.choices:
                return game, {"variant": wanted}
    raise Refused(f'There is no game "{plain(word)[:30]}" here; there is {", ".join(names())}.')


def names() -> tuple[str, ...]:
    """Every word that names a game or a variant."""
    found: dict[str, None] = {}
    for game in GAMES.values():
        found[game.name] = None
        for option in game.options:
            found |= dict.fromkeys(option.choices if option.name == "variant" else ())
    return tuple(found)


def read_open(words: Sequence[str]) -> Open:
    """An order such as "mille person clock=60" or "signora deal=12345 winnable".

    Raises: Refused with what to type instead.
    """
    if not words:
        raise Refused(f"Which game? Type new and one of: {', '.join(names())}.")
    game, options = find_game(words[0])
    numbers: dict[str, int | None] = {"deal": None, "clock": 0}
    opponent, winnable = "computer" if game.seats > 1 else "", False
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if name in numbers and equals:
            numbers[name] = _number(name, value)
        elif name in OPPONENTS and game.seats > 1:
            opponent = name
        elif name == "winnable" and game.numbered:
            winnable = True
        elif equals:
            options[name] = value
        else:
            raise Refused(f'"{word[:30]}" is no part of an order; try: new {game.name} {_example(game)}')
    return Open(game.name, options, opponent, numbers["deal"], numbers["clock"] or 0, winnable)


def _number(name: str, value: str) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 12:
        raise Refused(f"{name}= wants a number, such as {name}=60.")
    return int(value)


def _example(game: Game) -> str:
    return "deal=12345" if game.numbered else "person"
