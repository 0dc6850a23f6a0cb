"""What is said about a table as a whole."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from msgspec.structs import replace

from core.base.game import SPECTATOR, Seat, Viewer
from core.base.message import Message, english
from core.games import GAMES
from core.table import Origin, RecordInfo, Resign, Setup, Sit, Table, TableView, open_table, view_table
from frontends.screens import screen_of
from frontends.visit.text import wording
from tests.core.games.mille.positions import ended, given
from tests.core.tables import HOUSE_SEED, after, begun, opened, when


def seen(table: Table, viewer: Viewer = SPECTATOR, names: tuple[str, ...] = ("Anna", "Bert")) -> TableView:
    called = tuple(
        chair.bot or (name if chair.is_taken else "") for chair, name in zip(table.chairs, names, strict=False)
    )
    return view_table(table, viewer, called)


def said(message: Message | str | None) -> str:
    return english(message) if isinstance(message, Message) else message or ""


def sitting(*who: dict[str, Any]) -> Table:
    """A table of mille at which these sit; an empty one is a free seat."""
    table = opened("mille")
    for seat, one in enumerate(who):
        table = when(table, (None, Sit(seat, **one))) if one else table
    return table


ANNA, BOT, FREE = {"person": "p0"}, {"bot": "Comp"}, {}  # type: ignore[var-annotated]


def test_everybody_is_named_and_free_seats_are_called_so() -> None:
    assert said(wording.players(seen(begun("mille", bots=(1,))))) == "Anna against Comp"
    assert said(wording.players(seen(sitting(ANNA, FREE)))) == "Anna against a free seat"
    assert said(wording.players(seen(begun("pileon", deal=7)))) == "Anna"


@pytest.mark.parametrize(
    ("table", "viewer", "words", "prompt"),
    [
        (begun("mille"), Seat(0), "your turn", "your move>"),
        (begun("mille"), Seat(1), "Anna to move", "waiting>"),
        (begun("mille"), SPECTATOR, "Anna to move", "watching>"),
        (begun("mille", bots=(0,)), Seat(1), "Comp to move", ""),
        (sitting(BOT, FREE), SPECTATOR, "waiting for a player", "watching>"),
        (sitting(FREE, ANNA), Seat(1), "waiting for a player", "waiting>"),
    ],
)
def test_turn_and_prompt_agree(table: Table, viewer: Viewer, words: str, prompt: str) -> None:
    view = seen(table, viewer)
    assert said(wording.whose_turn(view)) == words
    assert said(wording.prompt(view, viewer is not SPECTATOR)) == prompt


def test_computer_that_waits_for_somebody_to_sit_down_does_not_think() -> None:
    assert not wording.is_computers_turn(seen(sitting(BOT, FREE)))


def test_both_may_have_the_turn() -> None:
    over = replace(begun("mille"), now=replace(begun("mille").now, state=ended(given())))
    assert said(wording.whose_turn(seen(over))) == "both to move"


def test_status_is_one_line_with_turn_score_and_players() -> None:
    view = seen(begun("mille", bots=(1,)), Seat(0))
    score = screen_of("mille").score(view)
    assert said(wording.status(view, score)) == f"your turn | {said(score)} | Mille: Anna against Comp"
    assert " | 0 moves | " in said(wording.status(view, None))


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({}, ""),
        ({"origin": Origin("abcde", 7)}, ", practice, from abcde"),
        ({"restored": True}, ", a copy, with help"),
    ],
)
def test_copy_is_called_one_wherever_the_table_is_named(change: dict[str, Any], kind: str) -> None:
    view = replace(seen(begun("mille"), Seat(0)), **change)
    assert said(wording.greeting(view, True)) == f"Mille, table tst01{kind}."
    assert said(wording.greeting(view, False)) == f"You are watching table tst01{kind}: Mille."
    assert f"Mille, table tst01{kind}: " in said(wording.about(view, "")[0])
    assert f"Mille, table tst01{kind}: " in said(wording.waiting(view, "join x")[0])


def test_greeting_tells_deal_and_clock() -> None:
    view = seen(begun("pileon", deal=7, clock=60), Seat(0))
    assert said(wording.greeting(view, True)) == "Pileon, deal 7, 60 seconds a move, table tst01."


def test_table_is_told_with_its_variant_its_clock_and_the_way_back() -> None:
    game = GAMES["terrace"]
    table = open_table(Setup("tst01", game, {"variant": "wood"}, HOUSE_SEED, 7, 60), RecordInfo(1, 1000.0))
    view = seen(when(table, (None, Sit(0, person="p0"))), Seat(0))
    assert [said(line) for line in wording.about(view, "resume x")] == [
        "Wood, table tst01: Anna.",
        "The clock: 60 seconds a move.",
        "To come back: resume x",
    ]


@pytest.mark.parametrize("name", ["{1}", "{0} resigns", "%s", "You", "{who}"])
def test_no_name_changes_anything_but_how_somebody_is_called(name: str) -> None:
    table, _ = after(begun("elixir"), 1, Resign())
    view = seen(table, SPECTATOR, ("Anna", name))
    turn = wording.whose_turn(view)
    ending = f"{name} resigned before both had moved: nobody wins."
    assert english(turn, view.names) == ending
    assert said(wording.players(view)) == f"Anna against {name}"
    status = wording.status(view, None)
    assert english(status, view.names) == f"{ending} | 0 moves | El-Ixir: Anna against {name}"


def test_game_that_says_so_is_stuck_until_it_is_over() -> None:
    @attrs.frozen
    class Stuck:
        stuck: bool = True

    view = replace(seen(begun("pileon", deal=7), Seat(0)), view=Stuck())
    assert view.is_stuck
    assert said(wording.prompt(view, True)) == "stuck>"
    assert not replace(view, begun=False).is_stuck
    assert not seen(begun("mille"), Seat(0)).is_stuck
