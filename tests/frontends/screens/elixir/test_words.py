"""El-Ixir in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.game import Outcome
from core.base.message import english
from core.games.elixir import GAME, State, View
from core.games.elixir.board import Embrace
from core.games.elixir.events import Anchored, Embraced, Event, Placed
from core.table import TableView
from frontends.locale.language import language
from frontends.screens.elixir import SCREEN
from frontends.screens.elixir.words import brings, gains, last_roll
from frontends.terminal.picture import Look
from tests.core.games.test_elixir import after, drawn, random_game, read
from tests.examples import examples
from tests.frontends.screens.elixir_boards import ENDED, NAMES, READY, ROLLED, seen, table_of
from tests.frontends.screens.pictures import untranslated

WIDE, NARROW, READER = Look(), Look(columns=40), Look(reader=True, utf8=False, colour=False, columns=79)
PLAYERS = ("Ann", "Ben")
POSITION = """\
   a b c d e f g h i j k l m n
 1 X X X X X X X . . . . . . .
 2 X . . . . . . . . . . . . .
 3 X o . . . . . . . . . . . .
 4 . . . . . . . . . . . . . .
 5 . . . . . . . . . . . . . .
 6 . . . . . . . . . . . . . .
 7 . . 1 . . . . . . . . . . .
 8 . . . . . . . . . . . . . .
 9 . . . . . . . . . . . . . .
10 . . . . . . . . . . . . . .
11 . . . . . . . . . . . . . .
12 . . . . . . . . . . . . . .
13 . . . . . . . . . . . . . O
14 . . . . . . . . . . . . 2 O
Ann (x, X anchored): 9 points.
You (o, O anchored): 2 points.
It is your turn: choose a tile.
1 is c7: left 3, up 4, right 4, down 4.
2 is m14: left 4, up 4, right 1, down 1.
Ann covers d1 to g1.
Ann anchors 4 tiles and gets 4 points."""
READ_OUT = """\
Ann has 9 points.
You have 2 points.
It is your turn: choose a tile.
1 is c7: left 3, up 4, right 4, down 4.
2 is m14: left 4, up 4, right 1, down 1.
Ann covers d1 to g1.
Ann anchors 4 tiles and gets 4 points.
Row 1: a to g Ann's and anchored.
Row 2: a Ann's and anchored.
Row 3: a Ann's and anchored, b yours and loose.
Row 13: n yours and anchored.
Row 14: n yours and anchored.
All other tiles are free."""


def described(view: View, look: Look = WIDE, state: State = READY) -> str:
    return "\n".join(SCREEN.describe(table_of(view, state), look))


def after_a_move() -> State:
    picture = ["XXX...........", "X.............", "Xo............", *[".............."] * 9]
    state = State(drawn([*picture, ".............O", ".............O"]), 0, ("d1", "h7"))
    moved: State = GAME.evolve(after(state, read(state, "1 right")), GAME.events["rolled"](1, ("c7", "m14")))
    return moved


def test_position_is_told_in_40_columns() -> None:
    assert described(seen(after_a_move(), 1), NARROW) == POSITION


def test_position_is_read_out_without_a_grid() -> None:
    assert described(seen(after_a_move(), 1), READER) == READ_OUT


def test_empty_board_is_read_out_in_few_words() -> None:
    lines = described(seen(State()), READER).splitlines()
    assert lines[2:] == ["It is your turn: roll.", "All tiles are free."]


def test_tile_without_free_neighbour_is_named_as_such() -> None:
    state = State(drawn([".o.", "o..", "..."]), 0, ("a1", "e5"))
    assert "1 is a1: no free neighbour." in described(seen(state))


def test_end_is_told_with_the_winner() -> None:
    assert "Abacus wins by 99 points to 30." in described(seen(ENDED, None), state=ENDED)
    assert "has to roll" not in described(seen(ENDED), state=ENDED)


def test_resignation_is_told_in_place_of_the_points() -> None:
    table = table_of(seen(READY), outcome=Outcome("resigned", (1,)))
    lines = SCREEN.describe(table, WIDE)
    assert "You resigned. Abacus wins." in lines
    assert "It is your turn: roll." not in lines


def test_roll_of_the_last_block_is_told_where_the_view_has_it() -> None:
    view = seen(READY, with_roll=True)
    assert last_roll(view) == (1, "b13 (k9) h11 n1")
    assert "Abacus rolls b13, k9, h11, n1." in described(view)
    assert last_roll(seen(READY)) is None


def table_with(state: State, seat: int | None, *names: str) -> TableView:
    view = seen(state, seat)
    table = table_of(view, state)
    return replace(
        table, players=tuple(replace(one, name=name) for one, name in zip(table.players, names, strict=True))
    )


@pytest.mark.parametrize("look", [WIDE, READER])
@pytest.mark.parametrize("state", [READY, ROLLED, ENDED])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_one_person_has_one_name(look: Look, state: State, seat: int | None) -> None:
    table = table_with(state, seat, "Zoe", "Max")
    said = [*SCREEN.describe(table, look), *(english(say(table), table.names) for say in (SCREEN.score, SCREEN.hand))]
    for stranger in ("Player", "Opponent", "Seat", "Adept"):
        assert stranger not in " ".join(said)


def test_free_seat_is_called_a_seat() -> None:
    table = table_with(READY, 0, "Zoe", "")
    assert "Seat 2 (o, O anchored): 21 points." in SCREEN.describe(table, WIDE)


@pytest.mark.parametrize(
    ("state", "seat", "score", "hand"),
    [
        (READY, 0, "Ann 16, Abacus 21.", "It is your turn: roll."),
        (READY, None, "Ann 16, Abacus 21.", "Ann has to roll."),
        (ROLLED, 0, "Ann 16, Abacus 21.", "You can choose from 1 j2, 2 c6, 3 i12, 4 n1."),
        (ROLLED, 1, "Ann 16, Abacus 21.", "Ann can choose from 1 j2, 2 c6, 3 i12, 4 n1."),
        (ENDED, 0, "Ann 30, Abacus 99.", "The game is over."),
    ],
)
def test_queries(state: State, seat: int | None, score: str, hand: str) -> None:
    table = table_of(seen(state, seat), state)
    assert english(SCREEN.score(table), table.names) == score
    assert english(SCREEN.hand(table), table.names) == hand


@examples(10, quick=3)
@given(st.binary(min_size=16, max_size=16), st.booleans(), st.sampled_from([0, 1, None]))
def test_all_is_said_in_every_language(seed: bytes, reader: bool, seat: int | None) -> None:
    look = Look(reader=reader, language="qps")
    for state, _ in list(random_game(seed))[::9]:
        table = table_of(seen(state, seat), state)
        lines = [*SCREEN.describe(table, look)]
        for said in (SCREEN.score(table), SCREEN.hand(table)):
            lines.append(language("qps").say(said, table.names))
            assert len(lines[-1]) <= 2 * 79
        assert not untranslated("\n".join(lines), NAMES)


@examples(10, quick=3)
@given(st.binary(min_size=16, max_size=16))
def test_reader_hears_of_every_tile(seed: bytes) -> None:
    for state, _ in list(random_game(seed))[::9]:
        said = described(seen(state, None), READER, state)
        rows = {int(line.split(":")[0].removeprefix("Row ")) for line in said.splitlines() if line.startswith("Row ")}
        owned = state.board.tiles[0] | state.board.tiles[1]
        assert rows == {y + 1 for y in range(14) if owned >> 15 * y & (1 << 14) - 1}
        assert {sign for sign in said if not sign.isalnum()} <= set(" \n.,:'")


GAINS: list[tuple[tuple[Event, ...], str, str]] = [
    ((Placed(0, ("c3",)),), "This block: c3 alone.", "This block brings 0 points."),
    (
        (Placed(0, ("c3", "c4")), Anchored(0, ("c3", "c4", "c5"))),
        "This block: c3 to c4, anchors 3 tiles for 3 points.",
        "This block brings 3 points.",
    ),
    (
        (Placed(0, ("c3",)), Anchored(0, ("c3",))),
        "This block: c3 alone, anchors 1 tile for 1 point.",
        "This block brings 1 point.",
    ),
    (
        (Placed(0, ("c3",)), Embraced(0, Embrace.COMPLETE, ("d3", "d4"), 0)),
        "This block: c3 alone, takes 2 tiles by a complete embrace for no points.",
        "This block brings 0 points.",
    ),
    (
        (Placed(0, ("c3",)), Embraced(1, Embrace.ANCHORED, ("c3",), 1)),
        "This block: c3 alone, Ben takes 1 tile by an anchored embrace for 1 point.",
        "This block brings 0 points, and Ben 1.",
    ),
]


@pytest.mark.parametrize(("events", "long", "short"), GAINS)
def test_block_to_come_is_told_with_its_points(events: tuple[Event, ...], long: str, short: str) -> None:
    assert english(gains(events), PLAYERS) == long
    assert english(brings(events), PLAYERS) == short
