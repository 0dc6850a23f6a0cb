"""The screen of a game that has none of its own: every game can be played on it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.game import SPECTATOR, Seat
from core.base.message import english
from core.games import GAMES
from core.laws.random_play import play
from core.table import TableView
from frontends.screens import OWN, screen_of
from frontends.screens.controls import LEAST, Pressed, Scene, Screen
from frontends.screens.plain import Typing, press_among, screen_for
from frontends.terminal.picture import Look
from tests.examples import examples
from tests.frontends.screens.pictures import MOST, drawn, require_sound
from tests.frontends.tables import table_view, view_of

NAMES = ("Änne", "Bert")
LOG = ("The cards are dealt.", "Änne plays the two of spades.", "Bert says that this is long " * 4)


def table_of(name: str, length: int, seat: int | None = 0, seed: bytes = bytes(16)) -> TableView:
    """A table after so many random moves."""
    game = GAMES[name]
    state = play(game, seed, length).state
    view = view_of(game, state, SPECTATOR if seat is None else Seat(seat))
    return table_view(game, view, *NAMES[: game.seats], outcome=game.outcome(state), plays=length)


def screen_and(name: str, length: int = 0, seat: int | None = 0) -> tuple[Screen, TableView]:
    return screen_for(name), table_of(name, length, seat)


def typed(keys: Sequence[str], moves: Sequence[str]) -> Pressed:
    pressed = Pressed(Typing())
    for key in keys:
        pressed = press_among(pressed.input, key, moves)
    return pressed


@examples(60)
@given(
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 40),
    st.sampled_from([0, None]),
    st.integers(LEAST[0], MOST[0]),
    st.integers(LEAST[1], MOST[1]),
    st.booleans(),
)
def test_every_game_can_be_drawn_at_every_size(
    name: str, length: int, seat: int | None, rows: int, columns: int, utf8: bool
) -> None:
    screen, table = screen_and(name, length, seat)
    log = LOG if utf8 else ("The cards are dealt.",)
    for input in (Typing(), Typing("b 1 " * 40)):
        scene = Scene(table, input, "b 1", log)
        require_sound(screen, scene, Look(rows, columns)) if utf8 else drawn(screen, scene, Look(rows, columns))


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize(("rows", "columns"), [(17, 40), (21, 80), (40, 84)])
def test_last_sentences_position_moves_and_what_is_typed_are_on_it(name: str, rows: int, columns: int) -> None:
    screen, table = screen_and(name)
    text = drawn(screen, Scene(table, Typing("zz 9"), log=LOG[:2]), Look(rows, columns)).text()
    assert GAMES[name].title in text
    assert "The cards are dealt.\nÄnne plays the two of spades.\n" in text
    assert "Move: zz 9" in text
    if table.seat in table.turn:
        assert next(iter(GAMES[name].moves(table.view))) in text


def test_of_many_sentences_the_last_ones_are_on_it() -> None:
    screen, table = screen_and("pileon")
    text = drawn(screen, Scene(table, Typing(), log=tuple(f"Sentence {n}." for n in range(90))), Look(17, 40)).text()
    assert "Sentence 89." in text
    assert "Sentence 0." not in text


def test_proposed_move_is_named() -> None:
    screen, table = screen_and("pileon")
    assert "Hint: 1 14" in drawn(screen, Scene(table, Typing(), "1 14"), Look(21, 80)).text()


def test_cursor_stands_where_one_types_and_a_watcher_has_one_too() -> None:
    screen, table = screen_and("pileon")
    assert drawn(screen, Scene(table, Typing("1 1")), Look(21, 80)).cursor == (20, len("Move: 1 1"))
    watched = table_of("pileon", 0, seat=None)
    assert drawn(screen, Scene(watched, Typing()), Look(21, 80)).cursor == (20, 0)


def test_players_are_called_by_their_names() -> None:
    mille = table_of("mille", 0)
    other = 1 - mille.turn[0]
    watching = table_of("mille", 0, seat=other)
    assert screen_for("mille").describe(watching, Look())[0] == f"Next: {NAMES[mille.turn[0]]}."


@examples(30)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 30))
def test_every_move_can_be_typed_and_is_legal(name: str, length: int) -> None:
    game = GAMES[name]
    position = play(game, bytes(16), length)
    for seat in game.turn(position.state):
        moves = tuple(game.moves(view_of(game, position.state, Seat(seat))))
        for move in moves[:5]:
            pressed = typed((*move, "x", "backspace", "enter"), moves)
            assert pressed == Pressed(Typing(), move=move)
            game.fold(position.state, game.decide_typed(position.state, seat, move, Dice(bytes(16), game.name, 99)))


def test_keys_with_which_no_move_begins_are_left_to_the_table_while_nothing_is_typed() -> None:
    moves = ("1 14", "u 3")
    assert not typed("?", moves).known
    assert not typed("y", moves).known
    assert typed("u", moves).input == Typing("u")
    assert typed("1?", moves).input == Typing("1?")
    for key in ("enter", "escape", "backspace", "f5", "c-l", "click", "click elsewhere"):
        assert press_among(Typing(), key, moves) == Pressed(Typing(), known=False)


def test_escape_takes_back_what_was_typed_and_plays_nothing() -> None:
    assert typed(("u", " ", "escape"), ("u 3",)) == Pressed(Typing())
    assert typed(("u", " ", "escape", "enter"), ("u 3",)).move is None


def test_tab_and_arrows_go_through_the_moves() -> None:
    moves = ("1 14", "2 14", "3 14")
    assert [typed(["tab"] * count, moves).input.typed for count in (1, 2, 3, 4)] == ["1 14", "2 14", "3 14", "1 14"]
    assert typed(["up"], moves).input == Typing("3 14")
    assert typed(["down", "down", "up"], moves).input == Typing("1 14")
    assert typed(["tab"], ()) == Pressed(Typing(), known=False)


def test_click_types_a_move_and_a_double_click_plays_it() -> None:
    screen, table = screen_and("pileon")
    picture = drawn(screen, Scene(table, Typing()), Look(21, 80))
    move = picture.spots[1].name
    assert screen.press(Typing(), f"click {move}", table.view) == Pressed(Typing(move))
    assert screen.press(Typing(move), f"double {move}", table.view) == Pressed(Typing(), move=move)


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("seat", [0, None])
def test_queries_fit_two_lines(name: str, seat: int | None) -> None:
    screen, table = screen_and(name, 7, seat)
    for said in (screen.score(table), screen.hand(table)):
        assert len(english(said, NAMES)) <= 120


def test_bar_has_keys_for_those_who_are_in_turn() -> None:
    screen, table = screen_and("pileon")
    assert screen.bar(Typing(), table.view)[0][0] == "Enter"
    assert screen.bar(Typing(), table_of("pileon", 0, seat=None).view) == ()


def test_game_without_a_screen_gets_the_plain_one() -> None:
    assert screen_of("chess").game == "chess"
    assert "chess" not in OWN
