"""The rules as people read them: complete for every game and variant, and true of the games."""

from __future__ import annotations

from functools import cache

import pytest

from core.base.chance import Dice
from core.base.game import Game, Options, Play, Seat
from core.base.message import Message, english
from core.games import GAMES
from core.games.elixir import rulebook
from core.games.features.guides import BOOKS, book_of, example_table
from core.games.features.rulebook import TOPICS, AsTyped, Book, Example, Grid
from core.games.mille import rulebook as mille
from core.games.mille.cards import COPIES, PACK
from core.games.pileon import rulebook as pileon
from core.games.terrace import rulebook as terrace
from core.games.terrace.board import VARIANTS

PLAYED: list[tuple[Game, Options]] = [
    (game, {"variant": choice} if choice else {})
    for game in GAMES.values()
    for choice in next((option.choices for option in game.options if option.name == "variant"), ("",))
]
"""Every game in every variant."""
EVERY = pytest.mark.parametrize(("game", "options"), PLAYED, ids=lambda value: str(getattr(value, "name", value)))


def of(game: Game, options: Options) -> Book:
    """The rules of a game, made once: an example is a position of a game that is played until it comes."""
    return _of(game.name, tuple(options.items()))


@cache
def _of(name: str, options: tuple[tuple[str, str], ...]) -> Book:
    book = book_of(GAMES[name], dict(options))
    assert book is not None
    return book


def text_of(book: Book) -> str:
    """Everything that is said in it, in English, with single blanks."""
    said: list[str] = []
    for section in book.sections:
        said.append(english(section.title))
        for part in section.parts:
            match part:
                case Message():
                    said.append(english(part))
                case AsTyped(lines):
                    said.append(english(lines))
                case Grid(heads, rows):
                    cells = [*heads, *(cell for row in rows for cell in row)]
                    said += [english(cell) if isinstance(cell, Message) else str(cell) for cell in cells]
                case Example():
                    pass
    return " ".join(" ".join(said).split())


def test_every_game_has_a_book_and_there_is_none_of_others() -> None:
    assert set(BOOKS) == set(GAMES)


@EVERY
def test_book_has_every_topic_and_an_example(game: Game, options: Options) -> None:
    book = of(game, options)
    wanted = set(TOPICS) - (set() if game.options else {"variants"})
    assert {section.topic for section in book.sections} == wanted
    assert all(section.parts for section in book.sections)
    assert sum(isinstance(part, Example) for section in book.sections for part in section.parts) == 1


@EVERY
def test_example_is_a_position_in_which_the_reader_can_move(game: Game, options: Options) -> None:
    (example,) = (
        part for section in of(game, options).about("example") for part in section.parts if isinstance(part, Example)
    )
    table = example_table(game, example.options, example.state, ("You", "Other")[: game.seats])
    assert table.seat == 0
    assert game.moves(table.view)


@EVERY
def test_tables_have_as_many_cells_as_heads(game: Game, options: Options) -> None:
    grids = [part for section in of(game, options).sections for part in section.parts if isinstance(part, Grid)]
    assert all(len(row) == len(grid.heads) for grid in grids for row in grid.rows)


PROMISED = {
    "mille": (
        "5000 points", "exactly 700 miles", "101 cards", "Out of Gas (2)", "Gasoline (6)", "Extra Tank (1)",
        "Flat Tire (2)",
        "Spare Tire (6)", "Puncture Proof (1)", "Accident (2)", "Repairs (6)", "Driving Ace (1)", "Stop (4)", "Go (14)",
        "Right of Way (1)", "Speed Limit (3)", "End of Limit (6)", "25 10 50 10 75 10 100 12 200 4", "pick a card",
        "Only the top card of the battle pile", "the players start in turn", "does not end your turn",
        "extension", "1000 miles", "a Go is on top of your battle pile", "first the right remedy, then another Go",
        "play 25 and 50 miles", "protects you from both Stop and Speed Limit", "is a Go for the rest of the hand",
        "attacked on an empty pile and on a remedy", "more than two 200s", "the deck is empty",
        "before you pick", "All 4 Safeties 300", "Each Safety 100", "Each Coup Fourre 300", "Trip Completed 400",
        "Safe Trip 300", "Delayed Action 300", "Extension 200", "Shut-Out 500", "keep the hand in order",
        "whether or not anybody completed the trip",
    ),
    "elixir": (
        "to the corners", "four free tiles are chosen at random", "up, left, right or down", "length from 1 to 4",
        "It is cut where the next tile is not free", "a point for each", "touch only diagonally are not connected",
        "enclose a part of the board, alone or together with its border",
        "walls that touch only diagonally are good enough",
        "must not contain or touch any free tile", "embraces to both players, and the other player has priority",
        "The player with more points", "almost always best to choose length 4",
    ),
    "pileon": (
        "fifteen piles, in rows of four", "face up onto the first thirteen piles", "the last two stay empty",
        "four cards at most, and may have none", "all four cards of one rank", "which two does not matter",
        "onto a card of the same rank", "you may move them together", "You gain nothing by that", "takes any card",
        "frozen", "top card is turned over", "out of play", "4 points, one for each card",
        "no other way to score points", "maximum is 52", "Keep one of the piles clear as much as possible",
        "three equal cards build up on top of a single other card", "not the bottom card of another pile",
    ),
    "terrace": (
        "two packs", "Move all cards to the eight foundations", "dealt face up in a row", "All of them can be seen",
        "only the last one, on top, is in play", "build down in alternating colours, and round the corner",
        "groups of cards cannot be moved", "out of play", "to the foundations only",
        "from the stock to the waste one at a time",
        "as often as you like", "When the waste is empty after a move, a card is turned by itself", "scores one point",
        "Watch for reversed sequences", "the last card that a foundation needs",
    ),
}  # fmt: skip
"""What the manuals and help pages of the originals promise, in our words; nothing of a game that has no original."""
LOCKED = ("only one card may be turned", "you can still move cards between columns", "You can go on turning cards")
CHOSEN = ("you choose one of them as the base card", "avoid a rank of which several cards are buried")
FILLED = {
    "": "only the top card of the waste may fill it",
    "ws": "filled by itself, at once: from the waste, or from the stock if the waste is empty",
    "rws": "filled by itself, at once: from the reserve",
}


@EVERY
def test_book_keeps_the_promises_of_the_original_help(game: Game, options: Options) -> None:
    text = text_of(of(game, options))
    assert [promise for promise in PROMISED.get(game.name, ()) if promise not in text] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_book_of_a_variant_has_its_own_rules_and_not_those_of_others(variant: str) -> None:
    rules, text = VARIANTS[variant], text_of(of(GAMES["terrace"], {"variant": variant}))
    assert f"{rules.reserve} cards are dealt face up" in text
    assert f"{rules.columns} columns" in text or f"there are {rules.columns}," in text
    assert all((phrase in text) == rules.chosen for phrase in CHOSEN)
    assert all((phrase in text) == (not rules.fill) for phrase in LOCKED)
    assert ("one by one, in suit" in text) == rules.in_suit
    assert ("turn the waste over once" in text) == bool(rules.redeals)
    assert ("the waste is never turned over" in text) != bool(rules.redeals)
    assert [fill for fill, phrase in FILLED.items() if phrase in text] == [rules.fill]
    assert all(other.title in text for other in VARIANTS.values())


def test_example_of_mille_is_a_possible_hand() -> None:
    state = mille.example()
    first, second = state.tableaus
    shown = (*state.hands[0], *state.hands[1], *state.deck, *first.distances, *second.distances, *second.safeties)
    assert all(shown.count(card) <= COPIES[card] for card in PACK)
    assert len(state.hands[0]) == 7
    assert len(state.hands[1]) == 6
    legal = GAMES["mille"].moves(GAMES["mille"].view(state, Seat(0)))
    assert {"u p", "u 1", "u 6", "u 3"} <= set(legal)
    assert not {"u 2", "u 4", "u 5"} & set(legal)


def test_example_of_elixir_brings_what_is_said_of_it() -> None:
    game, state = GAMES["elixir"], rulebook.example()
    for text, gained in (("1 right 2", 13), ("1 right 4", 15)):
        after = state
        for event in game.decide(
            state, Play(0, game.read(game.view(state, Seat(0)), text), Dice(bytes(32), "elixir", 1))
        ):
            after = game.evolve(after, event)
        assert after.board.scores[0] - state.board.scores[0] == gained


def test_example_of_pileon_is_as_it_is_told() -> None:
    (example,) = (
        part for section in pileon.book({}).about("example") for part in section.parts if isinstance(part, Example)
    )
    assert [card[0] for card in example.state.piles[11]] == ["5", "A", "Q", "Q"]
    assert set(GAMES["pileon"].moves(GAMES["pileon"].view(example.state, Seat(0)))) >= {"12 14 2", "12 15 2"}
    onto = [
        move
        for move in GAMES["pileon"].moves(GAMES["pileon"].view(example.state, Seat(0)))
        if move.split()[1] not in ("14", "15")
    ]
    assert onto == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_example_of_terrace_has_its_base_and_some_moves_behind_it(variant: str) -> None:
    state = terrace.example(variant)
    assert state.base
    assert state != GAMES["terrace"].dealt({"variant": variant}, terrace.DEAL)


def test_board_is_read_as_it_is_written() -> None:
    board = rulebook.board_of("X.o", "..O")
    assert (board.scores, [tiles.bit_count() for tiles in board.tiles]) == ((1, 1), [1, 2])
