"""What somebody wants to play or to see listed, from the words they used, for every door that takes words."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from core.base.chance import LONGEST_LUCK
from core.base.game import Game, Refused
from core.base.message import Message, message
from core.base.suggestions import meant
from core.base.text import clean, plain
from core.games import GAMES, LISTED
from core.games.deals.grades import Grade
from core.games.features.bots import bot_of
from core.games.features.titles import title_of
from core.people.look_alike_names import skeleton
from core.sessions.arrival.orders import ASK, MOST_PAGES, Order, Query
from core.table import LONGEST_NAME, read_clock
from core.table.events import PROGRAMS
from core.table.what_counts import Pool

NO_LUCK = message("Luck changes nothing in {game}, whose deals have numbers: leave out luck=")
NO_PAGE = message("Choose a page from 1 to {most}.", most=MOST_PAGES)
OPPONENTS = ("computer", "person", "hotseat")
_ALONE = (*OPPONENTS, "winnable", "daily")
"""Words without a value that can follow a game's name."""
LONGEST_NUMBER = 12
"""Digits of a number that is typed."""
LONGEST_TITLE = 4
"""Words that may name a game."""


def find_game(word: str) -> tuple[Game, dict[str, str]]:
    """A game by its name, its title, or the name of one of its variants; with the option that says so.

    Raises: Refused with the games there are.
    """
    wanted = _slug(word)
    for name, listed in LISTED.items():
        if wanted in (name, _slug(listed.title)):
            return GAMES[name], {}
    for name, listed in LISTED.items():
        if wanted in listed.variants:
            return GAMES[name], {"variant": wanted}
    raise Refused(
        '"{word}" is not a game here{meant}. Choose one of: {names}.',
        word=plain(word)[:30], meant=meant(wanted, names()), names=names(),
    )  # fmt: skip


def _slug(words: str) -> str:
    """A name as it is typed in one word: "General's Patience" is generals-patience."""
    return plain(words).replace(" ", "-").replace("'", "")


@cache
def names() -> tuple[str, ...]:
    """Every word that names a game or a variant."""
    found: dict[str, None] = {}
    for name, listed in LISTED.items():
        found |= dict.fromkeys((name, *listed.variants))
    return tuple(found)


def read_open(words: Sequence[str]) -> Order:
    """An order such as "mille person clock=60" or "signora deal=12345 winnable".

    Raises: Refused with what to type instead.
    """
    if not words:
        raise Refused("Which game? Type new and one of: {names}.", names=names())
    game, options, rest = _split(words)
    return _with_rest(Order(game.name, options, "computer" if game.seats > 1 else ""), rest)


def read_another(words: Sequence[str], like: Order) -> Order:
    """An order at a table: a whole one, or what is to be different from the game there, such as "deal=12345".

    Raises: Refused with what to type instead.
    """
    word, equals, _ = words[0].lower().partition("=")
    return _with_rest(like, words) if equals or word[:1].isdecimal() or word in _ALONE else read_open(words)


def _split(words: Sequence[str]) -> tuple[Game, dict[str, str], Sequence[str]]:
    """The game, by as many words as name one, and the words after them."""
    for count in range(min(LONGEST_TITLE, len(words)), 1, -1):
        try:
            return (*find_game(" ".join(words[:count])), words[count:])
        except Refused:
            continue
    return (*find_game(words[0]), words[1:])


def _with_rest(order: Order, words: Sequence[str]) -> Order:
    """The order with everything that is said after the game's name. Raises: Refused."""
    for word in words:
        order = replace(order, **_change(order, word))
    if sum((order.deal is not None, order.winnable, bool(order.grade), order.daily)) > 1:
        raise Refused("Use only one of deal=, winnable, grade= and daily: each chooses the deal.")
    return order


def _change(order: Order, word: str) -> dict[str, Any]:
    """What a word after the game's name changes in the order. Raises: Refused."""
    game, title = GAMES[order.game], title_of(order.game, order.options)
    name, equals, value = word.lower().partition("=")
    match name, equals:
        case "luck", "=":
            return {"luck": _luck(game, title, word)}
        case "clock", "=":
            return {"clock": read_clock(value)}
        case _, "" if name[:1].isdecimal():  # "seek mille 10m+5s", as chess players type it.
            return {"clock": read_clock(name)}
        case "deal", "=":
            return {"deal": _deal(game, title, value)}
        case "level", "=":
            return {"level": _level(order, value)}
        case "grade", "=":
            return {"grade": _grade(game, title, value)}
        case "bots", "=":
            return {"programs": _programs(value)}
        case _, "=":
            return {"options": {**order.options, name: value}}
        case "winnable" | "daily", _:
            return {name: _solitaire(game, title, name)}
        case _ if name in OPPONENTS:
            return {"opponent": _opponent(game, title, name)}
        case _:
            known = OPPONENTS if game.seats > 1 else ("winnable", "daily")
            raise Refused(
                '"{word}" cannot follow new{meant}. Try: new {example}',
                word=word[:30], meant=meant(name, known), example=_example(game),
            )  # fmt: skip


def split_luck(words: Sequence[str]) -> tuple[list[str], str]:
    """The words without the luck among them, and that luck. Raises: Refused."""
    rest = [word for word in words if not word.lower().startswith("luck=")]
    given = [_given_luck(word) for word in words if word.lower().startswith("luck=")]
    return rest, given[-1] if given else ""


def _luck(game: Game, title: str, word: str) -> str:
    if game.numbered:
        raise Refused(NO_LUCK.filled(game=title))
    return _given_luck(word)


def _given_luck(word: str) -> str:
    luck = clean(word.partition("=")[2], LONGEST_LUCK)
    if not luck:
        raise Refused("Add a word of your own to luck=, such as luck=tortoise")
    return ASK if luck.lower() == ASK else luck


def read_pool(text: str) -> tuple[str, Pool]:
    """The game in what was typed, and whose ratings are meant: "mille", "mille bots"."""
    game = text.strip()
    if game.lower().endswith(Pool.PROGRAMS.value):
        return game[: -len(Pool.PROGRAMS.value)].strip(), Pool.PROGRAMS
    return game, Pool.PEOPLE


def read_query(words: Sequence[str]) -> Query:
    """Which tables somebody wants to see listed: "2", "all", "mine", "mille", "with Anna", "all mille 3".

    Raises: Refused with what to type instead.
    """
    query, left = Query(), iter(words)
    for word in map(str.lower, left):
        if word == "with":
            query = replace(query, player=_player(next(left, "")))
        elif word == "all":
            query = replace(query, everything=True)
        elif word == "mine":
            query = replace(query, mine=True, everything=True)
        elif word.isascii() and word.isdigit():
            query = replace(query, page=number_of(word, MOST_PAGES, NO_PAGE))
        else:
            query = replace(query, game=find_game(word)[0].name)
    return query


def _player(name: str) -> str:
    if not skeleton(name):
        raise Refused("Type list with and a name, such as list with Anna")
    return clean(name, LONGEST_NAME)


def read_number(text: str, most: int) -> int | None:
    """A number from 1 to `most` as it was typed; None for anything else."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else 0
    return number if 1 <= number <= most else None


def number_of(text: str, most: int, otherwise: Message) -> int:
    """A number from 1 to `most` as it was typed. Raises: Refused, as `otherwise` says, for anything else."""
    number = read_number(text, most)
    if number is None:
        raise Refused(otherwise)
    return number


def split_values(words: Sequence[str], names: Collection[str]) -> tuple[dict[str, str], list[str]]:
    """Of words such as "pairs=3" the values that go with some names, and the other words."""
    pairs = [(word, *word.lower().partition("=")) for word in words]
    given = {name: value for _, name, _, value in pairs if name in names}
    return given, [word for word, name, _, _ in pairs if name not in names]


def read_any_number(text: str) -> int:
    """A number as it was typed; 0 for what is none."""
    return read_number(text, 10**LONGEST_NUMBER - 1) or 0


def _number(name: str, value: str) -> int:
    number = read_any_number(value)
    if not number:
        raise Refused("Add a number to {name}=, such as {name}=60", name=name)
    return number


def _deal(game: Game, title: str, value: str) -> int:
    if not game.numbered:
        raise Refused("{game} has no numbered deals: leave out deal=", game=title)
    return _number("deal", value)


def _solitaire(game: Game, title: str, word: str) -> bool:
    if not game.numbered:
        raise Refused("{game} is not a solitaire: leave out {word}", game=title, word=word)
    return True


def _level(order: Order, value: str) -> str:
    if order.opponent != "computer":
        raise Refused("You can choose a level only against the computer: leave out level=")
    return bot_of(order.game, value).level


def _grade(game: Game, title: str, value: str) -> str:
    _solitaire(game, title, "grade=")
    grades = tuple(grade.value for grade in Grade)
    if value not in grades:
        raise Refused("Add a grade to grade=, one of: {grades}.", grades=grades)
    return value


def _programs(value: str) -> str:
    if value not in filter(None, PROGRAMS):
        raise Refused("Type bots=no to play only people, or bots=rated to play a bot for bot ratings.")
    return value


def _opponent(game: Game, title: str, name: str) -> str:
    if game.seats == 1:
        raise Refused("{game} is for one player: leave out {word}", game=title, word=name)
    return name


def _example(game: Game) -> str:
    return f"{game.name} deal=12345" if game.numbered else f"{game.name} person"
