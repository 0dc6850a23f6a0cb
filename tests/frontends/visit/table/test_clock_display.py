"""The clocks as they stand on a board."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.durations import DAY
from core.base.game import SPECTATOR, Seat, Viewer
from core.base.message import english
from core.sessions.at_table.alarm import next_change
from core.table import Clocks, Fischer, GoAway, Move, TableView, view_table
from core.table.clock import AT_HOME
from frontends.terminal.picture import BOLD, PLAIN, Look
from frontends.visit.table.clock_display import URGENT, face, hand, width, with_clocks
from tests.core.tables import after, begun
from tests.frontends.pictures import of_lines

NAMES = ("Anna", "Bartholomew the Great")


def seen(viewer: Viewer = SPECTATOR, **setup: Any) -> TableView:
    return view_table(begun("elixir", **setup), viewer, NAMES)


def shown(table: TableView, later: float = 0, **look: Any) -> str:
    return "".join(text for text, _ in face(table, table.turn_at + later, Look(**look)))


def test_own_clock_stands_first_and_is_yours() -> None:
    assert shown(seen(clock=Fischer(600))) == "Anna 10:00  Bartholom... 10:00"
    assert shown(seen(Seat(1), clock=Fischer(600)), 8) == "You 10:00  Anna 9:52"


def test_of_a_clock_for_each_move_only_the_one_that_runs_is_shown() -> None:
    assert shown(seen(clock=60), 15) == "Anna 0:45"
    assert shown(seen()) == ""


def test_narrow_window_has_no_room_for_names() -> None:
    assert shown(seen(clock=Fischer(600)), columns=40) == "10:00  10:00"


def test_french_has_its_own_days() -> None:
    assert shown(seen(clock=3 * DAY), 3600, language="fr") == "Anna 2 j 23 h"


def test_running_clock_is_bold_and_red_at_the_end() -> None:
    table = seen(clock=Fischer(100))
    assert [style for _, style in face(table, table.turn_at + 10, Look())] == [BOLD, PLAIN, PLAIN]
    assert [style for _, style in face(table, table.turn_at + 80, Look())] == [URGENT, PLAIN, PLAIN]


def test_vacation_stands_in_the_place_of_the_time() -> None:
    table, _ = after(begun("elixir", clock=DAY), None, GoAway(0, 10 * DAY))
    view = view_table(table, SPECTATOR, NAMES)
    assert shown(view, 60) == "Anna vacation"


def test_game_that_is_over_shows_no_clock() -> None:
    table = begun("elixir", clock=60)
    assert shown(view_table(after(table, 0, Move("roll"))[0], SPECTATOR, NAMES)) == "Anna 1:00"
    assert shown(seen(clock=60, bots=(0, 1))) == "Anna 1:00"


@pytest.mark.parametrize(
    ("left", "text"),
    [(0, "0:00"), (-3, "0:00"), (0.1, "0:01"), (60, "1:00"), (3599.5, "1:00:00"), (DAY, "1d 0h"), (90_000, "1d 1h")],
)
def test_hand(left: float, text: str) -> None:
    assert english(hand(left)) == text


@given(st.floats(0.001, 3 * DAY))
def test_clock_reads_the_same_until_the_next_change_and_otherwise_after_it(left: float) -> None:
    clocks = Clocks((left,), 0.0, (0,), (AT_HOME,))
    wait = next_change(clocks, 0.0)
    assert 0 < wait <= 3601
    now, just_before, after_it = (english(hand(clocks.left_at(0, at))) for at in (0, max(0, wait - 0.05), wait + 0.01))
    assert now == just_before
    assert now != after_it


def test_clocks_are_put_over_the_right_end_and_leave_the_rest() -> None:
    picture, look = of_lines(["board"] * 24, Look()), Look()
    parts = face(seen(clock=60), 1000.0, look)
    over = with_clocks(picture, parts)
    assert over.rows[22].endswith(f"{parts[0][0]} ")
    assert [row for row in range(24) if over.rows[row] != picture.rows[row]] == [22]
    assert over.styles[22][79 - width(parts)] == parts[0][1]
    assert with_clocks(picture, parts) is over
