"""How duels read: a line each in the list, and a page with the result and where to look."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.base.message import Message, english
from core.duels.duel import Stage, stop
from core.duels.events import Contender
from core.duels.rules import CLOSED, TIMEOUT
from core.projections.duels import DuelSummary
from core.sessions.duels.pages import Listing, Page
from frontends.visit.text.duel_page import show, show_list
from tests.core.duels.played import Played, begun

NAMES = {"robo": "Robo[bot]", "anna": "Anna"}
SIDES = (Contender("robo"), Contender(level="strong"))
ONE = DuelSummary("ab3x", Stage.ASKED, 0.0, "anna", "elixir", {}, 200, SIDES, "", 3)
DIGITS = " ".join(["abab"] * 8)


def said(lines: list[Message] | list[Message | str]) -> list[str]:
    return [line if isinstance(line, str) else english(line) for line in lines]


def page(played: Played) -> list[str]:
    return said(show(Page(NAMES, played.duel, played.duel.score)))


@pytest.mark.parametrize(
    ("change", "how"),
    [
        ({}, "not agreed yet"),
        ({"stage": Stage.RUNNING}, "3 games played"),
        ({"stage": Stage.OVER}, "over"),
        ({"stage": Stage.OVER, "reason": "person"}, "stopped"),
    ],
)
def test_list_has_a_line_for_each_and_how_to_order_one(change: dict[str, object], how: str):
    listed = said(show_list(Listing(NAMES, (replace(ONE, **change),), ())))
    assert listed == [
        f"ab3x  Robo[bot] against computer:strong, El-Ixir, 200 pairs: {how}",
        "To order one: duel Robo Bert elixir 200",
    ]
    assert said(show_list(Listing({}, (), ())))[0] == "There are no duels now."


def test_page_says_who_has_to_agree():
    assert page(begun(asks=(0,), sides=SIDES))[:2] == [
        "Duel d: Robo[bot] against computer:strong, El-Ixir, 3 pairs, 10 seconds for each move. Ordered by Anna.",
        "It begins when Robo[bot] or the owner agrees: duel agree d",
    ]


def test_page_has_the_result_what_was_lost_before_its_end_and_the_games():
    played = begun(sides=SIDES, at_once=1)
    played.end("t0", 2)
    assert page(played)[1:] == [
        "0 of 3 pairs played.",
        "",
        "  pair 1, game 2: under way, watch t1",
        "  pair 1, game 1: Robo[bot] wins, replay t0 once the pair is over",
        "",
        f"These digits fixed all deals before the first game: {DIGITS}",
    ]
    played.end("t1", 2, TIMEOUT, 1)
    assert page(played)[1:7] == [
        "1 of 3 pairs played.",
        "Robo[bot]: 2 won, 0 drawn, 0 lost. That is 100.0 % of the points (95 %: 17.1 to 100.0).",
        "It is open which one is stronger.",
        "computer:strong lost 1 game by not moving in time.",
        "",
        "  pair 2, game 1: under way, watch t2",
    ]
    assert "  pair 1, game 2: Robo[bot] wins, computer:strong loses by not moving in time, replay t1" in page(played)


def test_page_of_a_stopped_duel_says_so_and_tells_the_secret():
    played = begun(sides=SIDES, at_once=1)
    played.do(*stop(played.duel, "anna"))
    played.mind()
    assert page(played)[1] == "It is being stopped."
    played.end("t0", 1, CLOSED)
    assert page(played)[1:] == [
        "It was stopped.",
        "",
        "  pair 1, game 1: closed, counts for nothing, replay t0",
        "",
        f"These digits fixed all deals before the first game: {DIGITS}",
        "All seeds follow from the secret:",
        f"  {'cd' * 32}",
    ]


def test_stronger_one_is_named():
    played = begun(pairs=30, at_once=1)
    while games := played.duel.under_way:
        played.end(games[0].table, 0 if games[0].game == 1 else 1)
    assert any(line.endswith("is the stronger one.") for line in page(played))
