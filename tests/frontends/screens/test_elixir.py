"""Boards of El-Ixir."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import Dice
from core.games.elixir import State
from core.games.elixir.board import TILES
from core.games.elixir.events import Rolled
from frontends.locale.language import LANGUAGES, PSEUDO
from frontends.screens import screen_of
from frontends.screens.controls import LEAST, Scene, Screen
from frontends.screens.elixir import ONE_KEY, SCREEN, layout_of
from frontends.screens.elixir.board import Grid, figure
from frontends.terminal.picture import Look, Picture
from tests.core.games.test_elixir import after, drawn, random_game, read
from tests.examples import examples
from tests.frontends.screens.elixir_boards import (
    ASCII,
    BOARD_ROWS,
    BOXED,
    BROUGHT,
    ENDED,
    NAMES,
    PLACED,
    READY,
    ROLLED,
    SMALLEST,
    USUAL,
    picture,
    pressed,
    scene_of,
    seen,
    table_of,
    text,
)
from tests.frontends.screens.pictures import MOST, SIZES, compare, compare_sizes, require_sound_everywhere

KINDS = ("b6", "b1", "b9", "n13", "a1", "n14", "n1", "c3", "k9", "l10", "i12", "h11")
"""A tile of every kind that is told apart."""
LOG = ("Abacus covers a9.", "You roll j2, c6, i12, n1.", "Abacus covers k9 to k12.")


@pytest.mark.parametrize(
    ("name", "scene"),
    [
        ("", scene_of(READY)),
        ("-rolled", scene_of(ROLLED)),
        ("-taken", scene_of(ROLLED, "2")),
        ("-aimed", scene_of(ROLLED, "2", "right")),
        ("-over", scene_of(ENDED)),
    ],
)
def test_pictures(name: str, scene: Scene) -> None:
    compare_sizes(SCREEN, scene, name)


def test_special_pictures() -> None:
    compare("elixir-smallest", picture(scene_of(READY), SMALLEST))
    compare("elixir-smallest-aimed", picture(scene_of(ROLLED, "2", "right"), SMALLEST))
    compare("elixir-watching", picture(scene_of(ROLLED, seat=1)))
    compare("elixir-hinted", picture(scene_of(ROLLED, hint="3 up 4", log=LOG)))
    compare("elixir-plain", picture(scene_of(ROLLED, "2", "right"), ASCII))
    compare("elixir-wide", picture(scene_of(ROLLED, "2", log=LOG), Look(40, 110)))
    compare("elixir-one-key", picture(scene_of(ROLLED, "x", "tick", screen=ONE_KEY)))
    compare("elixir-one-key-menu", picture(scene_of(READY, "escape", "tick", screen=ONE_KEY)))
    compare("elixir-one-key-smallest-menu", picture(scene_of(READY, "escape", "tick", screen=ONE_KEY), SMALLEST))


def test_screens_are_found_by_the_name_of_the_game() -> None:
    assert screen_of("elixir") is SCREEN
    assert screen_of("elixir", one_key=True) is ONE_KEY


def cells(shown: Picture, grid: Grid) -> dict[str, str]:
    """What stands at each tile."""
    found = {}
    for name in TILES:
        row, column = grid.corner(name)
        found[name] = "\n".join(line[column : column + grid.width] for line in shown.rows[row : row + grid.height])
    return found


def at_tiles(scene: Scene, look: Look = USUAL) -> dict[str, str]:
    return cells(picture(scene, look), layout_of(look.rows, look.columns).grid)


@pytest.mark.parametrize("look", [USUAL, ASCII, Look(40, 84), Look(40, 84, utf8=False)])
def test_all_kinds_of_tile_are_told_apart_without_colour(look: Look) -> None:
    corners = State(drawn([*BOARD_ROWS[:13], ".............O"]), 0, ("j2", "i12"), PLACED, BROUGHT)
    view = replace(seen(corners), recent=(Rolled(1, ("h11", "k9")), PLACED, *BROUGHT))
    shown = at_tiles(Scene(table_of(view), SCREEN.idle(view)), look)
    assert len({shown[name] for name in KINDS}) == len(KINDS)
    ahead = at_tiles(scene_of(ROLLED, "2", "right"), look)
    assert ahead["c6"] != shown["b1"] != ahead["b2"] != ahead["c6"]


@pytest.mark.parametrize("look", [SMALLEST, attrs.evolve(SMALLEST, utf8=False)])
def test_kinds_of_tile_are_told_apart_on_two_columns(look: Look) -> None:
    shown = at_tiles(scene_of(replace(ROLLED, rolled=("j2", "i12"))), look)
    assert len({shown[name] for name in KINDS}) == len(KINDS) - 1, "the free corner was rolled last time"


def test_first_players_tiles_are_reversed_where_there_is_no_colour() -> None:
    grid, shown = layout_of(20, 80).grid, picture(scene_of(READY), ASCII)
    (row, column), (other_row, other_column) = grid.face("a1"), grid.face("n13")
    assert shown.styles[row][column].reverse
    assert not shown.styles[other_row][other_column].reverse


# The opponent's roll.


@pytest.mark.parametrize("look", [Look(rows=rows, columns=columns) for columns, rows in (*SIZES, (40, 17))])
def test_roll_of_the_other_stays_in_sight_until_the_own_one(look: Look) -> None:
    shown = text(scene_of(READY), look)
    assert "rolled b13 (k9) h11 n1" in shown
    assert at_tiles(scene_of(READY), look)["h11"].strip() == "◦"


@pytest.mark.parametrize("look", [Look(rows=rows, columns=columns) for columns, rows in SIZES])
def test_roll_of_the_other_stays_in_sight_while_one_chooses(look: Look) -> None:
    for keys in ((), ("2",)):
        assert "rolled b13 (k9) h11 n1" in text(scene_of(ROLLED, *keys), look)


def test_tiles_that_were_not_chosen_stay_marked_where_there_is_no_room_to_tell_them() -> None:
    shown = at_tiles(scene_of(ROLLED), SMALLEST)
    assert [shown[name].strip() for name in ("b13", "h11")] == ["◦", "◦"]


def test_without_the_roll_in_the_view_none_is_shown() -> None:
    shown = text(scene_of(READY, with_roll=False))
    assert "rolled" not in shown.replace("rolled, not chosen", "")
    assert "Abacus covers k9 to k12." in shown


def test_others_see_the_rolled_tiles_but_no_choice() -> None:
    shown = text(scene_of(ROLLED, seat=1))
    assert "Ann rolled:" in shown
    assert "2  c6   up to 4 tiles" in shown
    assert ">1<" not in shown


# Points.


def test_points_of_every_end_of_the_block_stand_on_the_board() -> None:
    shown = at_tiles(scene_of(ROLLED, "2"))
    assert [shown[name].strip() for name in ("c5", "c4", "c3", "d6", "c7")] == ["+6", "+7", "+8", "+26", "+6"]


@pytest.mark.parametrize(("keys", "move"), [(["right"], "2 right 2"), (["up"], "2 up 4"), (["down", "2"], "2 down 2")])
def test_points_on_the_board_are_those_that_the_move_brings(keys: list[str], move: str) -> None:
    moved = after(ROLLED, read(ROLLED, move))
    gained = moved.board.scores[0] - ROLLED.board.scores[0]
    assert moved.placed is not None
    assert int(at_tiles(scene_of(ROLLED, "2"))[moved.placed.tiles[-1]]) == gained
    figures = (cell.strip() for cell in at_tiles(scene_of(ROLLED, "2", *keys)).values())
    assert sum(int(cell) for cell in figures if cell.startswith("+") and cell != "+") == gained


def test_region_has_its_points_in_its_middle() -> None:
    shown = at_tiles(scene_of(ROLLED, "2", "right"))
    assert shown["d3"].strip() == "+20"
    assert shown["d6"].strip() == "+6"


def test_points_that_the_other_gets_are_below_zero() -> None:
    trap = State(drawn(["OOOO", "O.xO", "OOOO"]), 0, ("b2", "n9"))
    assert at_tiles(scene_of(trap, "1"))["b2"].strip() == "-2"
    assert "Abacus takes 2 tiles by an anchored embrace for 2 points." in " ".join(text(scene_of(trap, "1")).split())
    assert "This block brings 0 points, and Abacus 2." in " ".join(text(scene_of(trap, "1"), Look(19, 42)).split())


@pytest.mark.parametrize(("width", "shown"), [(2, ["+0", "+9", "26", "-3", "++", "--"]),
                                              (3, ["+0", "+9", "+26", "-3", "196", "-12"])])  # fmt: skip
def test_points_fit_on_a_tile(width: int, shown: list[str]) -> None:
    assert [figure(points, width) for points in (0, 9, 26, -3, 196, -12)] == shown


# Hints, and the cursor.


def test_hint_is_marked_on_the_tiles_it_would_cover() -> None:
    shown = at_tiles(scene_of(ROLLED, hint="3 up 4"))
    assert [name for name, cell in shown.items() if "«" in cell] == ["i9", "i10", "i11", "i12"]


@pytest.mark.parametrize("hint", ["roll", "nonsense", "9 up 4", "1"])
def test_hint_for_another_position_does_no_harm(hint: str) -> None:
    for state in (READY, ROLLED, ENDED):
        assert text(scene_of(state, hint=hint))


@pytest.mark.parametrize(
    ("scene", "tile"),
    [
        (scene_of(ROLLED), "j2"),
        (scene_of(ROLLED, "2"), "c6"),
        (scene_of(ROLLED, "2", "right"), "d6"),
        (scene_of(ROLLED, "2", "up", "2"), "c5"),
        (scene_of(BOXED, "1"), "a1"),
        (scene_of(READY), "k12"),
        (scene_of(READY, seat=None), "k12"),
        (scene_of(ROLLED, seat=1), "j2"),
        (scene_of(ENDED), "a8"),
        (scene_of(State()), "a1"),
    ],
)
def test_cursor_is_where_the_action_is(scene: Scene, tile: str) -> None:
    for columns, rows in SIZES:
        shown = picture(scene, Look(rows=rows, columns=columns))
        assert shown.cursor == layout_of(rows, columns).grid.face(tile)


# Clicks.


@pytest.mark.parametrize("look", [Look(rows=rows, columns=columns) for columns, rows in (*SIZES, (40, 17))])
def test_clicks_on_the_board_play_a_turn(look: Look) -> None:
    grid = layout_of(look.rows, look.columns).grid
    view = seen(ROLLED)
    choice: Any = SCREEN.idle(view)
    for tile in ("c6", "c4"):
        spot = picture(Scene(table_of(view), choice), look).spot(*grid.face(tile))
        choice = SCREEN.press(choice, f"click {spot}", view).input
    spot = picture(Scene(table_of(view), choice), look).spot(*grid.face("c4"))
    assert SCREEN.press(choice, f"click {spot}", view).move == "2 up 3"


@pytest.mark.parametrize("look", [Look(rows=rows, columns=columns) for columns, rows in (*SIZES, (40, 17))])
def test_clicks_beside_the_board_play_a_turn(look: Look) -> None:
    view = seen(ROLLED)
    choice: Any = SCREEN.idle(view)
    for name in ("tile 3", "direction left", "length 2"):
        shown = picture(Scene(table_of(view), choice), look)
        (spot,) = [spot for spot in shown.spots if spot.name == name]
        assert shown.spot(spot.row, spot.column) == name
        choice = SCREEN.press(choice, f"click {name}", view).input
    assert SCREEN.press(choice, "enter", view).move == "3 left 2"


def test_roll_is_clicked() -> None:
    for columns, rows in (*SIZES, (40, 17)):
        shown = picture(scene_of(READY), Look(rows=rows, columns=columns))
        assert [spot.name for spot in shown.spots] == ["roll"]
    assert pressed(["click roll"], seen(READY)).move == "roll"


def test_nothing_is_clicked_by_those_who_look_on() -> None:
    assert not picture(scene_of(ROLLED, seat=1)).spots
    assert not picture(scene_of(READY, seat=None)).spots


# Texts.


def test_names_of_40_characters_leave_the_points_in_sight() -> None:
    view = seen(ROLLED)
    name = "Anna Amalia of Brunswick and Wolfenbuttel"[:40]
    table = replace(table_of(view), players=tuple(replace(p, name=name) for p in table_of(view).players))
    for columns, rows in (*SIZES, (40, 17)):
        shown = text(Scene(table, SCREEN.idle(view)), Look(rows=rows, columns=columns))
        assert " 16" in shown
        assert " 21" in shown
        assert "Anna" in shown


def test_free_seat_is_called_a_seat() -> None:
    view = seen(State())
    table = replace(table_of(view), players=tuple(replace(p, name="") for p in table_of(view).players))
    assert "Seat 2" in text(Scene(table, SCREEN.idle(view)))


# Laws.


def keys_of(seed: bytes, screen: Screen, state: State, seat: int | None) -> Iterator[Any]:
    """Input states on the way through random keys that make no move."""
    keys = ["enter", "left", "up", "right", "down", "tab", "1", "2", "4", "escape", "tick", "click c3", "click board"]
    view = seen(state, seat)
    dice, choice = Dice(seed, "keys", 1), screen.idle(view)
    for _ in range(8):
        yield choice
        came = screen.press(choice, keys[dice.below(len(keys))], view)
        choice = choice if came.move else came.input


@examples(25, quick=4)
@given(
    st.binary(min_size=16, max_size=16),
    st.integers(LEAST[0], MOST[0]),
    st.integers(LEAST[1], MOST[1]),
    st.sampled_from([SCREEN, ONE_KEY]),
    st.sampled_from([0, 1, None]),
)
def test_every_board_is_sound_at_every_size(
    seed: bytes, rows: int, columns: int, screen: Screen, seat: int | None
) -> None:
    for state, _ in list(random_game(seed))[seed[0] % 9 :: 9]:
        table = table_of(seen(state, seat, with_roll=state.placed is not None), state)
        for choice in keys_of(seed, screen, state, seat):
            require_sound_everywhere(screen, Scene(table, choice, "1 up 2"), rows, columns, NAMES)


@examples(25, quick=4)
@given(st.binary(min_size=16, max_size=16), st.integers(LEAST[0], MOST[0]), st.integers(LEAST[1], MOST[1]))
def test_texts_never_run_into_the_board(seed: bytes, rows: int, columns: int) -> None:
    grid = layout_of(rows, columns).grid
    for state, _ in list(random_game(seed))[seed[0] % 30 :: 30]:
        scene = scene_of(state, seat=state.mover)
        looks = {code: Look(rows, columns, language=code) for code in (*LANGUAGES, PSEUDO)}
        shown = {code: cells(picture(scene, look), grid) for code, look in looks.items()}
        assert all(one == shown["en"] for one in shown.values())


@pytest.mark.parametrize("rows", range(LEAST[0], MOST[0] + 1))
def test_scores_are_in_every_picture(rows: int) -> None:
    for columns in range(LEAST[1], MOST[1] + 1, 4):
        shown = text(scene_of(ROLLED, "2", "right"), Look(rows, columns)).splitlines()
        assert any("Ann" in line and " 16" in line for line in shown)
        assert any("Abacus" in line and " 21" in line for line in shown)
