"""How tournaments read: a line each in the list, and a page of their own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.base.message import Message, english
from core.projections.tournaments import TournamentSummary
from core.sessions.tournaments.pages import Listing, Page
from core.table import Fischer
from core.tournaments.standings import standings
from core.tournaments.tournament import Stage, Tournament, withdraw
from frontends.visit.text.tournament_page import rules, show, show_list
from tests.core.tournaments.played import ARENA, STARTS, announced, begun, finish

NAMES = {"p0": "Anna", "p1": "Bert", "p2": "Carl"}
ONE = TournamentSummary("ab3x", Stage.ANNOUNCED, STARTS, "p0", "elixir", {}, Fischer(600, 5), 5, 0, 3)


def said(lines: list[Message] | list[Message | str]) -> list[str]:
    return [line if isinstance(line, str) else english(line) for line in lines]


def page(tournament: Tournament, now: float = 0.0) -> list[str]:
    return said(show(Page(tournament, standings(tournament), NAMES, now)))


@pytest.mark.parametrize(
    ("change", "now", "line"),
    [
        ({}, STARTS - 300.0, "ab3x  round robin, El-Ixir, 10m+5s: begins 02:46 UTC, in 5 minutes, 3 players"),
        ({}, 0.0, "ab3x  round robin, El-Ixir, 10m+5s: begins 02:46 UTC, 3 players"),
        ({"stage": Stage.RUNNING, "players": 1}, STARTS, "ab3x  round robin, El-Ixir, 10m+5s: under way, 1 player"),
        (
            {"stage": Stage.OVER, "length": 1800},
            STARTS,
            "ab3x  arena of 30 minutes, El-Ixir, 10m+5s: over, 02:46 UTC, 3 players",
        ),
    ],
)  # fmt: skip
def test_list_has_a_line_for_each_and_how_to_announce_one(change: dict[str, object], now: float, line: str):
    listed = said(show_list(Listing((replace(ONE, **change),), (), {}, now)))
    assert listed == [line, "To announce one: tournament new elixir rounds=5 clock=10m+5s at=20:00"]


def test_empty_list_says_so():
    assert said(show_list(Listing((), (), {}, 0.0)))[0] == "There are no tournaments now."


def test_before_it_begins_a_page_says_when_and_who_has_entered_and_how_to():
    held = announced()
    assert page(held.now, STARTS - 60.0) == [
        "Tournament ev: round robin, El-Ixir, 60s, begins 02:46 UTC, in 1 minute. Announced by Anna.",
        "Nobody has entered yet.",
        "",
        "To take part: enter ev   The rules: help tournament",
    ]


def test_page_of_a_round_robin_has_standings_rounds_and_what_to_watch():
    held = begun(("p0", "p1", "p2"))
    held.end(0, (2, 0))
    held.go_on()
    assert page(held.now) == [
        "Tournament ev: round robin, El-Ixir, 60s, under way, round 2 of 3. Announced by Anna.",
        "1. Anna: 2 (1 won, 0 drawn, 0 lost, 1 bye)",
        "2. Carl: 1 (0 won, 0 drawn, 0 lost, 1 bye)",
        "3. Bert: 0 (0 won, 0 drawn, 1 lost)",
        "",
        "Round 1:",
        "  Anna 1 : 0 Bert, replay t0",
        "  Carl has a bye.",
        "",
        "Round 2:",
        "  Bert against Carl: watch t1",
        "  Anna has a bye.",
        "",
        "The rules: help tournament",
    ]


def test_those_with_as_many_points_are_shown_with_what_parts_them():
    held = begun(("p0", "p1"))
    held.end(0, (1, 1))
    lines = page(held.now)
    assert "1. Anna: 0.5 (0 won, 1 drawn, 0 lost); head to head 0.5, Sonneborn-Berger 0.25" in lines
    assert "1. Bert: 0.5 (0 won, 1 drawn, 0 lost); head to head 0.5, Sonneborn-Berger 0.25" in lines


def test_who_did_not_come_who_withdrew_and_what_was_closed_is_said():
    held = begun(("p0", "p1", "p2"))
    held.end(0, (2, 0), held.now.under_way[0].persons[1:])
    held.do(lambda now: withdraw(now, "p2"))
    finish(held)
    lines = page(held.now)
    assert any(line.endswith(", closed before it began") for line in lines) is False
    assert any("(withdrawn)" in line for line in lines)
    assert sum(line.endswith(", not played") for line in lines) == 2


def test_arena_shows_what_goes_on_and_then_the_last_games():
    held = begun(("p0", "p1", "p2"), ARENA)
    held.end(0, (2, 0))
    held.go_on(("p0", "p1", "p2"))
    lines = page(held.now)
    games = [line for line in lines if line.startswith("  ")]
    assert [": watch " in line for line in games] == [True, False]
    assert lines[-1] == "To take part: enter ev   The rules: help tournament"


def test_rules_are_said_in_whole_sentences_with_how_long_a_player_is_waited_for():
    lines = said(rules(120.0))
    assert all(line.endswith(".") for line in lines)
    assert any("in time (2 minutes) loses" in line for line in lines)
